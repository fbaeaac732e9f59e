#pragma once
/// @file
/// The outward step that inverse and forward dynamics share: a node's motion from its parent's, in world
/// axes, with ordinary accelerations of the nodes' own origins, so that no linear velocity appears; and the
/// wrench that the motion requires. For double see lane_motion.h; the form here, for every other scalar,
/// costs the fewest operations in world axes:
///   ω = ω_P + h·u,   α = α_P + ω_P×(h·u) + h·u̇,   a = a_P + α_P×r + ω_P×(ω_P×r)         pin
///   ω = ω_P,   α = α_P,   a = a_P + α_P×r + ω_P×(ω_P×r + 2·h·u) + h·u̇                    slider

#include "sarrus/base/inline.h"
#include "sarrus/dynamics/joint_motions.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

/// Motion of a node.
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

/// Adds the motion of a joint of general shape, V and A in its frame F, to that of its parent; adds to r.
template <class T>
SARRUS_ALWAYS_INLINE void move_in(const LaneRotation<T>& F, const NodeMotion<T>& parent, const Pose<T>& X_FM,
                                  const Motion<T>& V_FM, const Motion<T>& A_FM, NodeMotion<T>& to,
                                  Lane3<T>& r) {
  const LaneMotion<T> V{F * V_FM.w, F * V_FM.v}, A{F * A_FM.w, F * A_FM.v};
  r += F * X_FM.p;
  to.a = parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r) + V.v + V.v) + A.v;
  to.alpha = parent.alpha + cross(parent.w, V.w) + A.w;
  to.w = parent.w + V.w;
  to.R = F * X_FM.R.matrix();
}
/// Motion of a node whose parent is the world, which does not rotate and has the acceleration a.
template <class T>
SARRUS_ALWAYS_INLINE void move_in(const LaneRotation<T>& F, const Lane3<T>& a, const Pose<T>& X_FM,
                                  const Motion<T>& V_FM, const Motion<T>& A_FM, NodeMotion<T>& to,
                                  Lane3<T>& r) {
  r += F * X_FM.p;
  to.a = a + F * A_FM.v;
  to.alpha = F * A_FM.w;
  to.w = F * V_FM.w;
  to.R = F * X_FM.R.matrix();
}
/// The outward step of a joint of general shape; also stores the joint's columns in world axes. `parent` is a
/// motion or the acceleration of the world. Returns r, which comes in as the position of F.
template <class T, class Parent>
[[gnu::noinline]] Lane3<T> move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                        const T* udot, const LaneRotation<T>& F, const Parent& parent,
                                        JointMotions<T>& joints, NodeMotion<T>& to, Lane3<T> r) {
  const T* q = joints.q.data() + node.q0;
  if (node.is_free) {
    write_free_columns<T>(F, joints.columns.data() + node.u0);
    move_in<T>(F, parent, free_pose(q), free_motion(node, u), free_motion(node, udot), to, r);
    return r;
  }
  const JointMotion<T> joint(tree, node, q, u, udot);
  joint.write_columns(node, F, joints.columns);
  move_in<T>(F, parent, joint.X_FM, joint.V, joint.A, to, r);
  return r;
}

/// The outward step from the world, which does not rotate and has the acceleration a: the products with R = 1
/// and with ω = α = 0 are omitted. Returns r.
template <class T>
[[gnu::noinline]] Lane3<T> move_from_world(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node,
                                           const T* u, const T* udot, const Lane3<T>& a,
                                           JointMotions<T>& joints, NodeMotion<T>& to) {
  const auto F = LaneRotation<T>::load(node.R);
  Lane3<T> r(node.p.template cast<T>());
  if (node.shape == JointShape::general) return move_general<T>(tree, node, u, udot, F, a, joints, to, r);
  const Lane3<T> rate = u ? u[node.u0] * F.z : zero3<T>(),
                 second_rate = udot ? udot[node.u0] * F.z : zero3<T>();
  const int q0 = node.q0;
  if (node.shape == JointShape::revolute) {
    to = {turned(F, joints.sine[q0], joints.cosine[q0]), rate, second_rate, a};
  } else {
    r += joints.q[q0] * F.z;
    to = {F, zero3<T>(), zero3<T>(), a + second_rate};
  }
  return r;
}

