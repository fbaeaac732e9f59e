#include "sarrus/ode/internal/automatic.h"

#include <algorithm>

#include "sarrus/ode/internal/radau5.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

/// A problem with more variables does not become implicit: its matrices would take gigabytes.
constexpr int largest_size = 4000;
/// From this h·|λ| of the stages on, the rate is estimated more carefully.
constexpr double suspicious = 0.7;

}  // namespace

Automatic::Automatic(InitialValueProblem& problem, const IntegratorOptions& options)
    : RungeKutta(dormand_prince5_tableau(), problem, options),
      watch_(problem.dynamic_size(), problem.equations()),
      rate_(problem),
      direction_(problem.size()) {}

void Automatic::do_start() {
  watch_.reset();
  rate_.forget();
  is_implicit_ = wants_switch_ = last_was_implicit_ = false;
  RungeKutta::do_start();
}

void Automatic::do_restart(Restart depth) {
  last_was_implicit_ = false;
  rate_.forget();
  if (!is_implicit_) return RungeKutta::do_restart(depth);
  implicit_->restart(time_, y_, depth);
  add_statistics();
  next_step_ = implicit_->next_step();
}

void Automatic::do_step(double end) {
  if (std::exchange(wants_switch_, false)) is_implicit_ ? begin_explicit() : begin_implicit();
  is_implicit_ ? step_implicitly(end) : step_explicitly(end);
}

void Automatic::step_explicitly(double end) {
  RungeKutta::do_step(end);
  last_was_implicit_ = false;
  if (!has_error_control() || !watch_.wants_estimate()) return;
  const double h = time_ - previous_time_;
  stiffness_ = estimate_stiffness();
  if (stiffness_ > suspicious && watch_.is_calm()) refine_rate(stiffness_ / h);
  stiffness_ = std::max(stiffness_, h * rate_.value());
  wants_switch_ =
      watch_.is_stiff(stiffness_, statistics_.evaluations) && problem_.dynamic_size() <= largest_size;
}

/// Iterates for the dominant rate once, beginning with the estimate from the stages. That is too small where
/// slow variables hide the fast ones.
void Automatic::refine_rate(double estimate) {
  if (rate_.value() < estimate) {
    get_fast_direction(direction_);
    rate_.begin(direction_, estimate);
  }
  const auto rate = [this](double t, In<double> y, Out<double> ydot) { evaluate(t, y, ydot); };
  try {
    rate_.update(time_, y_, ydot_, rate);
  } catch (const std::exception&) {  // the rates nearby are not known: the last estimate stays
  }
}

void Automatic::begin_implicit() {
  watch_.begin_implicit(next_step_, rate_.value(), statistics_);
  if (implicit_ == nullptr) implicit_ = std::make_unique<Radau5>(problem_, options_);
  counted_ = {};
  implicit_->start(time_, y_);
  add_statistics();
  is_implicit_ = true;
  if (statistics_.switches++ == 0) statistics_.first_switch = time_;
}

void Automatic::begin_explicit() {
  is_implicit_ = false;
  ++statistics_.switches;
  watch_.begin_explicit(statistics_);
  next_step_ = std::min(next_step_, watch_.explicit_step());
  rate_.forget();
  RungeKutta::do_restart(Restart::derivative);
}

/// Where the implicit method cannot go on, the explicit one may.
void Automatic::step_implicitly(double end) {
  try {
    implicit_->step(end);
  } catch (const NumericalError&) {
    add_statistics();
    begin_explicit();
    return step_explicitly(end);
  }
  take_over_step();
  refine_rate(0);
  wants_switch_ = watch_.is_too_expensive(time_ - previous_time_, rate_.value(), statistics_);
}

void Automatic::take_over_step() {
  copy(y_, old_y_), copy(ydot_, old_ydot_);
  copy(implicit_->y(), y_), copy(implicit_->ydot(), ydot_);
  previous_time_ = implicit_->previous_time();
  time_ = implicit_->time();
  next_step_ = implicit_->next_step();
  last_was_implicit_ = true;
  add_statistics();
}

void Automatic::add_statistics() {
  const IntegratorStatistics& now = implicit_->statistics();
  IntegratorStatistics& sum = statistics_;
  if (now.steps > counted_.steps) {
    sum.smallest_step = sum.steps == 0 ? now.smallest_step : std::min(sum.smallest_step, now.smallest_step);
    sum.largest_step = std::max(sum.largest_step, now.largest_step);
    sum.largest_error = std::max(sum.largest_error, now.largest_error);
  }
  for (const auto count : {&IntegratorStatistics::steps, &IntegratorStatistics::error_rejections,
                           &IntegratorStatistics::failure_rejections, &IntegratorStatistics::evaluations,
                           &IntegratorStatistics::projections, &IntegratorStatistics::jacobians,
                           &IntegratorStatistics::exact_jacobians, &IntegratorStatistics::factorizations,
                           &IntegratorStatistics::iterations, &IntegratorStatistics::implicit_steps})
    sum.*count += now.*count - counted_.*count;
  sum.summed_error += now.summed_error - counted_.summed_error;
  counted_ = now;
}

void Automatic::interpolate(double t, Out<double> y) const {
  if (!last_was_implicit_) return RungeKutta::interpolate(t, y);
  implicit_->interpolate(t, y);
}

}  // namespace sarrus::internal
