#pragma once
/// @file
/// A symmetric positive semidefinite matrix in blocks, factored as A = L·D·Lᵀ, even if it is singular. In
/// exact arithmetic the pivot of a dependent row vanishes together with its remaining column; so a pivot that
/// is tiny relative to the size of the row marks the row as dependent, and its column of L is that of the
/// identity matrix. With E the unit vectors of dependent rows, the columns of Z = L⁻ᵀ·E are a basis of the
/// null space of A.
///
/// If a few vectors b couple everything, as in A + Σ d·b·bᵀ, the blocks of A stay sparse if each of the
/// vectors adds an unknown w = b·x that all blocks share, which makes a bordered matrix:
///   ⎡A     Bᵀ·d⎤   ⎡x⎤   ⎡r⎤
///   ⎣d·B   −d  ⎦ · ⎣w⎦ = ⎣0⎦
/// The shared unknowns are eliminated last, with negative pivots. A row that only they make independent has
/// no pivot of its own in A; its elimination is delayed to the border (schur_complement.h).

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/sparse/internal/block_pattern.h"
#include "sarrus/sparse/internal/schur_complement.h"
#include "sarrus/sparse/row_rank.h"

namespace sarrus::internal {

class BlockFactors {
 public:
  explicit BlockFactors(const BlockPattern& pattern, int shared = 0);

  const BlockPattern& pattern() const { return pattern_; }
  /// Number of entries of the factors if no pivot is delayed.
  int storage_size() const { return pattern_.storage_size() + border_.shared() * pattern_.size(); }
  /// Sets all entries to zero. Write them at pattern().place(…) afterwards; of a group's own square, only the
  /// lower triangle is read.
  void clear();
  double* entries() { return entries_.data(); }
  /// The weight d of a shared unknown. Write it, and d·b to shared_entries() by pattern().positions(), after
  /// clear().
  void set_shared_weight(int unknown, double d) { border_.set_diagonal(unknown, -d); }
  double* shared_entries(int unknown) { return border_.row(unknown); }

  /// Replaces the matrix by its factors; rank-revealing. Pivots below `tolerance` times the row's size count
  /// as zero. The size is the diagonal entry, including the contributions of shared unknowns; it is divided
  /// by the row's element of `alignments` if there is one, for rows that nearly vanish.
  void factor(In<double> alignments = {}, double tolerance = row_rank::clear * row_rank::clear);

  /// Number of independent rows.
  int rank() const { return rank_; }
  bool is_dependent(int row) const { return rests_[index(row)] >= 0; }
  /// The smallest pivot that was not taken as zero, relative to the row's size.
  double smallest_pivot() const { return smallest_pivot_; }

  /// The size with which pivots of a row are compared.
  double row_size(int row) const { return sizes_[index(row)]; }
  /// Rows without a pivot whose remainder exceeds rounding errors (row_rank.h), before they are compared with
  /// later rows.
  Array<int> rows_at_the_edge() const;
  /// Counts a row as independent although it has no pivot.
  void take_as_independent(int row);

  /// x ← a solution of A·x = b, given b in x; x is zero at the dependent rows.
  void solve(Out<double> x);
  /// Removes the component of x in the null space of A, so that Σ w·x² is minimal; empty `weights` are ones.
  /// A solution x of A·x = b becomes the minimum-norm solution; with unit weights that is A⁺·b, with the
  /// pseudoinverse A⁺.
  void share(Out<double> x, In<double> weights = {});
  /// The null vector of A with a one at a dependent row and zeros at all other dependent rows: the linear
  /// dependency of that row on the others.
  void calc_dependency(int row, Out<double> z);

 private:
  void calc_sizes(In<double> alignments);
  double part_of_row(double rest, int position) const;
  int factor_panel(const BlockPattern::Panel& panel, double least_ratio);
  void eliminate_panel(const BlockPattern::Panel& panel, int taken, double tolerance);
  template <int fixed_size>
  void eliminate_from_blocks(const BlockPattern::Panel& panel, int taken);
  template <int fixed_size>
  void eliminate_from_border(const BlockPattern::Panel& panel, int taken);
  void let_rows_wait(const BlockPattern::Panel& panel, int taken, double tolerance);
  int size_of(const BlockPattern::Block& block) const { return pattern_.panels()[block.panel].size; }
  void solve_L(double* x) const;
  void solve_LT(double* x) const;
  std::size_t index(int row) const { return pattern_.positions()[row]; }

  BlockPattern pattern_;
  SchurComplement border_;
  Array<double> entries_, scaled_, border_scaled_;
  /// Per position, then per shared unknown; zero pivots have inverse zero.
  Array<double> sizes_, inverse_pivots_;
  /// By position: remaining diagonal entry of a dependent row, relative to its size; −1 if the row is
  /// independent.
  Array<double> rests_;
  Array<int> order_;         // by position: the row of the panel that is eliminated there
  Array<int> taken_;         // per panel: number of its rows that were eliminated without delay
  Array<int> border_count_;  // per panel: size of the border before its own rows joined
  Array<int> waiting_;
  Array<double> permuted_, workspace_;
  mutable Array<double> panel_;
  int rank_ = 0;
  double smallest_pivot_ = 1;
};

}  // namespace sarrus::internal
