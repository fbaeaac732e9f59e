#pragma once
/// @file
#include "sarrus/complementarity/dense_rows.h"
#include "sarrus/rigid/internal/contact_rows.h"

namespace sarrus::internal {

/// A cone problem on the rows of contacts alone. With G = L·Lᵀ it is one of the speeds w = Lᵀ·r:
///
///     u = u₀ + G·r = L·(w₀ + w) + b,   b = u₀ − L·w₀,   w₀ = L⁺·u₀.
///
/// ½·|w₀ + w|² is the kinetic energy that impulses at the contacts can change.
class ContactProblem final : public RowOperator {
 public:
  ContactProblem(const ContactRows& rows, const VectorX<double>& u0, const Array<ForceSet>& sets);

  ConeProblem problem() const { return {.sets = sets_, .free_speeds = free_, .bias = bias_}; }
  /// The number of directions in which contacts can move.
  int rank() const { return rows_.speed_count(); }
  /// Adds to the bias of a row.
  void shift(int row, double bias) { bias_[row] += bias; }
  /// ½·|w₀|²
  double energy() const;

  int speed_count() const override { return rows_.speed_count(); }
  int row_count() const override { return rows_.row_count(); }
  void multiply(In<double> v, Out<double> u) const override { rows_.multiply(v, u); }
  void multiply_transposed(In<double> r, Out<double> f) const override { rows_.multiply_transposed(r, f); }
  void multiply_inertia(In<double> v, Out<double> p) const override { rows_.multiply_inertia(v, p); }
  void solve_inertia(Out<double> x) const override { rows_.solve_inertia(x); }
  void calc_diagonal(Out<double> diagonal) const override {
    std::copy(diagonal_.begin(), diagonal_.end(), diagonal.begin());
  }
  void factor(In<double> blocks) override { rows_.factor(blocks); }
  void solve(Out<double> x) const override { rows_.solve(x); }

 private:
  ContactProblem(const ContactRows& rows, const MatrixX<double>& L, const VectorX<double>& u0,
                 const Array<ForceSet>& sets);
  void remove_rounding(const VectorX<double>& u0);

  Array<ForceSet> sets_;
  DenseRows rows_;
  Array<double> diagonal_, free_, bias_;
};

}  // namespace sarrus::internal
