#pragma once
/// @file
#include <memory>
#include <optional>

#include "sarrus/ode/integrator.h"
#include "sarrus/sensitivity/internal/linear_step.h"
#include "sarrus/sensitivity/internal/motion_events.h"
#include "sarrus/sensitivity/sensitivity_options.h"

namespace sarrus::internal {

/// A motion by a Runge–Kutta method whose steps and events can be differentiated.
class DifferentiableMotion {
 public:
  DifferentiableMotion(const State& initial, const SensitivityOptions& options);

  /// Takes a step, which ends at an event, or at `end` at the latest. It was from previous_time() to time().
  void step(double end);
  double time() const { return end_; }
  double previous_time() const { return begin_; }
  /// True if the last step was that of an implicit method.
  bool is_implicit() const { return is_implicit_; }
  /// The variables at time(), after the event if there was one.
  In<double> y() const { return integrator_->y(); }
  /// The event at the end of the last step, or at the start; nullptr: there was none.
  const EventJump* jump() const { return jump_ ? &*jump_ : nullptr; }
  /// True if a handler has ended the motion.
  bool is_over() const { return is_over_; }

  /// Brings the state to a point of the motion since the last event.
  const State& state_at(double t, In<double> y);
  /// Makes the discrete variables those of `state`, to compute steps after another event again.
  void return_to(const State& state) { problem_.state() = state; }
  const Array<NamedValue>& parameters() const { return parameters_; }
  LinearStep& linear_step() { return step_; }
  const StepFormula& formula(bool is_implicit) const { return is_implicit ? method_.stiff : method_.usual; }
  /// Computes y1 at t1 from y0 at t0 by one step, with the very numbers of the integrator; those of implicit
  /// steps to the tolerance of their iterations.
  void repeat_step(double t0, double t1, bool is_implicit, Array<double>& y);

 private:
  void go_to_crossing(const MotionEvents::Crossing& crossing, const Array<double>& y0);
  void note(std::optional<EventJump> jump);
  void start();

  Array<NamedValue> parameters_;
  DifferentiableMethod method_;
  SystemProblem problem_;
  std::unique_ptr<Integrator> integrator_;
  LinearStep step_;
  MotionEvents events_;
  std::unique_ptr<Integrator> again_, implicit_again_;  // take steps again, each of a given length
  double begin_ = 0, end_ = 0;
  std::optional<EventJump> jump_;
  bool is_over_ = false, is_implicit_ = false;
};

}  // namespace sarrus::internal
