#pragma once
/// @file
/// Euler's method for mechanical systems: speeds first.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/one_step.h"

namespace sarrus::internal {

/// Semi-explicit (symplectic) Euler, of order one [Hairer, Lubich, Wanner: Geometric Numerical Integration,
/// I.1.2]:
///   u₁ = u₀ + h·u̇₀,  z₁ = z₀ + h·ż₀,  q₁ = q₀ + h·N(q₀)·u₁
/// With a fixed step this costs one evaluation. With error control two steps of half the length are taken,
/// and their difference from one step of the whole length is the error estimate.
class SemiExplicitEuler : public OneStepMethod {
 public:
  SemiExplicitEuler(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "semi-explicit-euler"; }
  int order() const override { return 1; }

 private:
  void attempt(double t1) override;
  /// One step of length h from (t, y, ydot) to `result`.
  void advance(double t, In<double> y, In<double> ydot, double h, Out<double> result);

  Array<double> whole_, half_, half_ydot_, qdot_;
};

}  // namespace sarrus::internal
