#pragma once
/// @file
/// How long steps are: what follows from the error of the last ones, and how they fit into the time that is
/// left.

#include "sarrus/ode/integrator.h"

namespace sarrus::detail {

/// Chooses the length of steps so that their errors stay below one; errors are fractions of the accuracy.
///
/// A proportional–integral controller [Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I,
/// II.4; Hairer, Wanner: II, IV.2]. An error that is proportional to h^k is steered to θ = 0.9^k, which a
/// step 0.9 times as long as the longest allowed makes:
///   h ← h·(θ/e)^(α/k)·(e₋/θ)^(β/k),  e₋ the error of the step before.
/// The factor is between 0.2 and 5. Growth by less than 15 % and shrinking by less than 5 % are not worth it.
class StepController {
 public:
  /// The error of a step of length h is proportional to h^exponent.
  StepController(const IntegratorOptions& options, int exponent);

  /// Forgets the errors of the past.
  void reset();
  /// The length that follows an accepted step, never longer right after a step that was repeated. A step that
  /// was shortened for other reasons than its error, where a `wanted` one would have been longer, says
  /// little.
  double after_acceptance(double h, double error, double wanted);
  /// The length to repeat a step with whose error was too large.
  double after_rejection(double h, double error);
  /// The length to repeat a step with that could not be computed: a quarter.
  double after_failure(double h);
  /// A length within the limits of the options.
  double limited(double h) const;

 private:
  double smallest_, largest_, exponent_, target_, previous_error_;
  bool repeated_ = false;
};

/// A step on the way to an end.
struct PlannedStep {
  double length = 0;
  bool reaches_end = false;
  bool shortened = false;  ///< By the end: says nothing about how long the step could have been.
};

/// The next step from t if a step of length h were wanted, t < end. Near the end it is stretched by up to a
/// tenth, or halves what is left, so that no tiny step remains. Fixed steps are stretched by rounding errors
/// only.
PlannedStep plan_step(double t, double end, double h, const IntegratorOptions& options);

}  // namespace sarrus::detail
