#pragma once
/// @file
/// Joint data of the recursions: coordinates with their sines and cosines, and the pose, columns and motion
/// of a joint of general shape.

#include <algorithm>

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/sincos_array.h"
#include "sarrus/spatial/quaternion.h"

namespace sarrus {

/// Copies coordinates, and computes sines and cosines of those that are angles of pins. The results have
/// padded_size<T>(nq) elements and one more register, into which the last step may write.
template <class T>
void calc_sines(const Tree<T>& tree, In<T> q, T* copy, T* sine, T* cosine) {
  const int first = tree.first_angle(), end = tree.end_angle();
  std::copy(q.begin(), q.begin() + first, copy);
  sincos_array(end - first, q.data() + first, copy + first, sine + first, cosine + first);
  std::copy(q.begin() + end, q.end(), copy + end);
}
/// The length of the arrays that calc_sines() writes.
template <class T>
std::size_t sines_size(const Tree<T>& tree) {
  return padded_size<T>(tree.nq()) + padded_size<T>(1);
}

/// Coordinates with their sines and cosines, and the columns of the joints of general shape.
template <class T>
struct JointMotions {
  explicit JointMotions(const Tree<T>& tree)
      : columns(tree.nu()), q(sines_size(tree), T(0)), sine(q), cosine(q) {}
  void set(const Tree<T>& tree, In<T> values) {
    calc_sines(tree, values, q.data(), sine.data(), cosine.data());
  }
  Array<LaneMotion<T>> columns;     ///< Per speed, in world axes at the node's origin.
  AlignedArray<T> q, sine, cosine;  ///< Per coordinate, and padding; aligned to whole registers.
};

/// Sets coordinates, sines and cosines for recursions in the nodes' own axes: angles of pins include their
/// offsets.
template <class T>
void set_own_angles(const Tree<T>& tree, In<T> q, JointMotions<T>& joints) {
  if constexpr (ScalarTraits<T>::lanes == 1) {
    joints.set(tree, q);
  } else {
    const int first = tree.first_angle(), end = tree.end_angle();
    std::copy(q.begin(), q.end(), joints.q.begin());
    for (int i = first; i < end; ++i) {
      const int k = i;
      sincos(q[i] + tree.angle_offset(i), joints.sine[k], joints.cosine[k]);
    }
  }
}

/// Pose of a free joint. Its columns are those of the identity matrix.
template <class T>
Pose<T> free_pose(const T* q) {
  return {rotation(Quaternion<T>{q[0], q[1], q[2], q[3]}), {q[4], q[5], q[6]}};
}
template <class T, class C>
Motion<T> free_motion(const TreeNode<C>& node, const T* u) {
  if (!u) return Motion<T>::zero();
  const T* v = u + node.u0;
  return {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
}
template <class T>
void write_free_columns(const LaneRotation<T>& R_WF, LaneMotion<T>* columns) {
  const Lane3<T> zero = zero3<T>();
  columns[0] = {R_WF.x, zero}, columns[1] = {R_WF.y, zero}, columns[2] = {R_WF.z, zero};
  columns[3] = {zero, R_WF.x}, columns[4] = {zero, R_WF.y}, columns[5] = {zero, R_WF.z};
}

/// A joint of general shape at one instant, in its frame F on the parent.
template <class T>
struct JointMotion {
  Pose<T> X_FM;
  Motion<T> H[max_joint_speeds];    ///< Columns; not set for a free joint.
  Motion<T> V = Motion<T>::zero();  ///< H·u.
  Motion<T> A = Motion<T>::zero();  ///< H·u̇ + Ḣ·u.

  /// A null `u` or `udot` means zero.
  JointMotion(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q, const T* u,
              const T* udot) {
    if (node.is_free) {
      X_FM = free_pose(q);
      V = free_motion(node, u);
      A = free_motion(node, udot);
      return;
    }
    tree.joint(node).pose_and_columns(q, tree.joint_parameters(node), X_FM, H);
    if (u) {
      for (int k = 0; k < node.nu; ++k) V += u[node.u0 + k] * H[k];
      A = tree.joint(node).bias(q, u + node.u0, tree.joint_parameters(node));
    }
    for (int k = 0; udot && k < node.nu; ++k) A += udot[node.u0 + k] * H[k];
  }
  /// Writes the columns in world axes.
  void write_columns(bool is_free, int nu, const LaneRotation<T>& R_WF, LaneMotion<T>* to) const {
    if (is_free)
      write_free_columns<T>(R_WF, to);
    else
      for (int k = 0; k < nu; ++k) to[k] = {R_WF * H[k].w, R_WF * H[k].v};
  }
  void write_columns(const TreeNode<ConstantOf<T>>& node, const LaneRotation<T>& R_WF,
                     Array<LaneMotion<T>>& columns) const {
    write_columns(node.is_free, node.nu, R_WF, columns.data() + node.u0);
  }
};

/// Gravity as an acceleration of the world, −g.
template <class T>
Lane3<T> world_acceleration(const Tree<T>& tree, bool gravity) {
  return gravity ? Lane3<T>(-tree.parameters().gravity.template cast<T>()) : zero3<T>();
}

/// Throws unless the arguments of inverse and forward dynamics have the tree's sizes.
template <class T>
void require_sizes(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot_or_tau, const char* name,
                   In<Force<T>> F_B_W) {
  require_size(q, tree.nq(), "q", "the model has nq");
  if (!u.empty()) require_size(u, tree.nu(), "u", "the model has nu");
  if (!udot_or_tau.empty()) require_size(udot_or_tau, tree.nu(), name, "the model has nu");
  if (!F_B_W.empty()) require_size(F_B_W, tree.body_count(), "F_B_W", "the number of bodies with the world");
}

}  // namespace sarrus
