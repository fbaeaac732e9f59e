#pragma once
/// @file
/// Equations of motion with constraints by the sweeps of the articulated-body algorithm:
///   M·x = f + Gᵀ·λ,   G·x = b
/// Its inward sweep takes forces to L⁻ᵀ·f, with M = Lᵀ·D·L, and passes D by; so A = G·M⁻¹·Gᵀ = Yᵀ·D⁻¹·Y with
/// Y = L⁻ᵀ·Gᵀ, the rows swept inwards as right-hand sides, and M⁻¹·f is a sweep inwards and one outwards. No
/// mass matrix is made: a chain of n joints that a few rows tie takes O(n), through its factors O(n³).
/// [Rodriguez, Jain and Kreutz-Delgado 1991, "A spatial operator algebra for manipulator modeling and
/// control"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/loops/internal/tree_parts.h"
#include "sarrus/sparse/internal/gram_matrix.h"

namespace sarrus::internal {

/// Solves a part of a tree, none of whose speeds is held.
class SweepSolver {
 public:
  SweepSolver(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part);

  /// Computes everything that depends on positions only. An effective inertia that is not positive is an
  /// Error that names the speed. `row_error` as in LoopSolver; `port_inertia` is added to the diagonal of M;
  /// empty: none.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const ConstraintJacobian& G, double row_error = 0, In<double> port_inertia = {});
  /// Solves for x and λ of the part; other elements keep their values. `weights` as in LoopSolver.
  void solve(const Tree<double>& tree, In<double> f, In<double> b, Out<double> x, Out<double> lambda,
             In<double> weights = {});

  /// As of a GramMatrix, of the rows of the part.
  int rank() const { return A_.rank(); }
  int clear_rank() const { return A_.clear_rank(); }
  double independence() const { return A_.independence(); }
  bool is_dependent(int row) const;
  /// The approximate number of multiplications of one factorization and one solution.
  double cost() const { return cost_; }

 private:
  /// A node on the way inwards.
  struct Step {
    int node;
    int parent;        ///< Among the steps, or −1.
    int place;         ///< Of its first speed among the rows of Y.
    Array<int> given;  ///< Per speed: the place among those that forces are given for, or −1.
  };
  static Array<Step> find_steps(const Tree<double>& tree, const Array<int>& nodes, const Array<int>& speeds,
                                const Array<int>& given);
  void sweep_inward(const Tree<double>& tree, const Array<Step>& steps, int width, const double* F,
                    int stride, double* Y);
  void sweep_outward(const Tree<double>& tree, Out<double> x);

  Array<int> blocks_, rows_;  // of G
  GramMatrix A_;
  Array<Array<Step>> steps_;  // per block of the part, ascending nodes
  Array<Step> all_steps_;
  ForwardDynamics<double> memory_;
  Array<LaneForce<double>> forces_;  // per step and column
  Array<double> Y_, inverse_D_, alignments_, y_, lambda_, weights_;
  double cost_ = 0;
};

}  // namespace sarrus::internal
