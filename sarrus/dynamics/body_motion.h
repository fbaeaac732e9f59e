#pragma once
/// @file
/// The outward and inward steps of inverse dynamics in the nodes' own axes. A point fixed at c in a node has
/// the acceleration a + B·c with B = [α]× + [ω]×². This applies to the origins of further joints and to the
/// mass of the node:
///   f = m·a + B·h,   n = h×a + Σ ε·S·Bᵀ      with S = ∫ρρᵀdm
/// A pin rotates vectors in its plane only; the constant rotation from the parent's axes comes before, for
/// packs mostly a rotation in one plane as well (body_node.h).

#include "sarrus/dynamics/joint_motions.h"

namespace sarrus {

/// Motion of a node, in its own axes.
template <class T>
struct BodyMotion {
  Vec3<T> w, alpha, a;  ///< Angular velocity, angular acceleration, acceleration of the origin.
  Mat3<T> B;

  /// The world at rest; gravity is an acceleration of the world.
  static BodyMotion of_world(const Vec3<T>& a) {
    return {Vec3<T>::zero(), Vec3<T>::zero(), a, Mat3<T>::zero()};
  }
};

/// B = [α]× + [ω]×².
template <class T>
SARRUS_ALWAYS_INLINE Mat3<T> point_acceleration_matrix(const Vec3<T>& w, const Vec3<T>& alpha) {
  const T xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  return {{-yy - zz, xy + alpha.z, xz - alpha.y},
          {xy - alpha.z, -xx - zz, yz + alpha.x},
          {xz + alpha.y, yz - alpha.x, -xx - yy}};
}

/// The motion of a node behind a pin (or, in move_slider(), a slider); `w`, `alpha` and `a` are those of the
/// joint's frame F on the parent, in F's axes.
template <class T>
SARRUS_ALWAYS_INLINE void move_pin(const T& s, const T& c, const T& u, const T& udot, const Vec3<T>& w,
                                   const Vec3<T>& alpha, const Vec3<T>& a, BodyMotion<T>& to) {
  const Vec3<T> turning = unturned(w, s, c), speeding = unturned(alpha, s, c);
  to.w = {turning.x, turning.y, turning.z + u};
  to.alpha = {speeding.x + u * turning.y, speeding.y - u * turning.x, speeding.z + udot};
  to.a = unturned(a, s, c);
}
template <class T>
SARRUS_ALWAYS_INLINE void move_slider(const T& q, const T& u, const T& udot, const Vec3<T>& w,
                                      const Vec3<T>& alpha, const Vec3<T>& a, BodyMotion<T>& to) {
  const T twice = u + u;
  to.w = w;
  to.alpha = alpha;
  to.a = {a.x + q * (alpha.y + w.x * w.z) + twice * w.y, a.y + q * (w.y * w.z - alpha.x) - twice * w.x,
          a.z - q * (w.x * w.x + w.y * w.y) + udot};
}
/// The motion of a joint of general shape in F. Stores its columns in F's axes, but not those of a free
/// joint, which are the identity matrix.
template <class T>
JointMotion<T> joint_motion(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                            const T* udot, JointMotions<T>& joints) {
  const JointMotion<T> joint(tree, node, joints.q.data() + node.q0, u, udot);
  if (!node.is_free) joint.write_columns(node, LaneRotation<T>(Mat3<T>::identity()), joints.columns);
  return joint;
}
/// The motion of a node behind a joint of general shape; stores the joint's pose. Arguments as in move_pin().
template <class T>
[[gnu::noinline]] void move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                    const T* udot, const Vec3<T>& w, const Vec3<T>& alpha, const Vec3<T>& a,
                                    JointMotions<T>& joints, Pose<T>& X_FM, BodyMotion<T>& to) {
  const JointMotion<T> joint = joint_motion(tree, node, u, udot, joints);
  X_FM = joint.X_FM;
  const Vec3<T>& p = X_FM.p;
  to.w = X_FM.R.inverse_times(w + joint.V.w);
  to.alpha = X_FM.R.inverse_times(alpha + cross(w, joint.V.w) + joint.A.w);
  to.a =
      X_FM.R.inverse_times(a + cross(alpha, p) + cross(w, cross(w, p) + joint.V.v + joint.V.v) + joint.A.v);
}

/// The motion of a node whose parent is the world, which does not rotate; `a` as in move_pin().
template <class T>
[[gnu::noinline]] void move_from_world(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* u,
                                       const T* udot, const Vec3<T>& a, JointMotions<T>& joints,
                                       Pose<T>& X_FM, BodyMotion<T>& to) {
  if (node.is_free) {
    const Motion<T> V = free_motion(node, u), A = free_motion(node, udot);
    X_FM = free_pose(joints.q.data() + node.q0);
    to.w = X_FM.R.inverse_times(V.w);
    to.alpha = X_FM.R.inverse_times(A.w);
    to.a = X_FM.R.inverse_times(a + A.v);
    return;
  }
  if (node.shape == JointShape::general) {
    const JointMotion<T> joint = joint_motion(tree, node, u, udot, joints);
    X_FM = joint.X_FM;
    to.w = X_FM.R.inverse_times(joint.V.w);
    to.alpha = X_FM.R.inverse_times(joint.A.w);
    to.a = X_FM.R.inverse_times(a + joint.A.v);
    return;
  }
  const int q0 = node.q0;
  const T zero(0), rate = u ? u[node.u0] : zero, second_rate = udot ? udot[node.u0] : zero;
  const bool turns = node.shape == JointShape::revolute;
  to.w = {zero, zero, turns ? rate : zero};
  to.alpha = {zero, zero, turns ? second_rate : zero};
  to.a = turns ? unturned(a, joints.sine[q0], joints.cosine[q0]) : Vec3<T>{a.x, a.y, a.z + second_rate};
}

/// The wrench that a node's motion requires, about its origin, in its axes.
template <class T>
SARRUS_ALWAYS_INLINE Force<T> wrench(const BodyNode<ConstantOf<T>>& node, const BodyMotion<T>& motion) {
  const auto& S = node.second_moments;
  const auto& h = node.inertia.h;
  const Mat3<T>& B = motion.B;
  // Row k of B times column j of S.
  const auto BS = [&](int k, int j) { return B(k, 0) * S(0, j) + B(k, 1) * S(1, j) + B(k, 2) * S(2, j); };
  const Vec3<T> moment{BS(2, 1) - BS(1, 2), BS(0, 2) - BS(2, 0), BS(1, 0) - BS(0, 1)};
  return {moment + cross(h, motion.a), node.inertia.m * motion.a + B * h};
}

}  // namespace sarrus
