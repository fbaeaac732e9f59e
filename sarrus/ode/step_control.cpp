#include "sarrus/ode/internal/step_control.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sarrus::internal {

namespace {

constexpr double safety = 0.9;
constexpr double alpha = 1, beta = 0.4;
constexpr double largest_growth = 5, largest_shrinking = 0.2;
constexpr double least_growth = 1.15, least_shrinking = 0.95;
/// Smaller previous errors are not significant, such as zero in the first step of a motion from rest.
constexpr double least_previous_error = 1e-4;
/// The relative rounding error allowed in the sum of fixed steps.
constexpr double rounding = 1e-6;

}  // namespace

StepController::StepController(const IntegratorOptions& options, int exponent)
    : exponent_(exponent),
      target_(std::pow(safety, exponent)),
      smallest_(options.smallest_step),
      largest_(options.largest_step > 0 ? options.largest_step : std::numeric_limits<double>::infinity()) {
  reset();
}

void StepController::reset() {
  previous_error_ = target_;
  previous_length_ = 0;
  repeated_ = false;
}

double StepController::growth(double, double error) const {
  return std::pow(target_ / error, alpha / exponent_) * std::pow(previous_error_ / target_, beta / exponent_);
}

double PredictiveStepController::growth(double h, double error) const {
  const double last = std::pow(target_ / error, 1 / exponent_);
  if (previous_length_ == 0) return last;
  return last * std::min(1.0, h / previous_length_ * std::pow(previous_error_ / error, 1 / exponent_));
}

double StepController::after_acceptance(double h, double error, double wanted) {
  const double factor = std::clamp(growth(h, error), largest_shrinking, repeated_ ? 1 : largest_growth);
  const double length = std::max(factor * h, h < wanted ? wanted : 0);
  if (h == wanted) previous_error_ = std::max(error, least_previous_error), previous_length_ = h;
  repeated_ = false;
  const bool worth_it = length < least_shrinking * wanted || length > least_growth * wanted;
  return limited(worth_it ? length : wanted);
}

double StepController::after_rejection(double h, double error) {
  repeated_ = true;
  return h * std::clamp(std::pow(target_ / error, 1 / exponent_), largest_shrinking, safety);
}

double StepController::after_failure(double h, double fraction) {
  repeated_ = true;
  return h * fraction;
}

double StepController::limited(double h) const { return std::clamp(h, smallest_, largest_); }

PlannedStep plan_step(double t, double end, double h, const IntegratorOptions& options) {
  const double left = end - t;
  if (options.fixed_step > 0) {
    if (left <= h * (1 + rounding)) return {left, true, left < h};
    return {h, false, false};
  }
  if (left <= h) return {left, true, left < h};
  if (left <= 1.1 * h && (options.largest_step == 0 || left <= options.largest_step))
    return {left, true, false};
  if (left < 2 * h) return {left / 2, false, true};
  return {h, false, false};
}

}  // namespace sarrus::internal
