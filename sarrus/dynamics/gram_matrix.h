#pragma once
/// @file
/// A = Xᵀ·d·X with a diagonal d, of a sparse matrix X that comes in groups of columns: what coupled
/// constraints make of each other. Its blocks are known beforehand from the rows of X that the groups have,
/// as gram_arrangement.h arranges them; its factors are kept.

#include "sarrus/dynamics/block_factors.h"
#include "sarrus/dynamics/gram_arrangement.h"

namespace sarrus {

class GramMatrix {
 public:
  explicit GramMatrix(const std::vector<GramGroup>& groups) : GramMatrix(groups, arrange(groups)) {}
  GramMatrix(std::vector<GramGroup> groups, GramArrangement arrangement);

  const GramArrangement& arrangement() const { return arrangement_; }
  const std::vector<GramGroup>& groups() const { return groups_; }
  /// Where the entries of a group are kept in X: row by row.
  int start(int group) const { return starts_[static_cast<std::size_t>(group)]; }
  int storage_size() const { return starts_.back(); }
  /// Number of columns of X.
  int size() const { return factors_.pattern().size(); }

  /// Computes A from the entries of X and the diagonal d, which has an element for each row of X; and its
  /// factors. Diagonal entries are compared with what they would be without `alignments`, one per column of
  /// X.
  void factor(In<double> X, In<double> d, In<double> alignments = {});

  BlockFactors& factors() { return factors_; }
  const BlockFactors& factors() const { return factors_; }

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

  std::vector<GramGroup> groups_;
  std::vector<int> starts_;
  GramArrangement arrangement_;
  BlockFactors factors_;
  std::vector<SharedEntries> shared_entries_;
  std::vector<Pair> pairs_;
  std::vector<int> common_;  // positions in a and in b, and the row
  std::vector<double> sum_;
};

}  // namespace sarrus
