#pragma once
/// @file
/// A symmetric positive semidefinite matrix in blocks, factored as A = L·D·Lᵀ, also where its rows depend on
/// each other. In exact numbers the pivot of a dependent row vanishes with everything that it could act on;
/// so a pivot that is tiny beside the size of the row marks the row as dependent, and its column of
/// L is that of the unit matrix. With E the unit vectors of dependent rows, Z = L⁻ᵀ·E spans what A maps to
/// zero.
///
/// Where a few vectors b couple everything, as in A + Σ d·b·bᵀ, the blocks of A stay apart if each of the
/// vectors comes with an unknown w = b·x that all share:
///   ⎡A     Bᵀ·d⎤   ⎡x⎤   ⎡r⎤
///   ⎣d·B   −d  ⎦ · ⎣w⎦ = ⎣0⎦
/// The shared unknowns are eliminated last, with negative pivots. A row that only they make independent has
/// no pivot of its own in A, and waits for them in the border (schur_complement.h).

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/sparse/block_pattern.h"
#include "sarrus/sparse/row_rank.h"
#include "sarrus/sparse/schur_complement.h"

namespace sarrus {

class BlockFactors {
 public:
  explicit BlockFactors(const BlockPattern& pattern, int shared = 0);

  const BlockPattern& pattern() const { return pattern_; }
  /// How many numbers the factors are, when no row waits.
  int storage_size() const { return pattern_.storage_size() + border_.shared() * pattern_.size(); }
  /// Sets all entries to zero. They are then written at pattern().place(…); of a group's own square, the
  /// lower triangle counts.
  void clear();
  double* entries() { return entries_.data(); }
  /// The weight d of a shared unknown, and d·b by pattern().positions(), to be written after clear().
  void set_shared_weight(int unknown, double d) { border_.set_diagonal(unknown, -d); }
  double* shared_entries(int unknown) { return border_.row(unknown); }

  /// Replaces the matrix by its factors. Pivots below `tolerance` times the row's size count as zero: the
  /// diagonal entry, with what shared unknowns add to it, or that divided by the row's element of
  /// `alignments`, for rows that are all but zero.
  void factor(In<double> alignments = {}, double tolerance = row_rank::clear * row_rank::clear);

  /// Number of independent rows.
  int rank() const { return rank_; }
  bool is_dependent(int row) const { return rests_[index(row)] >= 0; }
  /// The smallest pivot that was not taken as zero, in parts of the row's size.
  double smallest_pivot() const { return smallest_pivot_; }

  /// What a row is compared with.
  double row_size(int row) const { return sizes_[index(row)]; }
  /// Rows without a pivot of which more is left than rounding (row_rank.h), before they are compared with
  /// rows that come later.
  Array<int> rows_at_the_edge() const;
  /// Counts a row as independent although it has no pivot.
  void take_as_independent(int row);

  /// x ← a solution of A·x = b, given b in x: of the dependent rows, x is zero.
  void solve(Out<double> x);
  /// Takes out of x what A maps to zero, so that Σ w·x² becomes least; empty `weights` are ones. x then is
  /// the least-squares solution.
  void share(Out<double> x, In<double> weights = {});
  /// The vector that A maps to zero with a one at a dependent row and zeros at all other dependent ones: how
  /// that row follows from the others.
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
  std::size_t index(int row) const { return static_cast<std::size_t>(pattern_.positions()[row]); }

  BlockPattern pattern_;
  SchurComplement border_;
  Array<double> entries_, scaled_, border_scaled_;
  /// By position, then those of the shared unknowns; zero pivots have inverse zero.
  Array<double> sizes_, inverse_pivots_;
  /// By position: what is left of the diagonal of a dependent row, in parts of its size; −1: independent.
  Array<double> rests_;
  Array<int> order_;         // by position: which row of the panel comes then
  Array<int> taken_;         // per panel: how many of its rows were eliminated in their turn
  Array<int> border_count_;  // per panel: what the border had before
  Array<int> waiting_;
  Array<double> permuted_, workspace_;
  mutable Array<double> panel_;
  int rank_ = 0;
  double smallest_pivot_ = 1;
};

}  // namespace sarrus
