#pragma once
/// @file
/// The convex part of a cone problem. For fixed shifts s and a center r₀ of the forces, v minimizes
///
///     ½·|v − v*|²_M + Σᵢ ½·Rᵢ·|P(r₀ − (û + s)/Rᵢ)|²,
///
/// strongly convex and once continuously differentiable: Newton's method with an exact line search converges
/// from anywhere. The forces are r = P(r₀ − (û + s)/R). With r₀ ← r (the method of multipliers), u tends to
/// that of the rigid problem at fixed R, so that R may be large enough for H = M + Jᵀ·dP·J/R to be well
/// conditioned; redundant rows need no decision about rank and, started from r₀ = 0, share their load as
/// equal springs do.

#include "sarrus/complementarity/internal/scaled_problem.h"

namespace sarrus::internal {

class ProximalNewton {
 public:
  /// R relative to g of each set.
  static constexpr double regularization = 1e-6;

  /// Begins at v and the forces r of a problem.
  void start(const ScaledProblem& problem, const Eigen::VectorXd& v, const Eigen::VectorXd& r);
  /// Moves the shifts by a part of the way to s = |û_T| of the present speeds.
  void renew_shifts(double part);
  /// Minimizes until Newton's decrement, a bound on |v − v_min|_M, is below `tolerance` (√J); then r₀ ← r.
  /// Returns the number of factorizations.
  int minimize(double tolerance);
  /// Where redundant rows contradict each other slightly, as gaps at the corners of a box do by rounding,
  /// forces and shifts drift by the same small step in each renewal, until a contact opens or slides that
  /// makes the rows agree. Takes these steps at once if the last two were alike. Called after minimize().
  void skip_drift();

  const Eigen::VectorXd& speeds() const { return v_; }
  const Eigen::VectorXd& forces() const { return r_; }
  const Eigen::VectorXd& row_speeds() const { return u_; }
  /// By how much the last minimize() changed the forces.
  const Eigen::VectorXd& force_change() const { return change_; }

 private:
  void calc_forces(const Eigen::VectorXd& u, Eigen::VectorXd& r) const;
  void factor();
  double slope(double a, double& curvature);
  double count_alike_steps() const;
  double find_step_length();

  const ScaledProblem* problem_ = nullptr;
  Eigen::VectorXd v_, u_, r_, center_, shift_, shift_change_, change_, last_change_;
  Eigen::VectorXd gradient_, direction_, row_direction_, trial_u_, trial_r_, momentum_, work_;
  Array<double> blocks_;
  double momentum_slope_ = 0, inertia_curvature_ = 0;
  int renewals_since_skip_ = 0;
};

}  // namespace sarrus::internal
