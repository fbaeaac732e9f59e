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
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/sparse/gram_matrix.h"

namespace sarrus {

/// Of a whole tree, no speed of which is held.
class SweepSolver {
 public:
  SweepSolver(const Tree<double>& tree, const ConstraintJacobian& G);

  /// Everything that depends on positions only. An effective inertia that is not positive is an Error that
  /// names the speed. `row_error` as in LoopSolver; `port_inertia` is added to the diagonal of M; empty:
  /// none.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const ConstraintJacobian& G, double row_error = 0, In<double> port_inertia = {});
  /// Solves for x and λ; `weights` as in LoopSolver.
  void solve(const Tree<double>& tree, In<double> f, In<double> b, Out<double> x, Out<double> lambda,
             In<double> weights = {});

  GramMatrix& A() { return A_; }
  const GramMatrix& A() const { return A_; }
  /// Multiplications of one factorization and one solution, about.
  double cost() const { return cost_; }

 private:
  /// A node on the way inwards.
  struct Step {
    int node;
    int parent;        ///< Among the steps, or −1.
    int place;         ///< Of its first speed among the rows of Y.
    Array<int> given;  ///< Per speed: the place among those that forces are given for, or −1.
  };
  static Array<Step> find_steps(const Tree<double>& tree, const Array<int>& speeds, const Array<int>& given);
  void sweep_inward(const Tree<double>& tree, const Array<Step>& steps, int width, const double* F,
                    int stride, double* Y);
  void sweep_outward(const Tree<double>& tree, Out<double> x);

  GramMatrix A_;
  Array<Array<Step>> steps_;  // per block of G, ascending nodes
  Array<Step> all_steps_;
  ForwardDynamics<double> memory_;
  Array<LaneForce<double>> forces_;  // per step and column
  Array<double> Y_, inverse_D_, alignments_, y_;
  double cost_ = 0;
};

}  // namespace sarrus
