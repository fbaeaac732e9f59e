#pragma once
/// @file
/// The common part of implicit one-step methods: their linear equations, and how changes are measured.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/one_step.h"
#include "sarrus/ode/linear_solver.h"

namespace sarrus::internal {

/// A method that solves linear equations with the matrix γ·1 − J, J = ∂ẏ/∂y. The integrals take no part in
/// them: vectors of the equations have dynamic_size() elements.
class ImplicitMethod : public OneStepMethod {
 protected:
  ImplicitMethod(InitialValueProblem& problem, const IntegratorOptions& options, int error_exponent,
                 std::unique_ptr<StepController> controller = nullptr);

  /// Computes the Jacobian at the beginning of the step, unless the present one was computed there.
  void linearize();
  /// True if the Jacobian is that at the beginning of the step.
  bool is_linearized_here() const { return linearized_here_; }
  /// True if there is a Jacobian, of this step or an earlier one.
  bool is_linearized() const { return linearized_; }
  /// The evaluations that the last Jacobian has cost; none if it is exact.
  std::int64_t jacobian_evaluations() const { return jacobian_evaluations_; }
  /// Wants a new Jacobian in the next step.
  void discard_jacobian() { linearized_ = linearized_here_ = false; }

  void factor(double gamma);
  void factor(std::complex<double> gamma);
  void solve(Out<double> b) { solver_->solve(dynamic(b)); }
  void solve(Out<std::complex<double>> b) { solver_->solve(b); }

  /// The variables without the integrals.
  Out<double> dynamic(Out<double> y) const { return {y.data(), n_}; }
  std::size_t dynamic_size() const { return n_; }

  void accepted() override;
  void forget() override { discard_jacobian(); }

 private:
  LinearSolver& dense();

  std::size_t n_;
  std::unique_ptr<LinearSolver> own_, dense_;  // the problem's, if it has one; of a dense matrix
  LinearSolver* solver_ = nullptr;             // the one of them that has linearized
  std::int64_t jacobian_evaluations_ = 0;
  bool linearized_ = false, linearized_here_ = false;
};

}  // namespace sarrus::internal
