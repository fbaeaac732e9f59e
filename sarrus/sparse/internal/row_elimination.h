#pragma once
/// @file
/// Rows A·x = B solved for as many unknowns as they determine, by Gauss–Jordan elimination with the largest
/// entries as pivots:
///   x_p = B − A_r·x_r      with x_p the unknowns of the pivots and x_r all others
/// [Featherstone 2008, sec. 8.8]

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/row_rank.h"

namespace sarrus::internal {

class RowElimination {
 public:
  /// Rows are scaled by their largest entries, so that their units do not matter. A row without an entry
  /// above `least_pivot` depends on others.
  RowElimination(MatrixX<double> A, MatrixX<double> B, double least_pivot = row_rank::uncertain);

  /// Searches for pivots, only in the columns for which `candidates` holds, or in all if it is empty. Earlier
  /// pivots remain.
  void eliminate(const Array<char>& candidates = {});

  /// The number of pivots found. pivot() is the column of the pivot of a row, or −1 if the row depends on
  /// others.
  int rank() const { return rank_; }
  int pivot(int row) const { return pivot_of_row_[row]; }
  /// The rows after elimination: a one at the pivot of each, and zeros at the pivots of all others.
  const MatrixX<double>& A() const { return A_; }
  const MatrixX<double>& B() const { return B_; }

 private:
  MatrixX<double> A_, B_;
  double least_pivot_;
  Array<int> pivot_of_row_;
  Array<char> is_pivot_;  // per column
  int rank_ = 0;
};

}  // namespace sarrus::internal
