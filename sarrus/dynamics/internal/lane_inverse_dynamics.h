#pragma once
/// @file
/// The two sweeps of inverse dynamics in world axes and 4-lane vectors, for double.

#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus::internal {

/// Computes the motions of the nodes, and the wrench that each requires by itself.
void sweep_outward(const Tree<double>& tree, In<double> u, In<double> udot, In<Force<double>> F_B_W,
                   const InverseDynamicsOptions& options, InverseDynamics<double>& out);
/// Projects the wrenches on the joints and adds them to those of the parents.
void sweep_inward(const Tree<double>& tree, InverseDynamics<double>& out, double* tau);

/// Subtracts a force applied to a body, at p from the node's origin, from the node's load.
inline void subtract_body_force(const Force<double>& F_B_W, const Lane3d& p, LaneForce<double>& load) {
  const Lane3d f(F_B_W.f);
  load -= {Lane3d(F_B_W.t) + cross(p, f), f};
}

/// Forces of a free joint, whose columns are R_WF twice:  τ = (R_WFᵀ·t, R_WFᵀ·f).
inline void project_free(const LaneForce<double>& wrench, const LaneMotion<double>* columns, double* tau) {
  const LaneRotation<double> R_FW = transpose({columns[0].w, columns[1].w, columns[2].w});
  const Lane3d t = R_FW * wrench.t, f = R_FW * wrench.f;
  for (int k = 0; k < 3; ++k) tau[k] = t[k], tau[k + 3] = f[k];
}
/// Forces of any joint from the wrench that passes through it.
SARRUS_ALWAYS_INLINE void project(const TreeNode<double>& node, const Lane3d& axis,
                                  const LaneForce<double>& wrench, const LaneMotion<double>* columns,
                                  double* tau) {
  if (node.shape == JointShape::revolute) {
    tau[node.u0] = dot(axis, wrench.t);
  } else if (node.shape == JointShape::prismatic) {
    tau[node.u0] = dot(axis, wrench.f);
  } else if (node.is_free) {
    project_free(wrench, columns + node.u0, tau + node.u0);
  } else {
    for (int k = node.u0; k < node.u0 + node.nu; ++k)
      tau[k] = dot(columns[k].w, wrench.t, columns[k].v, wrench.f);
  }
}

}  // namespace sarrus::internal
