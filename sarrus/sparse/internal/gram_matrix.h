#pragma once
/// @file
/// The Gram matrix A = Xᵀ·d·X with a diagonal d, of a sparse matrix X that comes in groups of columns: for
/// example the Delassus matrix G·M⁻¹·Gᵀ of constraints. Its blocks follow beforehand from the rows of X in
/// which the groups have entries, in the order that gram_ordering.h finds. Its factors are stored.

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/block_factors.h"
#include "sarrus/sparse/internal/gram_ordering.h"
#include "sarrus/sparse/internal/weak_rows.h"

namespace sarrus::internal {

class GramMatrix {
 public:
  explicit GramMatrix(const Array<GramGroup>& groups) : GramMatrix(groups, arrange(groups)) {}
  GramMatrix(Array<GramGroup> groups, GramOrdering arrangement);

  const GramOrdering& arrangement() const { return arrangement_; }
  const Array<GramGroup>& groups() const { return groups_; }
  /// Index of a group's first entry in X; entries are stored row by row.
  int start(int group) const { return starts_[group]; }
  int storage_size() const { return starts_.back(); }
  /// Number of columns of X.
  int size() const { return factors_.pattern().size(); }

  /// Computes A from the entries of X and the diagonal d, which has an element for each row of X, and factors
  /// it; rank-revealing. Pivots are compared with the diagonal entries divided by `alignments`, one per
  /// column of X. Columns are uncertain by `error` relative to their size (row_rank.h).
  void factor(In<double> X, In<double> d, In<double> alignments = {}, double error = 0);

  /// Number of independent columns of X. clear_rank() counts those that are independent beyond doubt.
  int rank() const { return factors_.rank(); }
  int clear_rank() const { return clear_rank_; }
  bool is_dependent(int column) const { return factors_.is_dependent(column); }
  /// Independence of the least independent of the independent columns, relative to its size (σ in
  /// row_rank.h).
  double independence() const;
  /// The linear dependency of a dependent column on the others, as in BlockFactors::calc_dependency().
  void calc_dependency(int column, Out<double> z) { factors_.calc_dependency(column, z); }

  /// x ← a solution of A·x = b, given b in x; x is zero at the dependent columns.
  void solve(Out<double> x) { weak_.solve(factors_, x); }
  /// Removes the component of x in the null space of A, so that Σ w·x² is minimal; empty `weights` are ones.
  void share(Out<double> x, In<double> weights = {}) { factors_.share(x, weights); }
  /// Approximate number of entries of the factors.
  int factor_size() const { return factors_.storage_size(); }

 private:
  /// The rows that two groups have in common, as positions among the rows of each.
  struct Pair {
    int a, b, first, end;
    BlockPattern::Place place;
  };
  /// Entries of X of a group in a row that is a shared unknown.
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

}  // namespace sarrus::internal
