#include "sarrus/ode/internal/implicit_euler.h"

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

ImplicitEuler::ImplicitEuler(InitialValueProblem& problem, const IntegratorOptions& options)
    : ImplicitMethod(problem, options, 2), rate_(y_.size()) {}

void ImplicitEuler::attempt(double t1) {
  const double h = t1 - time_;
  linearize();
  factor(1 / h);
  evaluate(t1, y_, dynamic(rate_));
  require_finite("the rate of ", t1, dynamic(rate_));
  solve(rate_);
  copy(y_, new_y_);
  add_scaled(1, dynamic(rate_), new_y_);
  if (has_error_control()) estimate_error(t1);
}

void ImplicitEuler::estimate_error(double t1) {
  const double h = t1 - time_;
  evaluate(t1, new_y_, rate_);
  require_finite("the rate of ", t1, rate_);
  for (std::size_t i = 0; i < dynamic_size(); ++i)
    error_[i] = (ydot_[i] + rate_[i]) / 2 - (new_y_[i] - y_[i]) / h;
  solve(error_);
}

void ImplicitEuler::finish(double t1, bool moved) {
  if (moved || !has_error_control())
    evaluate(t1, new_y_, new_ydot_);
  else
    copy(rate_, new_ydot_);
  const double h = t1 - time_;
  for (std::size_t i = dynamic_size(); i < y_.size(); ++i)
    new_y_[i] = y_[i] + h / 2 * (ydot_[i] + new_ydot_[i]);
}

void ImplicitEuler::calc_dense(double s, Out<double> y) const {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = old_y_[i] + s * (y_[i] - old_y_[i]);
}

}  // namespace sarrus::internal
