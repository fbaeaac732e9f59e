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
#include "sarrus/complementarity/force_set.h"
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
  int row_count() const override { return rows_; }
  void multiply(In<double> v, Out<double> u) const override;
  void multiply_transposed(In<double> r, Out<double> f) const override;
  void multiply_inertia(In<double> v, Out<double> p) const override;
  void solve_inertia(Out<double> x) const override;
  /// Sets that follow each other and read the same speeds, such as the points of one pair of bodies, get the
  /// mean of their diagonals: they then share loads that rigid bodies leave open as equal springs do.
  void calc_diagonal(Out<double> diagonal) const override;
  void factor(In<double> blocks) override;
  long factors() const override { return is_H_planned_ ? factorizations_ : 0; }
  void solve(Out<double> x) const override;

  /// True if H has the sparsity of the trees.
  bool is_along_paths() const { return along_paths_; }

 private:
  struct Rows {
    int count, first_row, speeds, first_speed, first_entry;
    friend bool operator==(const Rows&, const Rows&) = default;
  };
  /// Calls add(set, i, number, line) for the rows of the lower triangle of Jᵀ·B·J of each set that acts: row
  /// i has i + 1 entries, which are numbered from `number` on.
  template <class Add>
  void for_each_line(In<double> blocks, const Add& add) const;
  void calc_mean_diagonal(int begin, int end, Out<double> mean) const;
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
  bool read_same_speeds(const Rows& a, const Rows& b) const;

  Array<int> speeds_;  // of the tree
  const Array<int>* numbers_ = nullptr;
  std::shared_ptr<const TreePattern> pattern_;
  std::optional<TreeMatrix<double>> M_, factors_, H_;
  Array<double> inverse_pivots_;  // of factors_
  Array<Rows> sets_;
  Array<int> row_speeds_;  // numbers here
  Array<double> entries_;
  mutable Array<double> product_, line_, work_, sums_, y_;
  int rows_ = 0;
  bool along_paths_ = true;
  // What depends on the speeds that rows read, and not on the numbers, is kept while these are the same:
  mutable Array<Rows> planned_sets_;
  mutable Array<int> planned_speeds_;
  // per set: the speeds that it reads and their ancestors, descending.
  struct Path {
    int length, first;
  };
  mutable Array<Path> paths_;
  mutable Array<int> path_speeds_;
  mutable bool is_H_planned_ = false;
  long factorizations_ = 0;
  bool is_H_on_tree_ = true;
  // H in blocks:
  Array<int> chain_of_, chain_sizes_, chain_starts_;
  Array<std::pair<int, int>> coupled_;
  Array<int> places_;  // in blocks_, of the entries of M row by row, then of the products of each set
  mutable std::optional<BlockFactors> blocks_;  // solutions write to its workspace
  Array<std::pair<int, int>> planned_;          // what blocks_ was planned for
  Array<int> planned_sizes_;
};

}  // namespace sarrus::internal
