#pragma once
/// @file
/// When to change between an explicit and an implicit method.

#include <cstdint>

#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

/// Decides from counts alone, so that the same problem always takes the same way. Costs are in evaluations.
///
/// An explicit method is left when it is stiff: h·|λ| > 2.5 in 15 steps, or > 1.4 in 45, not interrupted by 6
/// others [after Hairer, Wanner: Solving Ordinary Differential Equations II, IV.2]. Dormand and Prince's
/// method is stable up to 3.3 on the negative real axis, but up to 1 on the imaginary axis. There stiffness
/// cannot be told from an oscillation that is followed with coarse accuracy, and an implicit method is tried
/// after so much work that the trial costs 2 % of it. An implicit method is left when its steps cost more
/// than those of the explicit one would.
class StiffnessWatch {
 public:
  /// For a problem with n variables on which rates depend, whose linear solver factors matrices of so many
  /// equations.
  StiffnessWatch(int n, int equations);

  void reset();
  /// True if the stiffness is to be estimated after this explicit step.
  bool wants_estimate() { return strikes_ > 0 || ++unseen_ >= cadence; }
  /// True if no recent step was stiff.
  bool is_calm() const { return strikes_ == 0; }
  /// Notes the estimated h·|λ| of an explicit step, after `evaluations` in all. Returns true to switch.
  bool is_stiff(double stiffness, std::int64_t evaluations);
  /// Notes the switch to the implicit method: explicit steps had the length h.
  void begin_implicit(double h, double rate, const IntegratorStatistics& now);
  /// Notes an implicit step of length h, with the dominant rate at its end. Returns true to switch back.
  bool is_too_expensive(double h, double rate, const IntegratorStatistics& now);
  /// Notes the switch back.
  void begin_explicit(const IntegratorStatistics& now);
  /// The length of steps that the explicit method can be expected to take.
  double explicit_step() const { return explicit_step_; }

 private:
  static constexpr int cadence = 16;

  double cost(const IntegratorStatistics& statistics) const;
  bool end_window(const IntegratorStatistics& now);

  double n_, equations_, trial_cost_;
  int unseen_ = 0, strikes_ = 0, pardons_ = 0;
  double mean_stiffness_ = 0;                      ///< Of the last estimates, the newest counting most.
  double patience_ = 1;                            ///< Grows with every trial that did not pay.
  std::int64_t began_at_ = 0;                      ///< Evaluations when the explicit method began.
  double explicit_step_ = 0, explicit_reach_ = 0;  ///< Length of steps, and its product with the rate.
  double window_cost_ = 0, window_time_ = 0;       ///< At the beginning of a window; within it.
  int window_steps_ = 0;
  int bad_windows_ = 0;   ///< The last ones, without interruption.
  int good_windows_ = 0;  ///< Good ones of this phase, less the bad ones.
};

}  // namespace sarrus::internal
