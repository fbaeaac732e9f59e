#pragma once
/// @file
/// What every scalar type offers, spelled for the built-in ones: arithmetic, sin, cos, sqrt, comparison,
/// and select(condition, a, b) in place of a branch. Nothing in the library branches on a scalar's value.

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

/// The number behind a scalar that holds a single one: itself, or the value a Dual or Count carries.
template <class T>
requires(std::is_floating_point_v<T>) constexpr double primal(T x) { return static_cast<double>(x); }

/// Facts about a scalar type. Specialized beside each type.
template <class T>
struct ScalarTraits {
  using Constant = T;              ///< Type of model constants that all lanes share.
  using Value = T;                 ///< The real number it is built on: double or float.
  static constexpr int lanes = 1;  ///< How many states one value holds.
};

/// The type in which a model's constants are kept for computing in T: T itself, or a pack's lane type.
template <class T>
using ConstantOf = typename ScalarTraits<T>::Constant;

/// The floating-point type a scalar is built on.
template <class T>
using ValueOf = typename ScalarTraits<T>::Value;

/// The smaller and the larger of two scalars, lane by lane for packs.
template <class T>
T smaller(const T& a, const T& b) {
  return select(b < a, b, a);
}
template <class T>
T larger(const T& a, const T& b) {
  return select(a < b, b, a);
}

}  // namespace sarrus
