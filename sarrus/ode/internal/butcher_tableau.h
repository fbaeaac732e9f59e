#pragma once
/// @file
/// Butcher tableaus: the coefficients of explicit Runge–Kutta methods.

#include <string>

#include "sarrus/base/array.h"

namespace sarrus::internal {

/// An explicit Runge–Kutta method with error estimate and dense output (continuous extension) [Hairer,
/// Nørsett, Wanner: Solving Ordinary Differential Equations I, II.1, II.4, II.6]. Row i of `a` gives a stage:
///   kᵢ = f(t₀ + cᵢ·h, y₀ + h·Σⱼ aᵢⱼ·kⱼ).
/// The step requires the first `stages` of them. Row `end` is that of y₁ itself: its weights are those of the
/// result, its stage is ẏ₁. It is the last of the stages if ẏ₁ is needed for the error estimate ("first same
/// as last"), otherwise the one after. Rows beyond it are for dense output only.
struct ButcherTableau {
  std::string name;
  int order = 0;           ///< Order of y₁.
  int error_exponent = 0;  ///< The error estimate is proportional to h^error_exponent.
  int dense_order = 0;     ///< The error of dense output within a step is O(h^(dense_order + 1)).
  int stages = 0, end = 0;
  Array<double> c = {};
  Array<Array<double>> a = {};
  /// Weights of the error estimate: e = h·Σ error[i]·kᵢ is y₁ minus the embedded result of another order.
  Array<double> error = {};
  /// Weights of a second, coarser error estimate, if the method combines two: the estimate is then
  /// e·|e|/√(|e|² + 0.01·|second|²).
  Array<double> second_error = {};
  /// Weights of dense output. With s = (t − t₀)/h and rⱼ = h·Σ dense[j][i]·kᵢ (all missing rⱼ are zero), this
  /// is added to the Hermite cubic:
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
/// Fehlberg, 4(5), with the result of order 5 (local extrapolation).
const ButcherTableau& fehlberg_tableau();
/// Dormand and Prince, 5(4).
const ButcherTableau& dormand_prince5_tableau();
/// Dormand and Prince, 8(5,3).
const ButcherTableau& dormand_prince8_tableau();

}  // namespace sarrus::internal
