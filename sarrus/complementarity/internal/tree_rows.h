#pragma once
/// @file
/// A RowOperator of rows on trees: M and its factors have the sparsity of the trees, rows have entries for
/// the joints between the bodies that they connect. H = M + Jᵀ·B·J has the sparsity of the trees too if
/// every row reads speeds of one path only, as contacts with the world do. Otherwise it has that of another
/// tree, in which speeds that a row couples are on one path (the elimination tree), and where that would be
/// much fuller, as for heaps of bodies, it is factored in blocks of unbranched chains of joints, in an order
/// of little fill-in.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/complementarity/cone_problem.h"
#include "sarrus/complementarity/internal/row_responses.h"
#include "sarrus/sparse/internal/block_factors.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

class TreeRows final : public RowOperator {
 public:
  /// Begins anew with some of the speeds of a tree: all those of its branches at the world, or none.
  /// `factors` are those of `M` by factor_LTDL(). `speeds` are ascending; `numbers` has, per speed of the
  /// tree, its place among them, and lives as long as rows are added.
  void begin(const TreeMatrix<double>& M, const TreeMatrix<double>& factors, const Array<int>& speeds,
             const Array<int>& numbers);
  /// Adds the rows of a force set. `speeds` are those of the tree, ascending; `entries` are stored row by
  /// row.
  void add(int rows, In<int> speeds, In<double> entries);

  int speed_count() const override { return static_cast<int>(speeds_.size()); }
  int row_count() const override { return responses_.J.row_count(); }
  void multiply(In<double> v, Out<double> u) const override { responses_.J.multiply(v, u); }
  void multiply_transposed(In<double> r, Out<double> f) const override {
    responses_.J.multiply_transposed(r, f);
  }
  void multiply_inertia(In<double> v, Out<double> p) const override;
  void solve_inertia(Out<double> x) const override;
  /// Sets that follow each other and read the same speeds, such as the points of one pair of bodies, get the
  /// mean of their diagonals: they then share loads that rigid bodies leave open as equal springs do. While
  /// the same rows are added and change little, it is that of an earlier problem.
  void calc_diagonal(Out<double> diagonal) const override;
  void factor(In<double> blocks) override;
  long factors() const override { return is_H_planned_ ? factorizations_ : 0; }
  void solve(Out<double> x) const override;
  const RowResponses* responses() override;

  /// True if H has the sparsity of the trees.
  bool is_along_paths() const { return along_paths_; }

 private:
  bool is_like_measured() const;
  int load_columns(const RowBundles::Bundle& bundle) const;
  void calc_mean_diagonal(const RowBundles::Bundle& bundle, double* mean) const;
  void add_responses(const RowBundles::Bundle& bundle);
  void factor_on_tree(In<double> blocks);
  void factor_in_blocks(In<double> blocks);
  void plan() const;
  void find_paths() const;
  void plan_H();
  void set_tree_of_H(const Array<int>& parents);
  Array<int> find_elimination_tree() const;
  void find_chains();
  void find_pattern();
  void find_places();

  Array<int> speeds_;  // of the tree
  const Array<int>* numbers_ = nullptr;
  std::shared_ptr<const TreePattern> pattern_;
  std::optional<TreeMatrix<double>> M_, factors_, H_;
  Array<double> inverse_pivots_;  // of factors_
  RowResponses responses_;
  bool has_responses_ = false;
  Array<int> row_speeds_;  // of a set, their numbers here
  Array<int> roots_;       // per speed: that of its tree
  Array<int> changed_;     // speeds that impulses on a bundle change
  Array<double> line_;
  bool along_paths_ = true;
  // What depends on the speeds that rows read, and not on the numbers, is kept while these are the same:
  mutable Array<RowBundles::Bundle> planned_bundles_;
  mutable Array<int> planned_speeds_;
  // Per bundle: the speeds that it reads and their ancestors, descending.
  struct Path {
    int length, first;
  };
  mutable Array<Path> paths_;
  mutable Array<int> path_speeds_;
  mutable bool is_H_planned_ = false;
  long factorizations_ = 0;
  // The diagonal of G as it was last computed, and what tells that it has changed:
  mutable Array<double> diagonal_, measures_;
  mutable int uses_ = 0;
  mutable AlignedArray<double> work_;
  // H on a tree: per speed of a bundle, its place in the rows of H.
  bool is_H_on_tree_ = true;
  Array<int> columns_;
  Array<char> is_from_root_;  // per bundle: the places are 0, 1, …
  // H in blocks:
  Array<int> chain_of_, chain_sizes_, chain_starts_;
  Array<std::pair<int, int>> coupled_;
  Array<int> places_;        // in blocks_, of the entries of M row by row, then of the lines of each bundle
  Array<int> first_places_;  // per bundle
  mutable std::optional<BlockFactors> blocks_;  // solutions write to its workspace
  Array<std::pair<int, int>> planned_;          // what blocks_ was planned for
  Array<int> planned_sizes_;
};

}  // namespace sarrus::internal
