#pragma once
/// @file
#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// A RowOperator of dense matrices: for problems that are given as such, and as a twin of quicker ones.
class DenseRows final : public RowOperator {
 public:
  /// Throws unless M is symmetric positive definite and J has as many columns.
  DenseRows(const MatrixX<double>& M, const MatrixX<double>& J, std::span<const ForceSet> sets);

  int speed_count() const override { return static_cast<int>(M_.rows()); }
  int row_count() const override { return static_cast<int>(J_.rows()); }
  void multiply(In<double> v, Out<double> u) const override;
  void multiply_transposed(In<double> r, Out<double> f) const override;
  void multiply_inertia(In<double> v, Out<double> p) const override;
  void solve_inertia(Out<double> x) const override;
  void factor(In<double> blocks) override;
  void solve(Out<double> x) const override;

 private:
  MatrixX<double> M_, J_, inertia_factor_, factor_;
  Array<ForceSet> sets_;
};

}  // namespace sarrus
