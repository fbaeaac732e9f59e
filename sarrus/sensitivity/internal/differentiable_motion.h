#pragma once
/// @file
#include <memory>

#include "sarrus/ode/integrator.h"
#include "sarrus/sensitivity/internal/linear_step.h"
#include "sarrus/sensitivity/sensitivity_options.h"

namespace sarrus::internal {

/// A motion by an explicit Runge–Kutta method whose steps can be differentiated.
class DifferentiableMotion {
 public:
  DifferentiableMotion(const State& initial, const SensitivityOptions& options);

  /// Takes a step that ends at `end` at the latest. The step was from previous_time() to time().
  void step(double end) { integrator_->step(end); }
  double time() const { return integrator_->time(); }
  double previous_time() const { return integrator_->previous_time(); }
  In<double> y() const { return integrator_->y(); }
  /// Brings the state to a point of the motion.
  const State& state_at(double t, In<double> y);
  const Array<NamedValue>& parameters() const { return parameters_; }
  LinearStep& linear_step() { return step_; }
  /// Computes y1 at t1 from y0 at t0 by one step, with the very numbers of the integrator.
  void repeat_step(double t0, double t1, Array<double>& y);

 private:
  Array<NamedValue> parameters_;
  const ButcherTableau& method_;
  SystemProblem problem_;
  std::unique_ptr<Integrator> integrator_;
  LinearStep step_;
  std::unique_ptr<Integrator> again_;  // takes steps again, each of a given length
};

}  // namespace sarrus::internal
