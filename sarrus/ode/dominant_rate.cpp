#include "sarrus/ode/internal/dominant_rate.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

double length_of(In<double> x) {
  double squares = 0;
  for (const double element : x) squares += element * element;
  return std::sqrt(squares);
}

}  // namespace

DominantRate::DominantRate(InitialValueProblem& problem) : problem_(problem) {
  for (auto* array : {&direction_, &moved_, &rates_, &weights_}) array->resize(problem.size());
}

void DominantRate::begin(In<double> direction, double rate) {
  copy(direction, direction_);
  value_ = last_ratio_ = rate;
}

void DominantRate::update(double t, In<double> y, In<double> ydot, const RateFunction& rate) {
  const int n = problem_.dynamic_size();
  const In<double> direction = part(direction_, 0, n);
  problem_.calc_error_weights(t, y, weights_);
  double largest = 0;  // the direction's largest error
  for (int i = 0; i < n; ++i) largest = std::max(largest, weights_[i] * std::abs(direction[i]));
  if (!(largest > 0)) return;
  const double scale = std::sqrt(std::numeric_limits<double>::epsilon()) / largest;
  copy(y, moved_);
  add_scaled(scale, direction, moved_);
  const Out<double> rates = part(rates_, 0, n);
  rate(t, moved_, rates);
  add_scaled(-1, part(ydot, 0, n), rates);
  const double ratio = length_of(part(rates_, 0, n)) / (scale * length_of(direction));
  if (!std::isfinite(ratio) || ratio == 0) return;
  value_ = last_ratio_ > 0 ? std::sqrt(ratio * last_ratio_) : ratio;
  last_ratio_ = ratio;
  copy(rates_, direction_);
}

}  // namespace sarrus::internal
