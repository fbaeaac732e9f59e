#include "sarrus/sparse/internal/row_elimination.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus::internal {

RowElimination::RowElimination(MatrixX<double> A, MatrixX<double> B, double least_pivot)
    : A_(std::move(A)),
      B_(std::move(B)),
      least_pivot_(least_pivot),
      pivot_of_row_(A_.rows(), -1),
      is_pivot_(A_.cols(), 0) {
  require(A_.rows() == B_.rows(), "there are {} rows, but right-hand sides of {}", A_.rows(), B_.rows());
  for (int i = 0; i < A_.rows(); ++i) {
    const double largest = A_.cols() > 0 ? A_.row(i).cwiseAbs().maxCoeff() : 0;
    if (largest > 0) A_.row(i) *= 1 / largest, B_.row(i) *= 1 / largest;
  }
}

void RowElimination::eliminate(const Array<char>& candidates) {
  const int rows = static_cast<int>(A_.rows()), columns = static_cast<int>(A_.cols());
  while (rank_ < rows) {
    int row = -1, column = -1;
    double largest = least_pivot_;
    for (int k = 0; k < columns; ++k) {
      const int at = k;
      if (is_pivot_[at] || (!candidates.empty() && !candidates[at])) continue;
      for (int i = 0; i < rows; ++i)
        if (pivot(i) < 0 && std::abs(A_(i, k)) > largest) largest = std::abs(A_(i, k)), row = i, column = k;
    }
    if (row < 0) return;
    pivot_of_row_[row] = column, is_pivot_[column] = 1;
    ++rank_;
    const double inverse = 1 / A_(row, column);
    A_.row(row) *= inverse, B_.row(row) *= inverse;
    A_(row, column) = 1;
    for (int i = 0; i < rows; ++i) {
      const double factor = A_(i, column);
      if (i == row || factor == 0) continue;
      A_.row(i) -= factor * A_.row(row), B_.row(i) -= factor * B_.row(row);
      A_(i, column) = 0;
    }
  }
}

}  // namespace sarrus::internal
