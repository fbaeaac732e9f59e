#include "sarrus/ode/internal/cvode_equations.h"

#include <algorithm>
#include <utility>

namespace sarrus::internal {

CvodeEquations::CvodeEquations(std::unique_ptr<LinearSolver> own, InitialValueProblem& problem,
                               RateFunction rate, SUNContext context)
    : own_(std::move(own)),
      dense_(problem, std::move(rate)),
      dynamic_size_(problem.dynamic_size()),
      matrix_(SUNMatNewEmpty(context)),
      solver_(SUNLinSolNewEmpty(context)) {
  require(matrix_ != nullptr && solver_ != nullptr, "CVODE: no memory for a linear solver");
  matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  solver_->content = this;
  solver_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver_->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver_->ops->solve = solve_callback;
  solver_->ops->free = [](SUNLinearSolver solver) {
    solver->content = nullptr;  // it is not SUNDIALS' to free
    SUNLinSolFreeEmpty(solver);
    return 0;
  };
}

void CvodeEquations::linearize(double t, In<double> y, In<double> ydot, IntegratorStatistics& statistics) {
  ++statistics.jacobians;
  present_ = own_.get();
  if (!present_->linearize(t, y, ydot)) {
    present_ = &dense_;
    (void)present_->linearize(t, y, ydot);
  }
  if (present_->is_exact()) ++statistics.exact_jacobians;
}

void CvodeEquations::factor(double gamma, IntegratorStatistics& statistics) {
  ++statistics.factorizations;
  gamma_ = gamma;
  present_->factor(1 / gamma);
}

void CvodeEquations::solve(In<double> b, Out<double> x) {
  std::copy(b.begin(), b.end(), x.begin());
  const Out<double> dynamic(x.data(), dynamic_size_);
  for (double& value : dynamic) value /= gamma_;
  present_->solve(dynamic);
}

int CvodeEquations::solve_callback(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  const std::size_t size = N_VGetLength(b);
  static_cast<CvodeEquations*>(solver->content)
      ->solve({N_VGetArrayPointer(b), size}, {N_VGetArrayPointer(x), size});
  return 0;
}

}  // namespace sarrus::internal
