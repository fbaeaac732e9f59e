#pragma once
/// @file
/// The outward step that inverse and forward dynamics share: a node's motion from its parent's, in world
/// axes, with ordinary accelerations of the nodes' own origins, so that no linear velocity appears; and the
/// wrench that the motion takes. For double see lane_motion.h; the form here, for every other scalar, takes
/// the fewest operations in world axes:
///   ω = ω_P + h·u,   α = α_P + ω_P×(h·u) + h·u̇,   a = a_P + α_P×r + ω_P×(ω_P×r)         pin
///   ω = ω_P,   α = α_P,   a = a_P + α_P×r + ω_P×(ω_P×r + 2·h·u) + h·u̇                    slider

#include "sarrus/base/inline.h"
#include "sarrus/dynamics/joint_motions.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

/// How a node moves.
template <class T>
struct NodeMotion {
  LaneRotation<T> R;  ///< R_WK.
  Lane3<T> w, alpha;  ///< Angular velocity and acceleration.
  Lane3<T> a;         ///< Acceleration of the origin.

  /// The world at rest; gravity is an acceleration of the world.
  static NodeMotion of_world(const Lane3<T>& a) {
    return {LaneRotation<T>(Mat3<T>::identity()), zero3<T>(), zero3<T>(), a};
  }
};

/// What a joint of general shape adds to its parent's motion; extends r.
template <class T>
[[gnu::noinline]] void move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                    const T* udot, const NodeMotion<T>& parent, JointMotions<T>& joints,
                                    NodeMotion<T>& to, Lane3<T>& r) {
  const LaneRotation<T> R_WF = parent.R * node.R;
  const JointMotion<T> joint(tree, node, joints.q.data() + node.q0, u, udot);
  const LaneMotion<T> V{R_WF * joint.V.w, R_WF * joint.V.v}, A{R_WF * joint.A.w, R_WF * joint.A.v};
  joint.write_columns(node, R_WF, joints.columns);
  r += R_WF * joint.X_FM.p;
  to.a = parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r) + V.v + V.v) + A.v;
  to.alpha = parent.alpha + cross(parent.w, V.w) + A.w;
  to.w = parent.w + V.w;
  to.R = R_WF * joint.X_FM.R.matrix();
}

/// Motion of a node from that of its parent; returns r, from the parent's origin to the node's.
template <class T>
SARRUS_ALWAYS_INLINE Lane3<T> move(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                   const T* udot, const NodeMotion<T>& parent, JointMotions<T>& joints,
                                   NodeMotion<T>& to) {
  Lane3<T> r = parent.R * node.p;
  if (node.shape == JointShape::general) {
    move_general(tree, node, u, udot, parent, joints, to, r);
    return r;
  }
  const LaneRotation<T> R_WF = parent.R * node.R;
  const T rate = u ? u[node.u0] : T(0), second_rate = udot ? udot[node.u0] : T(0);
  const auto q0 = static_cast<std::size_t>(node.q0);
  if (node.shape == JointShape::revolute) {
    const Lane3<T> turning = rate * R_WF.z;
    to.a = parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r));
    to.alpha = parent.alpha + cross(parent.w, turning) + second_rate * R_WF.z;
    to.w = parent.w + turning;
    to.R = turned(R_WF, joints.sine[q0], joints.cosine[q0]);
  } else {
    r += joints.q[q0] * R_WF.z;
    to.a = parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r) + (rate + rate) * R_WF.z) +
           second_rate * R_WF.z;
    to.alpha = parent.alpha;
    to.w = parent.w;
    to.R = R_WF;
  }
  return r;
}

/// Newton's and Euler's equations of a node, about its origin:
///   f = m·a + α×h + ω×(ω×h),   n = I·α + ω×I·ω + h×a
/// The rotational inertia stays in the node's own axes: the angular quantities are turned there and back.
template <class T>
LaneForce<T> wrench(const TreeNode<ConstantOf<T>>& node, const NodeMotion<T>& motion) {
  const LaneRotation<T> R_KW = transpose(motion.R);
  const Lane3<T> h = motion.R * node.inertia.h, w = R_KW * motion.w, alpha = R_KW * motion.alpha;
  const Lane3<T> n = node.inertia.I * alpha + cross(w, node.inertia.I * w);
  return {motion.R * n + cross(h, motion.a),
          node.inertia.m * motion.a + cross(motion.alpha, h) + cross(motion.w, cross(motion.w, h))};
}
/// The same together with the inertia in world axes.
template <class T>
SARRUS_ALWAYS_INLINE void calc_inertia_and_wrench(const TreeNode<ConstantOf<T>>& node,
                                                  const NodeMotion<T>& motion, TreeInertia<T>& M,
                                                  LaneForce<T>& F) {
  M = rotated(motion.R, node.inertia);
  F = {M.I * motion.alpha + cross(motion.w, M.I * motion.w) + cross(M.h, motion.a),
       M.m * motion.a + cross(motion.alpha, M.h) + cross(motion.w, cross(motion.w, M.h))};
}

}  // namespace sarrus
