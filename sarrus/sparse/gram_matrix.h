#pragma once
/// @file
/// A = Xᵀ·d·X with a diagonal d, of a sparse matrix X that comes in groups of columns: what coupled
/// constraints make of each other. Its blocks are known beforehand from the rows of X that the groups have,
/// as gram_ordering.h orders them; its factors are kept.

#include "sarrus/base/array.h"
#include "sarrus/sparse/block_factors.h"
#include "sarrus/sparse/gram_ordering.h"
#include "sarrus/sparse/weak_rows.h"

namespace sarrus {

class GramMatrix {
 public:
  explicit GramMatrix(const Array<GramGroup>& groups) : GramMatrix(groups, arrange(groups)) {}
  GramMatrix(Array<GramGroup> groups, GramOrdering arrangement);

  const GramOrdering& arrangement() const { return arrangement_; }
  const Array<GramGroup>& groups() const { return groups_; }
  /// Where the entries of a group are kept in X: row by row.
  int start(int group) const { return starts_[group]; }
  int storage_size() const { return starts_.back(); }
  /// Number of columns of X.
  int size() const { return factors_.pattern().size(); }

  /// Computes A from the entries of X and the diagonal d, which has an element for each row of X; and its
  /// factors. Diagonal entries are compared with what they would be without `alignments`, one per column of
  /// X. Columns are uncertain by `error` of their size (row_rank.h).
  void factor(In<double> X, In<double> d, In<double> alignments = {}, double error = 0);

  /// Number of independent columns of X, and of those that are so beyond doubt.
  int rank() const { return factors_.rank(); }
  int clear_rank() const { return clear_rank_; }
  bool is_dependent(int column) const { return factors_.is_dependent(column); }
  /// How far the independent column that is the least so is independent, in parts of its size.
  double independence() const;
  /// How a dependent column follows from the others: as BlockFactors::calc_dependency().
  void calc_dependency(int column, Out<double> z) { factors_.calc_dependency(column, z); }

  /// x ← a solution of A·x = b, given b in x: of the dependent columns, x is zero.
  void solve(Out<double> x) { weak_.solve(factors_, x); }
  /// Takes out of x what A maps to zero, so that Σ w·x² becomes least; empty `weights` are ones.
  void share(Out<double> x, In<double> weights = {}) { factors_.share(x, weights); }
  /// Numbers that the factors are, about.
  int factor_size() const { return factors_.storage_size(); }

 private:
  /// The rows that two groups have in common, as positions among the rows of each.
  struct Pair {
    int a, b, first, end;
    BlockPattern::Place place;
  };
  /// Entries of X of a group in a row that is set apart.
  struct SharedEntries {
    int unknown, group, start;
  };
  void add_pair(int a, int b);
  void calc_block(const Pair& pair, In<double> X, In<double> d);

  Array<GramGroup> groups_;
  Array<int> starts_;
  GramOrdering arrangement_;
  BlockFactors factors_;
  WeakRows weak_;
  int clear_rank_ = 0;
  Array<SharedEntries> shared_entries_;
  Array<Pair> pairs_;
  Array<int> common_;  // positions in a and in b, and the row
  Array<double> sum_;
};

}  // namespace sarrus
