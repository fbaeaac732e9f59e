#include "sarrus/ode/integrator.h"

#include <algorithm>
#include <cmath>

namespace sarrus {

namespace {

/// Checks a step size that is given (positive) or not (zero).
void check_length(const char* name, double length) {
  require(std::isfinite(length) && length >= 0,
          "{} = {} is not a length of steps; give a positive number, or 0 to leave it to the method", name,
          length);
}

/// Checks that the first of two given lengths is not larger than the second.
void check_not_above(const char* small_name, double small, const char* large_name, double large) {
  require(small == 0 || large == 0 || small <= large, "{} = {} is larger than {} = {}; change one of them",
          small_name, small, large_name, large);
}

void check_options(const IntegratorOptions& options) {
  require(options.accuracy >= 1e-15 && options.accuracy <= 1,
          "accuracy = {}: the accuracy must be between 1e-15 and 1, such as 1e-3", options.accuracy);
  check_length("fixed_step", options.fixed_step);
  check_length("initial_step", options.initial_step);
  check_length("smallest_step", options.smallest_step);
  check_length("largest_step", options.largest_step);
  check_not_above("smallest_step", options.smallest_step, "largest_step", options.largest_step);
  check_not_above("smallest_step", options.smallest_step, "initial_step", options.initial_step);
  check_not_above("initial_step", options.initial_step, "largest_step", options.largest_step);
  check_not_above("smallest_step", options.smallest_step, "fixed_step", options.fixed_step);
  check_not_above("fixed_step", options.fixed_step, "largest_step", options.largest_step);
  require(options.fixed_step == 0 || options.initial_step == 0 || options.initial_step == options.fixed_step,
          "initial_step = {} contradicts fixed_step = {}; leave one of them at 0", options.initial_step,
          options.fixed_step);
}

}  // namespace

Integrator::Integrator(InitialValueProblem& problem, const IntegratorOptions& options)
    : problem_(problem), options_(options) {
  check_options(options);
  const std::size_t n = problem.size();
  y_.resize(n), ydot_.resize(n);
}

void Integrator::start(double t, In<double> y) {
  started_ = false;
  statistics_ = {};
  go_to(t, y);
  do_start();
  started_ = true;
}

void Integrator::restart(double t, In<double> y, Restart depth) {
  require(started_, "{}: restart() goes on with what start() has begun; call that first", name());
  require(t >= previous_time_ && t <= time_, "{}: restart at t = {}, but the last step went from {} to {}",
          name(), t, previous_time_, time_);
  started_ = false;
  go_to(t, y);
  ++statistics_.restarts;
  do_restart(depth);
  started_ = true;
}

void Integrator::step(double end) {
  require(started_, "{}: where the integration begins is not known; call start() first", name());
  require(end >= time_,
          "{}: cannot go from t = {} back to {}; integration runs forward only. Integrate the problem with "
          "−t for t",
          name(), time_, end);
  if (end > time_) do_step(end);
}

void Integrator::go_to(double t, In<double> y) {
  require_size(y, problem_.size(), "y", "the number of variables");
  require(std::isfinite(t), "{}: t = {} is not a time to begin at", name(), t);
  require_finite("", t, y);
  time_ = previous_time_ = t;
  std::copy(y.begin(), y.end(), y_.begin());
  evaluate(time_, y_, ydot_);
  require_finite("the rate of ", t, ydot_);
}

void Integrator::evaluate(double t, In<double> y, Out<double> ydot) const {
  ++statistics_.evaluations;
  problem_.calc_derivative(t, y, ydot);
}

bool Integrator::project(double t, Out<double> y, Out<double> error) {
  ++statistics_.projections;
  return problem_.project(t, y, error);
}

void Integrator::require_finite(const char* what, double t, In<double> values) const {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) [[unlikely]]
      throw NumericalError(fmt::format("{}{} is {} at t = {:.9g}", what,
                                       problem_.variable_name(static_cast<int>(i)), describe(values[i]), t),
                           t, problem_.variable_name(static_cast<int>(i)), values[i]);
}

void Integrator::check_interpolation(double t, Out<double> y) const {
  require_size(y, problem_.size(), "y", "the number of variables");
  require(t >= previous_time_ && t <= time_,
          "{}: cannot interpolate at t = {}: the last step went from {} to {}", name(), t, previous_time_,
          time_);
}

void Integrator::count_step(double h, double error_fraction) {
  IntegratorStatistics& s = statistics_;
  s.smallest_step = s.steps == 0 ? h : std::min(s.smallest_step, h);
  s.largest_step = std::max(s.largest_step, h);
  s.largest_error = std::max(s.largest_error, error_fraction);
  s.summed_error += error_fraction * options_.accuracy;
  ++s.steps;
}

}  // namespace sarrus
