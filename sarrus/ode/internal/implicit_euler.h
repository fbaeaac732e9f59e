#pragma once
/// @file
/// Euler's method with an implicit step that costs one solution of linear equations: for real time.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/implicit_method.h"

namespace sarrus::internal {

/// Linearly implicit Euler, of order one and L-stable [Hairer, Wanner: Solving Ordinary Differential
/// Equations II, IV.9]: one step of Newton's method for y₁ = y₀ + h·f(t₁, y₁),
///   (1/h − J)·(y₁ − y₀) = f(t₁, y₀),  J = ∂f/∂y(t₀, y₀).
/// Linear springs and dampers are stable with any step. The error estimate is the difference from the
/// trapezoidal rule with the rates at both ends, filtered by the matrix so that stiff components do not spoil
/// it: (1 − h·J)⁻¹·(h/2·(ẏ₀ + ẏ₁) − (y₁ − y₀)). Integrals follow the trapezoidal rule.
class ImplicitEuler : public ImplicitMethod {
 public:
  ImplicitEuler(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "implicit-euler"; }
  int order() const override { return 1; }

 private:
  void attempt(double t1) override;
  void finish(double t1, bool moved) override;
  /// The straight line: rates of a stiff problem say little about the inside of a step.
  void calc_dense(double fraction, Out<double> y) const override;
  void estimate_error(double t1);

  Array<double> rate_;
};

}  // namespace sarrus::internal
