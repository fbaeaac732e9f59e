#pragma once
/// @file
/// Rows A·x = B solved for as many unknowns as they determine, by Gauss's and Jordan's elimination with the
/// largest entries as pivots:
///   x_p = B − A_r·x_r      with x_p the unknowns of the pivots and x_r all others
/// [Featherstone 2008, sec. 8.8]

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/row_rank.h"

namespace sarrus {

class RowElimination {
 public:
  /// Rows are taken in parts of their largest entries: those of other units count as much. A row that has
  /// nothing above `least_pivot` left depends on others.
  RowElimination(MatrixX<double> A, MatrixX<double> B, double least_pivot = row_rank::uncertain);

  /// Looks for pivots, among those columns alone for which `candidates` holds, or among all. What was found
  /// before stays.
  void eliminate(const Array<char>& candidates = {});

  /// The number of pivots found, and the column of the pivot of a row; −1: it depends on others.
  int rank() const { return rank_; }
  int pivot(int row) const { return pivot_of_row_[row]; }
  /// What became of the rows: a one at the pivot of each, and zeros at those of all others.
  const MatrixX<double>& A() const { return A_; }
  const MatrixX<double>& B() const { return B_; }

 private:
  MatrixX<double> A_, B_;
  double least_pivot_;
  Array<int> pivot_of_row_;
  Array<char> is_pivot_;  // per column
  int rank_ = 0;
};

}  // namespace sarrus
