#pragma once
/// @file
/// The common part of one-step methods: steps are tried, their errors measured, and rejected steps repeated.

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/ode/internal/step_control.h"
#include "sarrus/ode/internal/step_history.h"

namespace sarrus::internal {

/// A one-step method: it goes from (t₀, y₀, ẏ₀) to (t₁, y₁, ẏ₁) without any history.
class OneStepMethod : public Integrator {
 public:
  bool has_error_control() const override { return options_.fixed_step == 0; }
  void interpolate(double t, Out<double> y) const override;

 protected:
  /// The error estimate of a step of length h is proportional to h^error_exponent. Without a controller,
  /// steps are chosen by a StepController.
  OneStepMethod(InitialValueProblem& problem, const IntegratorOptions& options, int error_exponent,
                std::unique_ptr<StepController> controller = nullptr);

  /// Tries the step from (time_, y_, ydot_) to t1: sets new_y_, and error_, which is zero at the call.
  virtual void attempt(double t1) = 0;
  /// Sets new_ydot_ at (t1, new_y_), which projection may have moved since attempt().
  virtual void finish(double t1, bool moved);
  /// Dense output within the last step, at t = previous_time_ + fraction·(time_ − previous_time_): by default
  /// the Hermite cubic with the values and rates at both ends, of order three, plus the method's refine().
  virtual void calc_dense(double fraction, Out<double> y) const;
  /// Adds the method's own dense output to the Hermite cubic.
  virtual void refine(double fraction, Out<double> y) const;
  /// Called when a step is accepted, before time_ changes.
  virtual void accepted() {}
  /// Called at a start or restart: the past, and what was computed from the problem, is no longer valid.
  virtual void forget() {}

  void do_start() override;
  void do_restart(Restart depth) override;
  void do_step(double end) override;

  Array<double> new_y_, new_ydot_, error_;
  Array<double> old_y_, old_ydot_;  ///< Values at previous_time_.

 private:
  double first_step();
  StepAttempt try_step(double t1);
  void accept(double t1, const StepAttempt& attempt);
  [[noreturn]] void give_up(double least);

  int error_exponent_;
  std::unique_ptr<StepController> controller_;
  StepHistory history_;
};

}  // namespace sarrus::internal
