#include "sarrus/ode/internal/semi_explicit_euler.h"

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

SemiExplicitEuler::SemiExplicitEuler(InitialValueProblem& problem, const IntegratorOptions& options)
    : OneStepMethod(problem, options, 2) {
  whole_.resize(y_.size()), half_.resize(y_.size()), half_ydot_.resize(y_.size());
  qdot_.resize(problem.nq());
}

void SemiExplicitEuler::advance(double t, In<double> y, In<double> ydot, double h, Out<double> result) {
  const int nq = problem_.nq(), nu = problem_.nu();
  set_sum(y, h, ydot, result);
  problem_.calc_qdot(t, part(y, 0, nq), part(result, nq, nu), qdot_);
  set_sum(part(y, 0, nq), h, qdot_, result);
}

void SemiExplicitEuler::attempt(double t1) {
  const double h = t1 - time_;
  if (!has_error_control()) return advance(time_, y_, ydot_, h, new_y_);

  const double middle = time_ + h / 2;
  advance(time_, y_, ydot_, h, whole_);
  advance(time_, y_, ydot_, h / 2, half_);
  evaluate(middle, half_, half_ydot_);
  advance(middle, half_, half_ydot_, h / 2, new_y_);
  set_sum(new_y_, -1, whole_, error_);
}

}  // namespace sarrus::internal
