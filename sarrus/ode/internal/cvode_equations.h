#pragma once
/// @file
/// The equations of CVODE's implicit steps, solved by the LinearSolver of a problem.

#include <memory>

#include "sarrus/ode/integrator.h"
#include "sarrus/ode/internal/cvode_handles.h"
#include "sarrus/ode/internal/dense_linear_solver.h"
#include "sarrus/ode/linear_solver.h"

namespace sarrus::internal {

/// Solves (1 − γ·J)·x = b, which is (1/γ − J)·x = b/γ, with the structure of the problem. Where it has no
/// derivatives, with a dense matrix. Rates do not depend on integrals, whose equations are x = b: what the
/// integrals gain from changes of the other variables follows with the next iteration.
class CvodeEquations {
 public:
  /// `own` is the solver of the problem, `context` that of CVODE.
  CvodeEquations(std::unique_ptr<LinearSolver> own, InitialValueProblem& problem, RateFunction rate,
                 SUNContext context);
  CvodeEquations(const CvodeEquations&) = delete;
  CvodeEquations& operator=(const CvodeEquations&) = delete;

  /// The solver that CVODE is given, and a matrix without entries.
  SUNLinearSolver solver() const { return solver_.get(); }
  SUNMatrix matrix() const { return matrix_.get(); }
  /// Takes the derivatives of the rates at (t, y), where the rates are ydot, and counts.
  void linearize(double t, In<double> y, In<double> ydot, IntegratorStatistics& statistics);
  void factor(double gamma, IntegratorStatistics& statistics);

 private:
  static int solve_callback(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype);
  void solve(In<double> b, Out<double> x);

  std::unique_ptr<LinearSolver> own_;
  DenseLinearSolver dense_;
  LinearSolver* present_ = nullptr;  // the one of them that has linearized
  std::size_t dynamic_size_;
  double gamma_ = 0;
  CvodeHandle<SUNMatrix> matrix_;
  CvodeHandle<SUNLinearSolver> solver_;
};

}  // namespace sarrus::internal
