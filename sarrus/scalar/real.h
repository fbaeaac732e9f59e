#pragma once
/// @file
/// The operations that every scalar type offers, defined here for the built-in types: arithmetic, sin, cos,
/// sqrt, comparison, and select(condition, a, b) in place of a branch. Nothing in the library branches on a
/// scalar's value.

#include <cmath>
#include <type_traits>

#include "sarrus/scalar/traits.h"

namespace sarrus {

using std::abs, std::acos, std::asin, std::atan2, std::cos, std::exp, std::log, std::sin, std::sqrt, std::tan,
    std::tanh;

/// `condition ? a : b`; for packs, lane by lane.
template <class T>
requires(std::is_floating_point_v<T>) constexpr T select(bool condition, T a, T b) {
  return condition ? a : b;
}

/// Sine and cosine of the same angle.
template <class T>
requires(std::is_floating_point_v<T>) void sincos(T x, T& s, T& c) {
  s = sin(x);
  c = cos(x);
}

/// The plain number of a scalar that holds a single one: the scalar itself, or the value of a Dual or Count.
template <class T>
requires(std::is_floating_point_v<T>) constexpr double primal(T x) { return static_cast<double>(x); }

/// The smaller of two scalars, lane by lane for packs.
template <class T>
T smaller(const T& a, const T& b) {
  return select(b < a, b, a);
}
template <class T>
T larger(const T& a, const T& b) {
  return select(a < b, b, a);
}

}  // namespace sarrus
