#pragma once
/// @file
/// The Schur complement of the blocks of a BlockFactors: the dense matrix that is left when all blocks are
/// eliminated. Its unknowns couple to blocks everywhere. The shared ones are unknowns beside the blocks from
/// the start; rows of blocks join them whose pivots were too small when their turn came. The matrix is
///   ⎡−D − …   ⎤
///   ⎣  …    C ⎦
/// with negative pivots for the shared unknowns and positive ones for the rows that joined.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus {

class SchurComplement {
 public:
  /// For `shared` unknowns beside `size` rows in blocks.
  SchurComplement(int size, int shared);

  int shared() const { return shared_; }
  /// With the rows that joined.
  int count() const { return shared_ + static_cast<int>(joined_.size()); }
  /// Where vectors keep an unknown: that of a row which joined is the row's own.
  int position(int i) const { return i < shared_ ? size_ + i : joined_[i - shared_]; }

  /// Forgets the rows that joined and all entries.
  void clear();
  /// What an unknown shares with each position of the blocks; L there once those are eliminated.
  double* row(int i) { return rows_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  const double* row(int i) const { return rows_.data() + static_cast<std::ptrdiff_t>(i) * size_; }
  /// The lower triangle of the dense matrix.
  double& entry(int i, int j) { return entries_[i * (i + 1) / 2 + j]; }
  double entry(int i, int j) const { return entries_[i * (i + 1) / 2 + j]; }

  /// What a shared unknown had on the diagonal at first: −d.
  void set_diagonal(int s, double value) { entry(s, s) = first_diagonals_[s] = value; }
  double first_diagonal(int s) const { return first_diagonals_[s]; }

  /// A row of the blocks joins, with entries of zero.
  void join(int position);
  /// Replaces the dense matrix by its factors. `sizes` and `inverse_pivots` are by position, those of the
  /// shared unknowns last; pivots of rows that joined are compared as factor_pivoted_ldlt() does. `rests`, by
  /// position, is what is left of such a row without a pivot, in parts of its size, or −1. Returns the
  /// smallest ratio.
  double factor(const double* sizes, double tolerance, double* inverse_pivots, double* rests);

  /// On vectors by position, shared unknowns last, in which the rest of the solution is done or to be done.
  void solve_L(double* x) const;
  void solve_LT(double* x) const;

 private:
  int size_, shared_;
  Array<double> rows_, entries_, first_diagonals_;
  Array<int> joined_;
  Array<double> square_, joined_sizes_, joined_inverses_;  // of the rows that joined
  Array<int> order_;
};

}  // namespace sarrus
