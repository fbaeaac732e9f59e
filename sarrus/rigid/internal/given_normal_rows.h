#pragma once
/// @file
/// Friction under normal impulses that are given, as a cone problem. A contact whose normal impulse is p gets
/// a second set of rows: its tangential rows act on the same bodies, its normal row on a speed w of its own,
/// with the inertia ε and the free speed −p/ε. Whatever the bodies do, w ends at zero, and the normal impulse
/// of that set is ε·(0 − (−p/ε)) = p exactly.

#include "sarrus/base/array.h"
#include "sarrus/complementarity/cone_problem.h"

namespace sarrus::internal {

/// The rows of another operator, and those of contacts with given normal impulses after them.
class GivenNormalRows final : public RowOperator {
 public:
  /// Begins anew. The sets are those of `base`.
  void begin(RowOperator& base, std::span<const ForceSet> sets);
  /// Adds the contact with the number `set`; `inertia` is ε.
  void add(int set, double inertia);

  int speed_count() const override { return base_->speed_count() + static_cast<int>(contacts_.size()); }
  int row_count() const override { return rows_; }
  void multiply(In<double> v, Out<double> u) const override;
  void multiply_transposed(In<double> r, Out<double> f) const override;
  void multiply_inertia(In<double> v, Out<double> p) const override;
  void solve_inertia(Out<double> x) const override;
  void calc_diagonal(Out<double> diagonal) const override;
  void calc_matrix(Out<double> G) const override;
  void factor(In<double> blocks) override;
  void solve(Out<double> x) const override;

 private:
  struct Contact {
    int rows, first_base_row, first_base_block, first_row;
    double inertia;
    double pivot = 0;          // ε + B_nn of the factored H
    Array<double> coupling{};  // B_nt of it
  };
  In<double> of_base(In<double> x) const { return {x.data(), base_->speed_count()}; }
  Out<double> of_base(Out<double> x) const { return {x.data(), base_->speed_count()}; }

  RowOperator* base_ = nullptr;
  Array<int> first_rows_, first_blocks_, sizes_;  // per set of base_
  int base_blocks_ = 0, rows_ = 0;
  Array<Contact> contacts_;
  mutable Array<double> row_work_, speed_work_, blocks_;
};

}  // namespace sarrus::internal
