#include "sarrus/ode/internal/implicit_method.h"

#include "sarrus/ode/internal/dense_linear_solver.h"

namespace sarrus::internal {

ImplicitMethod::ImplicitMethod(InitialValueProblem& problem, const IntegratorOptions& options,
                               int error_exponent, std::unique_ptr<StepController> controller)
    : OneStepMethod(problem, options, error_exponent, std::move(controller)),
      n_(problem.dynamic_size()),
      own_(problem.make_linear_solver()) {
  if (own_ == nullptr) (void)dense();
}

LinearSolver& ImplicitMethod::dense() {
  if (dense_ == nullptr)
    dense_ = std::make_unique<DenseLinearSolver>(
        problem_, [this](double t, In<double> y, Out<double> ydot) { evaluate(t, y, ydot); });
  return *dense_;
}

void ImplicitMethod::linearize() {
  if (linearized_here_) return;
  discard_jacobian();
  ++statistics_.jacobians;
  solver_ = own_.get();
  if (solver_ == nullptr || !solver_->linearize(time_, y_, ydot_)) {
    solver_ = &dense();
    (void)solver_->linearize(time_, y_, ydot_);
  }
  jacobian_evaluations_ = solver_->evaluations();
  if (solver_->is_exact()) ++statistics_.exact_jacobians;
  linearized_ = linearized_here_ = true;
}

void ImplicitMethod::factor(double gamma) {
  ++statistics_.factorizations;
  solver_->factor(gamma);
}

void ImplicitMethod::factor(std::complex<double> gamma) {
  ++statistics_.factorizations;
  solver_->factor(gamma);
}

void ImplicitMethod::accepted() {
  ++statistics_.implicit_steps;
  linearized_here_ = false;
}

}  // namespace sarrus::internal
