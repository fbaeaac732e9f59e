#include "sarrus/ode/internal/one_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/ode/internal/initial_step.h"
#include "sarrus/ode/internal/nonconvergence.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {
constexpr double shortening_after_refusal = 0.83;
}

OneStepMethod::OneStepMethod(InitialValueProblem& problem, const IntegratorOptions& options,
                             int error_exponent, std::unique_ptr<StepController> controller)
    : Integrator(problem, options),
      error_exponent_(error_exponent),
      controller_(controller ? std::move(controller)
                             : std::make_unique<StepController>(options, error_exponent)) {
  for (auto* array : {&new_y_, &new_ydot_, &error_, &old_y_, &old_ydot_}) array->resize(y_.size());
}

void OneStepMethod::finish(double t1, bool) { evaluate(t1, new_y_, new_ydot_); }

void OneStepMethod::refine(double, Out<double>) const {}

void OneStepMethod::do_start() {
  controller_->reset();
  history_.clear();
  forget();
  next_step_ = first_step();
}

void OneStepMethod::do_restart(Restart depth) {
  controller_->reset();
  history_.clear();
  forget();
  if (depth == Restart::variables) next_step_ = first_step();
}

double OneStepMethod::first_step() {
  if (options_.fixed_step > 0) return options_.fixed_step;
  if (options_.initial_step > 0) return options_.initial_step;
  const auto rate = [&](double t, In<double> y, Out<double> ydot) { evaluate(t, y, ydot); };
  return controller_->limited(choose_initial_step({problem_, options_, error_exponent_, time_, y_, ydot_},
                                                  rate, {new_y_, new_ydot_, error_}));
}

void OneStepMethod::do_step(double end) {
  const PlannedStep plan = plan_step(time_, end, next_step_, options_);
  const double least = std::max(options_.smallest_step, 16 * std::numeric_limits<double>::epsilon() *
                                                            std::max(std::abs(time_), plan.length));
  double h = plan.length;
  bool refused = false;  // all repetitions so far were due to refusals
  for (bool first = true;; first = false) {
    const double t1 = first && plan.reaches_end ? end : time_ + h;
    const StepAttempt tried = try_step(t1);
    history_.add(tried);
    if (!tried.failed && (tried.error <= 1 || !has_error_control())) {
      const double wanted = refused || (first && plan.shortened) ? std::max(h, next_step_) : h;
      if (has_error_control()) next_step_ = controller_->after_acceptance(h, tried.error, wanted);
      return accept(t1, tried);
    }
    ++(tried.failed ? statistics_.failure_rejections : statistics_.error_rejections);
    if (h <= least || !has_error_control()) give_up(least);
    refused = tried.refused && (first || refused);
    if (tried.refused)
      h *= shortening_after_refusal;
    else
      h = tried.failed ? controller_->after_failure(h, tried.fraction)
                       : controller_->after_rejection(h, tried.error);
    h = std::max(h, least);
  }
}

StepAttempt OneStepMethod::try_step(double t1) {
  StepAttempt tried{time_, t1 - time_};
  try {
    std::fill(error_.begin(), error_.end(), 0.0);
    attempt(t1);
    require_finite("", t1, new_y_);
    const bool moved = project(t1, new_y_, error_);
    const ErrorSize size = problem_.measure_error(time_, y_, error_, options_.norm);
    tried.error = size.size / options_.accuracy;
    tried.worst = size.worst;
    if (!std::isfinite(tried.error)) [[unlikely]]
      fail("the error of {} is {} at t = {:.9g}", problem_.variable_name(size.worst), describe(size.size),
           t1);
    if (tried.error <= 1 || !has_error_control()) {
      finish(t1, moved);
      require_finite("the rate of ", t1, new_ydot_);
    }
  } catch (const std::exception& exception) {
    tried.failed = true;
    tried.refused = dynamic_cast<const StepRefusal*>(&exception) != nullptr;
    if (const auto* newton = dynamic_cast<const Nonconvergence*>(&exception))
      tried.fraction = newton->fraction();
    tried.worst = -1;  // the error of a failed step is not known
    history_.set_failure(exception.what());
  }
  return tried;
}

void OneStepMethod::accept(double t1, const StepAttempt& tried) {
  accepted();
  copy(y_, old_y_), copy(ydot_, old_ydot_);
  copy(new_y_, y_), copy(new_ydot_, ydot_);
  previous_time_ = time_;
  time_ = t1;
  count_step(tried.length, tried.error);
}

void OneStepMethod::give_up(double least) {
  previous_time_ = time_;  // the data for dense output belong to the failed attempts
  history_.give_up(*this, problem_,
                   has_error_control()
                       ? fmt::format("a step would have to be shorter than {:.3g}, {}", least,
                                     least == options_.smallest_step ? "which is the smallest allowed"
                                                                     : "too short for the precision of time")
                       : fmt::format("steps are fixed at {:.3g}, and this one could not be computed",
                                     options_.fixed_step));
}

void OneStepMethod::interpolate(double t, Out<double> y) const {
  check_interpolation(t, y);
  if (t == time_) return copy(y_, y);
  calc_dense((t - previous_time_) / (time_ - previous_time_), y);
}

void OneStepMethod::calc_dense(double s, Out<double> y) const {
  // y = y₀ + s²(3 − 2s)·(y₁ − y₀) + h·s(1 − s)²·ẏ₀ − h·s²(1 − s)·ẏ₁
  const double h = time_ - previous_time_;
  const double rise = s * s * (3 - 2 * s), first = h * s * (1 - s) * (1 - s), last = -h * s * s * (1 - s);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = old_y_[i] + rise * (y_[i] - old_y_[i]) + first * old_ydot_[i] + last * ydot_[i];
  refine(s, y);
}

}  // namespace sarrus::internal