/// Motion of a node from that of its parent; returns r, the vector from the parent's origin to the node's.
template <class T>
SARRUS_ALWAYS_INLINE Lane3<T> move(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                   const T* udot, const NodeMotion<T>& parent, JointMotions<T>& joints,
                                   NodeMotion<T>& to) {
  if (node.parent == 0) [[unlikely]]
    return move_from_world<T>(tree, node, u, udot, parent.a, joints, to);
  Lane3<T> r = parent.R * node.p;
  if (node.shape == JointShape::general)
    return move_general<T>(tree, node, u, udot, parent.R * node.R, parent, joints, to, r);
  const LaneRotation<T> R_WF = parent.R * node.R;
  const T rate = u ? u[node.u0] : T(0);
  const int q0 = node.q0;
  if (node.shape == JointShape::revolute) {
    const Lane3<T> turning = rate * R_WF.z;
    Lane3<T> alpha = parent.alpha + cross(parent.w, turning);
    if (udot) alpha += udot[node.u0] * R_WF.z;
    to.a = parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r));
    to.alpha = alpha;
    to.w = parent.w + turning;
    to.R = turned(R_WF, joints.sine[q0], joints.cosine[q0]);
  } else {
    r += joints.q[q0] * R_WF.z;
    Lane3<T> a =
        parent.a + cross(parent.alpha, r) + cross(parent.w, cross(parent.w, r) + (rate + rate) * R_WF.z);
    if (udot) a += udot[node.u0] * R_WF.z;
    to.a = a;
    to.alpha = parent.alpha;
    to.w = parent.w;
    to.R = R_WF;
  }
  return r;
}

/// The Newton–Euler equations of a node, about its origin:
///   f = m·a + α×h + ω×(ω×h),   n = I·α + ω×I·ω + h×a
/// The rotational inertia stays in the node's own axes: the angular quantities are rotated there and back.
template <class T>
LaneForce<T> wrench(const TreeNode<ConstantOf<T>>& node, const NodeMotion<T>& motion) {
  const LaneRotation<T> R_KW = transpose(motion.R);
  const Lane3<T> h = motion.R * node.inertia.h, w = R_KW * motion.w, alpha = R_KW * motion.alpha;
  const Lane3<T> n = node.inertia.I * alpha + cross(w, node.inertia.I * w);
  return {motion.R * n + cross(h, motion.a),
          node.inertia.m * motion.a + cross(motion.alpha, h) + cross(motion.w, cross(motion.w, h))};
}
/// Computes the wrench of a node's motion together with its inertia in world axes.
template <class T>
SARRUS_ALWAYS_INLINE void calc_inertia_and_wrench(const TreeNode<ConstantOf<T>>& node,
                                                  const NodeMotion<T>& motion, TreeInertia<T>& M,
                                                  LaneForce<T>& F) {
  M = rotated(motion.R, node.inertia);
  F = {M.I * motion.alpha + cross(motion.w, M.I * motion.w) + cross(M.h, motion.a),
       M.m * motion.a + cross(motion.alpha, M.h) + cross(motion.w, cross(motion.w, M.h))};
}

/// Adds the inertia and the wrench of a node, about the point displaced by −r from its origin, to M and F.
template <class T>
SARRUS_ALWAYS_INLINE void add_inertia_and_wrench(const TreeNode<ConstantOf<T>>& node,
                                                 const NodeMotion<T>& motion, const Lane3<T>& r,
                                                 TreeInertia<T>& M, LaneForce<T>& F) {
  TreeInertia<T> own;
  LaneForce<T> wrench;
  calc_inertia_and_wrench(node, motion, own, wrench);
  add(M, shifted(own, r));
  F += LaneForce<T>{wrench.t + cross(r, wrench.f), wrench.f};
}

}  // namespace sarrus
