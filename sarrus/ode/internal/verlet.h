#pragma once
/// @file
/// The velocity Verlet method.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/one_step.h"

namespace sarrus::internal {

/// Velocity Verlet for (q, u, z) [Simbody theory manual, 10.4], of order two:
///   q₁ = q₀ + h·q̇₀ + h²/2·q̈₀
///   u₁ = u₀ + h/2·(u̇₀ + u̇₁),  z₁ = z₀ + h/2·(ż₀ + ż₁)
/// The rates at the end may depend on u₁ and z₁, which are iterated until they converge; if they do not
/// depend on them, a step costs two evaluations. With fixed steps, forces that depend on q only and q̇ = u,
/// the method is symplectic: the energy error is bounded, without drift. The error estimate compares with q₀
/// + h/2·(q̇₀ + q̇₁) and Euler's u₀ + h·u̇₀, z₀ + h·ż₀, and is of order one: the result is more accurate than
/// the estimate.
class Verlet : public OneStepMethod {
 public:
  Verlet(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "verlet"; }
  int order() const override { return 2; }

 private:
  void attempt(double t1) override;
  void finish(double t1, bool moved) override;
  void predict(double t1);
  void correct(double t1);
  void set_integrals(double h);
  void estimate_error(double h);

  Array<double> predicted_;  ///< q by the trapezoidal rule, u and z by Euler's method.
  Array<double> qddot_, change_;
};

}  // namespace sarrus::internal
