#pragma once
/// @file
/// The Schur complement of the blocks of a BlockFactors: the dense matrix that remains when all blocks are
/// eliminated. Its unknowns, the border, couple to blocks everywhere. The shared unknowns belong to it from
/// the start; rows of blocks whose pivots were too small in their turn join them (delayed pivots). The matrix
/// is
///   ⎡−D − …   ⎤
///   ⎣  …    C ⎦
/// with negative pivots for the shared unknowns and positive ones for the rows that joined.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

class SchurComplement {
 public:
  /// Takes the number of rows in blocks and that of shared unknowns.
  SchurComplement(int size, int shared);

  int shared() const { return shared_; }
  /// Number of unknowns, including the rows that joined.
  int count() const { return shared_ + static_cast<int>(joined_.size()); }
  /// Index of an unknown in vectors; a row that joined keeps its own position.
  int position(int i) const { return i < shared_ ? size_ + i : joined_[i - shared_]; }

  /// Removes the rows that joined and sets all entries to zero.
  void clear();
  /// Coupling of an unknown with each position of the blocks; becomes L there once those are eliminated.
  double* row(int i) { return rows_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  const double* row(int i) const { return rows_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  /// Entry of the lower triangle of the dense matrix.
  double& entry(int i, int j) { return entries_[i * (i + 1) / 2 + j]; }
  double entry(int i, int j) const { return entries_[i * (i + 1) / 2 + j]; }

  /// Sets the initial diagonal entry of a shared unknown: −d.
  void set_diagonal(int s, double value) { entry(s, s) = first_diagonals_[s] = value; }
  double first_diagonal(int s) const { return first_diagonals_[s]; }

  /// Appends a row of the blocks, with entries of zero.
  void join(int position);
  /// Replaces the dense matrix by its factors. `sizes` and `inverse_pivots` are by position, those of the
  /// shared unknowns last; pivots of rows that joined are compared as in factor_pivoted_ldlt(). `rests`, by
  /// position, receives the remainder of such a row without a pivot, relative to its size, or −1 if it has
  /// one. Returns the smallest ratio.
  double factor(const double* sizes, double tolerance, double* inverse_pivots, double* rests);

  /// Triangular solves with the factors of the dense matrix, on vectors by position with shared unknowns
  /// last. The blocks' own solves come before solve_L() and after solve_LT().
  void solve_L(double* x) const;
  void solve_LT(double* x) const;

 private:
  int size_, shared_;
  Array<double> rows_, entries_, first_diagonals_;
  Array<int> joined_;
  Array<double> square_, joined_sizes_, joined_inverses_;  // for the rows that joined
  Array<int> order_;
};

}  // namespace sarrus::internal
