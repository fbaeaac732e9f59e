#include "sarrus/ode/internal/rodas4.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/ode/internal/rodas4_coefficients.h"
#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

/// The part of a step over which rates are differenced in time.
constexpr double time_increment = 1e-7;

}  // namespace

Rodas4::Rodas4(InitialValueProblem& problem, const IntegratorOptions& options)
    : ImplicitMethod(problem, options, 4) {
  for (auto& stage : stages_) stage.resize(y_.size());
  for (auto& coefficient : cubic_) coefficient.resize(y_.size());
  time_derivative_.resize(y_.size()), rate_.resize(y_.size());
}

void Rodas4::attempt(double t1) {
  const double h = t1 - time_;
  if (!is_linearized_here()) {
    calc_time_derivative(h);
    linearize();
  }
  factor(1 / (rodas::diagonal * h));
  for (std::size_t i = 0; i < stages; ++i) calc_stage(i, t1);
  add_scaled(1, dynamic(stages_[stages - 1]), new_y_);
  copy(dynamic(stages_[stages - 1]), error_);
  for (std::size_t k = 0; k < cubic_.size(); ++k) {
    std::fill(cubic_[k].begin(), cubic_[k].end(), 0.0);
    for (std::size_t j = 0; j < 5; ++j) add_scaled(rodas::dense[k][j], stages_[j], cubic_[k]);
  }
}

/// ∂f/∂t by a forward difference.
void Rodas4::calc_time_derivative(double h) {
  const double resolution = 16 * std::numeric_limits<double>::epsilon() * std::abs(time_);
  const double later = time_ + std::max(time_increment * h, resolution);
  evaluate(later, y_, dynamic(time_derivative_));
  require_finite("the rate of ", later, dynamic(time_derivative_));
  for (std::size_t i = 0; i < dynamic_size(); ++i)
    time_derivative_[i] = (time_derivative_[i] - ydot_[i]) / (later - time_);
}

/// Computes Uᵢ, and leaves the argument of its rate in new_y_.
void Rodas4::calc_stage(std::size_t i, double t1) {
  const double h = t1 - time_;
  const Out<double> stage = dynamic(stages_[i]);
  copy(y_, new_y_);
  if (i == 0) {
    std::copy_n(ydot_.begin(), dynamic_size(), stage.begin());
  } else {
    for (std::size_t j = 0; j < i; ++j) add_scaled(rodas::a[i][j], dynamic(stages_[j]), new_y_);
    evaluate(rodas::nodes[i] == 1 ? t1 : time_ + rodas::nodes[i] * h, new_y_, stage);
    require_finite("the rate of ", t1, stage);
    for (std::size_t j = 0; j < i; ++j) add_scaled(rodas::c[i][j] / h, dynamic(stages_[j]), stage);
  }
  if (rodas::time_weights[i] != 0) add_scaled(rodas::time_weights[i] * h, dynamic(time_derivative_), stage);
  solve(stage);
}

void Rodas4::finish(double t1, bool) {
  evaluate(t1, new_y_, new_ydot_);
  if (dynamic_size() < y_.size()) add_integrals(t1);
}

/// Simpson's rule, with the variables in the middle from dense output.
void Rodas4::add_integrals(double t1) {
  const double h = t1 - time_;
  copy(y_, error_);  // no longer needed
  calc_cubic(0.5, y_, new_y_, error_);
  evaluate(time_ + h / 2, error_, rate_);
  require_finite("the rate of ", time_ + h / 2, rate_);
  for (std::size_t i = dynamic_size(); i < y_.size(); ++i)
    new_y_[i] = y_[i] + h / 6 * (ydot_[i] + 4 * rate_[i] + new_ydot_[i]);
}

void Rodas4::calc_cubic(double s, In<double> from, In<double> to, Out<double> y) const {
  for (std::size_t i = 0; i < dynamic_size(); ++i)
    y[i] = (1 - s) * from[i] + s * (to[i] + (1 - s) * (cubic_[0][i] + s * cubic_[1][i]));
}

void Rodas4::calc_dense(double s, Out<double> y) const {
  ImplicitMethod::calc_dense(s, y);  // the Hermite cubic, for the integrals
  calc_cubic(s, old_y_, y_, y);
}

}  // namespace sarrus::internal
