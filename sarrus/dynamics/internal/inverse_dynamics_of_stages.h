#pragma once
/// @file
/// Inverse dynamics from the stages of kinematics and the nodes' inertias in world axes, if these are
/// available, as with constraints. Only the wrenches remain to be computed: with h and I about the node's
/// origin, and a the acceleration less that of gravity,
///   f = m·a + α×h + ω×(ω×h),   n = h×a + I·α + ω×(I·ω)

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus::internal {

/// The inertias of the single nodes, about their origins, in world axes.
using NodeInertias = Array<LaneRigidInertia>;
void calc_node_inertias(const Tree<double>& tree, const PositionKinematics<double>& position,
                        NodeInertias& out);

class InverseDynamicsOfStages {
 public:
  explicit InverseDynamicsOfStages(const Tree<double>& tree);

  /// The result of calc_inverse_dynamics() for the motion of the stages.
  void calc(const Tree<double>& tree, const PositionKinematics<double>& position,
            const VelocityKinematics<double>& velocity, const AccelerationKinematics<double>& acceleration,
            const NodeInertias& inertias, In<Force<double>> F_B_W, Out<double> tau,
            const InverseDynamicsOptions& options = {});

 private:
  Array<LaneForce<double>> loads_;  // per node: from children other than the next node
  Array<char> collects_;            // true if a node has such children
};

}  // namespace sarrus::internal
