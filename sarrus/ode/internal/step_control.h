#pragma once
/// @file
/// Step size control: from the errors of the last steps, and to reach the end time.

#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

/// Chooses step sizes so that their errors stay below one; errors are relative to the accuracy.
///
/// A proportional–integral controller [Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I,
/// II.4; Hairer, Wanner: II, IV.2]. An error proportional to h^k is controlled to θ = 0.9^k, that of a step
/// 0.9 times as long as the longest allowed:
///   h ← h·(θ/e)^(α/k)·(e₋/θ)^(β/k),  e₋ the error of the previous step.
/// The factor is between 0.2 and 5. The step size is not changed for growth by less than 15 % or shrinking by
/// less than 5 %.
class StepController {
 public:
  /// The error of a step of length h is proportional to h^exponent.
  StepController(const IntegratorOptions& options, int exponent);
  virtual ~StepController() = default;

  /// Discards the errors of past steps.
  void reset();
  /// The next step size after an accepted step; it does not grow right after a repeated step. A step that was
  /// shortened for another reason than its error, from the length `wanted`, does not reduce it.
  double after_acceptance(double h, double error, double wanted);
  /// The step size for repeating a step whose error was too large.
  double after_rejection(double h, double error);
  /// The step size for repeating a step that could not be computed: a fraction of it.
  double after_failure(double h, double fraction = 0.25);
  /// The step size within the limits of the options.
  double limited(double h) const;

 protected:
  /// The factor for the step size after an accepted step of length h, before limits.
  virtual double growth(double h, double error) const;

  double exponent_, target_, previous_error_ = 0;
  double previous_length_ = 0;  ///< Zero: no step was taken yet.

 private:
  double smallest_, largest_;
  bool repeated_ = false;
};

/// Predicts how the error changes from its last change, for implicit methods, whose steps grow and shrink by
/// orders of magnitude [Gustafsson 1994; Hairer, Wanner II, IV.8]: with h₋ and e₋ of the previous step,
///   h ← h·(θ/e)^(1/k)·min(1, h/h₋·(e₋/e)^(1/k)).
class PredictiveStepController : public StepController {
 public:
  using StepController::StepController;

 protected:
  double growth(double h, double error) const override;
};

/// A step toward an end time.
struct PlannedStep {
  double length = 0;
  bool reaches_end = false;
  bool shortened = false;  ///< True if the end time has shortened it.
};

/// The next step from t < end for a wanted length h. Near the end it is stretched by up to a tenth, or covers
/// half of the remaining time, so that no tiny step remains. Fixed steps are stretched by rounding errors
/// only.
PlannedStep plan_step(double t, double end, double h, const IntegratorOptions& options);

}  // namespace sarrus::internal
