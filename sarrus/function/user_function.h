#pragma once
/// @file
/// Functions from formulas: write the formula once as a generic lambda; its exact derivatives follow by
/// hyper-dual numbers.
///   user_function([](const auto& x) { return x * sin(x); })
///   user_function_of<2>([](const auto& x) { return x[0] * sin(x[1]); })
/// The formula must be C² and must not branch on x: use select(x < 0, a, b). It may call, without a prefix,
/// the functions that every scalar has: sqrt, sin, cos, tan, asin, acos, atan2, exp, log, tanh, abs, select,
/// …

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "sarrus/function/make_function.h"
#include "sarrus/scalar/hyper_dual.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace internal {

/// The formula `f` of K arguments, called with an array of K numbers or, if takes_array is false, with the
/// single number.
template <int K, bool takes_array, class F>
struct UserLaw {
  F f;
  std::string text;

  int arguments() const { return K; }
  std::string description() const { return text; }

  /// The scalar in which the formula is evaluated: T, or for built-in numbers a class around it (a Dual with
  /// no directions), so that a formula's sin, abs or select are those of this library in all scalars.
  template <class T>
  using Plain = std::conditional_t<std::is_floating_point_v<T>, Dual<T, 0>, T>;

  template <class S>
  S call(const std::array<S, std::size_t(K)>& x) const {
    if constexpr (takes_array)
      return S(f(x));
    else
      return S(f(x[0]));
  }

  template <class T>
  T value(const T* x) const {
    std::array<Plain<T>, std::size_t(K)> arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i] = Plain<T>(x[i]);
    if constexpr (std::is_floating_point_v<T>)
      return call(arguments).value;
    else
      return call(arguments);
  }

  /// Value, gradient and Hessian. One evaluation with xᵢ along ε₁ and xⱼ along ε₂ for each i ≥ j gives ∂f/∂xᵢ
  /// and ∂²f/∂xᵢ∂xⱼ.
  template <class T>
  void evaluate(const T* x, T& value, T* gradient, T* hessian) const {
    std::array<HyperDual<T>, std::size_t(K)> arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) arguments[i] = HyperDual<T>(x[i]);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      arguments[i].e1 = T(1);
      for (std::size_t j = 0; j <= i; ++j) {
        arguments[j].e2 = T(1);
        const HyperDual<T> y = call(arguments);
        arguments[j].e2 = T(0);
        hessian[i * K + j] = hessian[j * K + i] = y.e12;
        gradient[i] = y.e1;
        value = y.value;
      }
      arguments[i].e1 = T(0);
    }
  }
};

}  // namespace internal

/// The function x ↦ f(x) of one argument; f is a generic lambda, called with a number.
template <class F>
Function user_function(F f, std::string description = "user function") {
  return make_function(internal::UserLaw<1, false, F>{std::move(f), std::move(description)});
}

/// The function of K arguments x[0] … x[K−1]; f is a generic lambda, called with a std::array.
template <int K, class F>
Function user_function_of(F f, std::string description = "user function") {
  static_assert(K >= 1, "a function has at least one argument");
  return make_function(internal::UserLaw<K, true, F>{std::move(f), std::move(description)});
}

}  // namespace sarrus
