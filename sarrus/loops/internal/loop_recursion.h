#pragma once
/// @file
/// Equations of motion with constraints by the articulated-body algorithm. Multipliers are carried inwards
/// with the articulated bodies and eliminated at the node where their loop ends:
///   M·x = f + Gᵀ·λ,   G·x = b
/// With a the acceleration of a node, everything beyond it requires the force A·a + p − W·λ of it, and
/// contributes Wᵀ·a + L·λ + l to the rows. Each joint is eliminated from both. Once all joints of a
/// constraint are eliminated, so are its multipliers, at the lowest common ancestor of those joints:
///   λ = L⁻¹·(b − l − Wᵀ·a − …)
/// A node carries only the multipliers of the loops that pass it, so that long chains of overlapping loops,
/// such as ladders, cost O(n). [Brandl, Johanni and Otter 1988, "An algorithm for the simulation of multibody
/// systems with kinematic loops"]
///
/// L couples the rows with each other through the joints and constraints already eliminated: it is a Schur
/// complement. A row whose pivot in it vanishes therefore depends on the rows before it, and no node further
/// inwards can change that: its multiplier is left at zero, and shares the load afterwards.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/inverse_dynamics_of_stages.h"
#include "sarrus/loops/internal/loop_plan.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus::internal {

/// Constrained dynamics of one part of a tree. Speeds that are held (prescribed) keep x = 0.
class LoopRecursion {
 public:
  LoopRecursion(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                const TreePart& part);

  /// Factors everything that depends on positions only. Returns false if a row is so weakly independent of
  /// others that pivots cannot tell how far (row_rank.h); another method must then be used. `row_error` as in
  /// LoopSolver; `port_inertia` is added to the diagonal of M; empty: none. Throws an Error that names the
  /// speed if an effective inertia is not positive.
  bool factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const NodeInertias& inertias, const ConstraintJacobian& G, double row_error = 0,
              In<double> port_inertia = {});
  /// Solves for x and λ of the part; other elements are left unchanged. `weights` as in LoopSolver.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda, In<double> weights = {});

  /// Rank and dependency of the rows of the part, as in GramMatrix.
  int rank() const { return static_cast<int>(rows_.size() - dependent_.size()); }
  /// All independent rows are so beyond doubt: factor() fails where they are not.
  int clear_rank() const { return rank(); }
  double independence() const;
  bool is_dependent(int row) const { return is_dependent_[row] != 0; }
  /// Approximate number of multiplications for one factorization and one solution.
  double cost() const { return cost_; }

 private:
  /// Indices of the stored results of a step.
  struct Place {
    int numbers;  ///< D of the joint, D⁻¹·E, then of the closing rows L⁻¹ and L⁻¹·L with the passing ones.
    int forces;  ///< U·D⁻¹ of the joint with U = A·H, then W·L⁻¹ of the closing rows.
  };
  /// Sums of the contributions of a node's children: W by components, L by rows, and the squares of which L
  /// is a difference.
  struct Sums {
    double *W, *L, *sizes;
  };
  /// A dependent row, and the index and number of its stored entries.
  struct Dependent {
    int row, first, count;
  };
  Sums sums(const LoopStep& step);
  void clear(const LoopStep& step);
  template <int fixed_closing>
  bool close(const LoopStep& step, const Place& place, const ConstraintJacobian& G);
  template <int fixed_closing>
  bool invert(const LoopStep& step, const ConstraintJacobian& G, double* inverse);
  void keep_dependent(const LoopStep& step, int place, const ConstraintJacobian& G);
  template <int fixed_speeds>
  void give_way(const Tree<double>& tree, const PositionKinematics<double>& position,
                const ConstraintJacobian& G, In<double> port_inertia, const LoopStep& step,
                const Place& place, LaneArticulatedInertia& A);
  void hand_on(const LoopStep& step);
  void solve_once(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f,
                  In<double> b, Out<double> x, Out<double> lambda);
  void sweep_inward(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f,
                    In<double> b, Out<double> x, Out<double> lambda);
  void sweep_outward(const Tree<double>& tree, const PositionKinematics<double>& position, Out<double> x,
                     Out<double> lambda);
  void share(const Tree<double>& tree, const PositionKinematics<double>& position, Out<double> lambda,
             In<double> weights);
  void complete(const Tree<double>& tree, const PositionKinematics<double>& position, Out<double> z);
  void reduce(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> v,
              Array<double>& y);

  LoopPlan plan_;
  Array<int> rows_;  // rows of the part
  Array<Place> places_;
  Array<double> numbers_;
  Array<LaneForce<double>> forces_;
  double least_ = 0, clear_ = 0, smallest_pivot_ = 1;
  Array<Dependent> dependent_;
  Array<char> is_dependent_;  // per row of G
  Array<int> dependent_speeds_;
  Array<double> dependent_entries_;
  // Per slot.
  Array<int> starts_, l_starts_;
  Array<LaneArticulatedInertia> A_;
  Array<double> sums_, l_;
  Array<LaneForce<double>> p_;
  Array<LaneMotion<double>> a_;  // per step
  // Workspace of one step.
  Array<double> E_, handed_, square_, sizes_, alignments_, inverse_pivots_, buffer_;
  Array<int> order_;
  Array<LaneForce<double>> closing_W_;
  // Workspace for dependent rows: right-hand sides and solutions, and the conjugate gradients that share
  // their load.
  Array<double> f_, b_, x_, z_, rest_, given_, residual_, direction_, product_;
  double cost_ = 0;
};

}  // namespace sarrus::internal
