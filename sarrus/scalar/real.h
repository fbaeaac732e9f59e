#pragma once
/// @file
/// The operations that every scalar type offers, defined here for the built-in types: arithmetic, sin, cos,
/// sqrt, comparison, and select(condition, a, b) in place of a branch. Nothing in the library branches on a
/// scalar's value.

#include <cmath>
#include <type_traits>

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

/// Properties of a scalar type. Specialized next to each type.
template <class T>
struct ScalarTraits {
  using Constant = T;              ///< Type of model constants that all lanes share.
  using Value = T;                 ///< The floating-point type it is built on: double or float.
  static constexpr int lanes = 1;  ///< Number of states in one scalar.
};

/// The type of a model's constants in computations in T: T itself, or a pack's lane type.
template <class T>
using ConstantOf = typename ScalarTraits<T>::Constant;

/// The floating-point type a scalar is built on.
template <class T>
using ValueOf = typename ScalarTraits<T>::Value;

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
