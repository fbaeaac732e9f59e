#pragma once
/// @file
/// Equations of motion with constraints by the articulated-body algorithm, in which multipliers go inwards
/// with the articulated bodies and are eliminated where their loop ends:
///   M·x = f + Gᵀ·λ,   G·x = b
/// With a the acceleration of a node, everything beyond it demands the force A·a + p − W·λ of it, and makes
/// the rows Wᵀ·a + L·λ + l. A joint gives way to both; a constraint all of whose joints have done so has its
/// multipliers eliminated at the node that they hang on, λ = L⁻¹·(b − l − Wᵀ·a − …). Only the multipliers of
/// loops that pass a node are carried by it: long rows of loops that overlap take O(n), such as ladders.
/// [Brandl, Johanni and Otter 1988, "An algorithm for the simulation of multibody systems with kinematic
/// loops"]

#include "sarrus/dynamics/constraint_jacobian.h"
#include "sarrus/dynamics/inverse_dynamics_of_stages.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus {

/// Of a whole tree, no speed of which is held, for rows that do not depend on each other.
class LoopRecursion {
 public:
  LoopRecursion(const Tree<double>& tree, const ConstraintJacobian& G);

  /// Everything that depends on positions only. False where rows depend on each other, or nearly: other
  /// methods have to help.
  bool factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const NodeInertias& inertias, const ConstraintJacobian& G);
  /// Solves for x and λ.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda);
  /// Multiplications of one factorization and one solution, about.
  double cost() const { return cost_; }

 private:
  /// An entry of G at a speed of a node.
  struct Entry {
    int speed, column, from;
  };
  /// A node with the multipliers that pass it: first those that are eliminated here, then those that go on.
  struct Node {
    std::vector<int> rows;  ///< As G numbers them.
    int closing = 0, passing = 0;
    std::vector<int> to_parent;  ///< Per passing row: its place among the rows of the parent.
    std::vector<Entry> entries;
    std::vector<LaneForce<double>> W;  ///< Per row.
    std::vector<double> L, l;
    // Of the closing rows: factors of their L, and L⁻¹ times W and times L with the passing ones.
    std::vector<double> factors, coupling, y, rest;
    std::vector<LaneForce<double>> V;
    // Of the joint: factors of D, U = A·H, E = Hᵀ·W + G, and D⁻¹ times them.
    std::vector<double> D, E, scaled_E, value;
    std::vector<LaneForce<double>> U, scaled_U;
  };
  void find_rows(const Tree<double>& tree, const ConstraintJacobian& G);
  bool close(Node& node, LaneArticulatedInertia& A);
  void give_way(const Tree<double>& tree, const PositionKinematics<double>& position,
                const ConstraintJacobian& G, int number);
  void sweep_inward(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f,
                    In<double> b);

  std::vector<Node> nodes_;
  std::vector<LaneArticulatedInertia> A_;
  std::vector<LaneForce<double>> p_;
  std::vector<LaneMotion<double>> a_;
  double cost_ = 0;
};

}  // namespace sarrus
