#pragma once
/// @file
/// Equations of motion with constraints, given the mass matrix of some speeds:
///   M·x = f + Gᵀ·λ,   G·x = b
/// With M = Lᵀ·D·L and Y = L⁻ᵀ·Gᵀ the multipliers follow from A = G·M⁻¹·Gᵀ = Yᵀ·D⁻¹·Y. M is factored without
/// fill-in; Y and A have entries only where constraints act on the same branches. Redundant rows share their
/// load by least squares. Speeds that are held keep x = 0.

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/sparse/gram_matrix.h"

namespace sarrus {

class LoopSolver {
 public:
  /// For some speeds of a tree, ascending, that hang on each other as `pattern` says, and the blocks of G
  /// that act on them and on no others. `held` is a set of the tree's speeds.
  LoopSolver(const TreePattern& pattern, const Array<int>& speeds, const ConstraintJacobian& G,
             Array<int> blocks, const IndexSet& held);

  /// Replaces M by its factors, and factors A. An effective inertia that is not positive is an Error that
  /// names the speed.
  /// Rows are uncertain by `row_error` of their size, because positions are.
  void factor(const Tree<double>& tree, const ConstraintJacobian& G, TreeMatrix<double>& M,
              double row_error = 0);
  /// Solves for x and λ; rows are numbered in the order of the blocks. `weights` say how redundant rows share
  /// their load: Σ w·λ² is least; empty: all one.
  void solve(const TreeMatrix<double>& M, In<double> f, In<double> b, Out<double> x, Out<double> lambda,
             In<double> weights = {});
  /// x = M⁻¹·f, as if there were no constraints.
  void solve_free(const TreeMatrix<double>& M, In<double> f, Out<double> x) const;

  int rows() const { return A_.size(); }
  const Array<int>& speeds() const { return speeds_; }
  const Array<int>& blocks() const { return blocks_; }
  const GramMatrix& A() const { return A_; }
  GramMatrix& A() { return A_; }
  /// Multiplications that factoring and solving take, about.
  double factor_cost() const { return factor_cost_; }
  double solve_cost() const { return solve_cost_; }

 private:
  void hold(TreeMatrix<double>& M) const;
  void calc_Y(const ConstraintJacobian& G, const TreeMatrix<double>& M);
  template <int fixed_width>
  void solve_along_paths(const TreeMatrix<double>& M, std::size_t group, double* Y) const;

  Array<int> speeds_, blocks_;
  Array<char> held_;  // per speed; empty: none
  GramMatrix A_;
  /// A speed of a group of Y.
  struct Step {
    int parent;  // position in the group of the speed that it hangs on, or −1
    int in_G;    // position in the block of G, or −1
  };
  Array<Array<Step>> steps_;
  Array<double> Y_, inverse_D_, y_, alignments_;
  double factor_cost_ = 0, solve_cost_ = 0;
};

}  // namespace sarrus
