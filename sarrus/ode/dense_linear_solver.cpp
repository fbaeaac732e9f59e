#include "sarrus/ode/internal/dense_linear_solver.h"

namespace sarrus::internal {

DenseLinearSolver::DenseLinearSolver(InitialValueProblem& problem, RateFunction rate)
    : problem_(problem),
      rate_(std::move(rate)),
      jacobian_(problem.dynamic_size() * problem.dynamic_size()),
      real_(problem.dynamic_size()),
      complex_(problem.dynamic_size()) {
  for (auto* array : {&weights_, &increments_, &moved_, &rates_}) array->resize(problem.size());
}

bool DenseLinearSolver::linearize(double t, In<double> y, In<double> ydot) {
  time_ = t;
  const JacobianPoint point{t, y, ydot};
  is_exact_ = calc_exact_jacobian(problem_, point, jacobian_);
  if (is_exact_) return true;
  problem_.calc_error_weights(t, y, weights_);
  choose_increments(y, weights_, increments_);
  difference_rates(problem_, point, increments_, rate_, {moved_, rates_}, jacobian_);
  return true;
}

void DenseLinearSolver::factor(double gamma) { require_regular(real_.factor(gamma, jacobian_), gamma); }

void DenseLinearSolver::factor(std::complex<double> gamma) {
  require_regular(complex_.factor(gamma, jacobian_), std::abs(gamma));
}

void DenseLinearSolver::require_regular(int column, double gamma) const {
  if (column < 0) return;
  throw NumericalError(
      fmt::format("the equations of an implicit step are singular in {} at t = {:.9g}, with steps of about "
                  "{:.3g}: its rate grows as quickly as it can be followed; shorter steps may pass",
                  problem_.variable_name(column), time_, 1 / gamma),
      time_, problem_.variable_name(column));
}

}  // namespace sarrus::internal
