#pragma once
/// @file
/// The numbers that explicit Runge–Kutta methods consist of.

#include <string>

#include "sarrus/base/array.h"

namespace sarrus::detail {

/// An explicit Runge–Kutta method with error estimate and continuous extension [Hairer, Nørsett, Wanner:
/// Solving Ordinary Differential Equations I, II.1, II.4, II.6]. Row i of `a` gives a stage:
///   kᵢ = f(t₀ + cᵢ·h, y₀ + h·Σⱼ aᵢⱼ·kⱼ).
/// The first `stages` of them make the step. Row `end` is that of y₁ itself: its weights are those of the
/// result, its stage is ẏ₁. It is the last of the stages if ẏ₁ is needed for the error estimate ("first same
/// as last"), otherwise the one after. Rows beyond are for the continuous extension alone.
struct ButcherTableau {
  std::string name;
  int order = 0;           ///< Of y₁.
  int error_exponent = 0;  ///< The error estimate is proportional to h^error_exponent.
  int dense_order = 0;     ///< The continuous extension errs by O(h^(dense_order + 1)) within a step.
  int stages = 0, end = 0;
  Array<double> c = {};
  Array<Array<double>> a = {};
  /// e = h·Σ error[i]·kᵢ is y₁ minus a result of lower order.
  Array<double> error = {};
  /// A second, coarser one, if the method combines two: e·|e|/√(|e|² + 0.01·|second|²) is the estimate then.
  Array<double> second_error = {};
  /// With s = (t − t₀)/h and rⱼ = h·Σ dense[j][i]·kᵢ, this is added to Hermite's cubic (all missing rⱼ are
  /// zero):
  ///   s²(1 − s)²·(r₀ + s·(r₁ + (1 − s)·(r₂ + s·r₃))).
  Array<Array<double>> dense = {};

  bool first_same_as_last() const { return end == stages - 1; }
  const Array<double>& weights() const { return a[end]; }
};

/// Euler's method; y₁ and the trapezoidal rule with ẏ₁ differ by the error estimate h/2·(ẏ₁ − ẏ₀). Order 1.
const ButcherTableau& euler_tableau();
/// The explicit trapezoidal rule (Heun), 2(1): Euler's method is embedded.
const ButcherTableau& rk2_tableau();
/// Bogacki and Shampine, 3(2).
const ButcherTableau& rk3_tableau();
/// Merson, 4(3); for linear problems the error estimate is of order 5.
const ButcherTableau& merson_tableau();
/// Fehlberg, 4(5), the result of order 5 being kept.
const ButcherTableau& fehlberg_tableau();
/// Dormand and Prince, 5(4).
const ButcherTableau& dormand_prince5_tableau();
/// Dormand and Prince, 8(5,3).
const ButcherTableau& dormand_prince8_tableau();

}  // namespace sarrus::detail
