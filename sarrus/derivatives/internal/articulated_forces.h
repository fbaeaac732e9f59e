#pragma once
/// @file
/// What sweeps need of each speed (panel_sweeps.h), from articulated inertias in O(n) instead of the factors
/// of M. Speeds of a joint are eliminated one after the other, from the last to the first:
///   U = A·S,   D = S·U + m,   W = U/D,   A ← A − U·Wᵀ
/// with m the inertia of a port. What is left of A is delivered to the parent.

#include "sarrus/derivatives/internal/lane_algebra.h"
#include "sarrus/derivatives/internal/panel_sweeps.h"
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/spatial/internal/lane_six.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus::internal {

template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> times_column(const TreeArticulated<T>& A, JointShape shape,
                                               const LaneMotion<T>& S) {
  if (shape == JointShape::revolute) return times_turning(A, S.w);
  if (shape == JointShape::prismatic) return times_sliding(A, S.v);
  return times(A, S);
}

/// Sets W, about the reference point, and 1/D of all speeds. `inertias` is workspace with a place per node.
template <class T>
void calc_articulated_forces(const Tree<T>& tree, const MotionVariation<T>& motion, In<T> port_inertia,
                             Array<TreeArticulated<T>>& inertias, Array<SweptSpeed<T>>& speeds) {
  for (int i = 1; i < tree.node_count(); ++i)
    inertias[i] = articulated(rotated(motion.nodes[i].R, tree.node(i).inertia));
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    TreeArticulated<T>& A = inertias[i];
    for (int k = node.u0 + node.nu - 1; k >= node.u0; --k) {
      const LaneMotion<T>& S = motion.speeds[k].S;
      const LaneForce<T> U = times_column<T>(A, node.shape, S);
      T D = dot(S.w, U.t, S.v, U.f);
      if (!port_inertia.empty()) D += port_inertia[k];
      const T inverse_D = T(1) / D;
      const LaneForce<T> W = inverse_D * U;
      speeds[k].inverse_D = inverse_D;
      write_six<T>(W.t + cross(motion.nodes[i].from, W.f), W.f, speeds[k].W);
      if (node.parent > 0 || k > node.u0) subtract_outer(A, W, U);
    }
    if (node.parent > 0) add(inertias[node.parent], shifted(A, motion.nodes[i].r));
  }
}

}  // namespace sarrus::internal
