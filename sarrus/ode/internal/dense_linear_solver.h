#pragma once
/// @file
/// The linear equations of implicit methods with the Jacobian as a dense matrix.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/jacobian.h"
#include "sarrus/ode/linear_solver.h"
#include "sarrus/sparse/internal/dense_lu.h"

namespace sarrus::internal {

/// Works for every problem: the Jacobian is exact if the problem has one, and differenced otherwise.
class DenseLinearSolver : public LinearSolver {
 public:
  DenseLinearSolver(InitialValueProblem& problem, RateFunction rate);

  bool linearize(double t, In<double> y, In<double> ydot) override;
  bool is_exact() const override { return is_exact_; }
  int evaluations() const override { return is_exact_ ? 0 : problem_.dynamic_size(); }
  void factor(double gamma) override;
  void factor(std::complex<double> gamma) override;
  void solve(Out<double> b) override { real_.solve(b); }
  void solve(Out<std::complex<double>> b) override { complex_.solve(b); }

 private:
  void require_regular(int column, double gamma) const;

  InitialValueProblem& problem_;
  RateFunction rate_;
  double time_ = 0;
  bool is_exact_ = false;
  Array<double> jacobian_, weights_, increments_, moved_, rates_;
  DenseLu<double> real_;
  DenseLu<std::complex<double>> complex_;
};

}  // namespace sarrus::internal
