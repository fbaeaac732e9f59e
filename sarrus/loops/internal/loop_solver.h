#pragma once
/// @file
/// Equations of motion with constraints (a KKT system), given the mass matrix of some speeds:
///   M·x = f + Gᵀ·λ,   G·x = b
/// With M = Lᵀ·D·L and Y = L⁻ᵀ·Gᵀ the multipliers follow from the Delassus matrix A = G·M⁻¹·Gᵀ = Yᵀ·D⁻¹·Y,
/// which is, but for its sign, the Schur complement of M in the KKT matrix. M is factored without fill-in; Y
/// and A have entries only where constraints act on the same branches. Redundant rows share their load by
/// least squares. Speeds that are held (prescribed) keep x = 0.

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/sparse/internal/gram_matrix.h"

namespace sarrus::internal {

class LoopSolver {
 public:
  /// For some speeds of a tree, ascending, whose parents among themselves `pattern` gives, and the blocks of
  /// G that act on them and on no others. `held` is a set of the tree's speeds.
  LoopSolver(const TreePattern& pattern, const Array<int>& speeds, const ConstraintJacobian& G,
             Array<int> blocks, const IndexSet& held);

  /// Replaces M by its factors, and factors A. Throws an Error that names the speed if an effective inertia
  /// is not positive. Rows are uncertain by `row_error` relative to their size, because positions are.
  void factor(const Tree<double>& tree, const ConstraintJacobian& G, TreeMatrix<double>& M,
              double row_error = 0);
  /// Solves for x and λ; rows are numbered in the order of the blocks. `weights` define how redundant rows
  /// share their load: Σ w·λ² is minimal; empty: all one.
  void solve(const TreeMatrix<double>& M, In<double> f, In<double> b, Out<double> x, Out<double> lambda,
             In<double> weights = {});
  /// Computes x = M⁻¹·f, as if there were no constraints.
  void solve_free(const TreeMatrix<double>& M, In<double> f, Out<double> x) const;

  int rows() const { return A_.size(); }
  const Array<int>& speeds() const { return speeds_; }
  const Array<int>& blocks() const { return blocks_; }
  const GramMatrix& A() const { return A_; }
  GramMatrix& A() { return A_; }
  /// Approximate number of multiplications for factoring; solve_cost() is that for solving.
  double factor_cost() const { return factor_cost_; }
  double solve_cost() const { return solve_cost_; }

 private:
  void hold(TreeMatrix<double>& M) const;
  void calc_Y(const ConstraintJacobian& G, const TreeMatrix<double>& M);
  template <class Width>
  void solve_along_paths(const TreeMatrix<double>& M, std::size_t group, Width width, double* Y) const;

  Array<int> speeds_, blocks_;
  Array<char> held_;  // per speed; empty: none
  GramMatrix A_;
  /// A speed of a group of Y.
  struct Step {
    int parent;  // position of its parent speed in the group, or −1
    int in_G;    // position in the block of G, or −1
  };
  Array<Array<Step>> steps_;
  Array<double> Y_, inverse_D_, y_, alignments_;
  double factor_cost_ = 0, solve_cost_ = 0;
};

}  // namespace sarrus::internal
