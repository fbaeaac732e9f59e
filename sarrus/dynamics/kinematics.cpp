#include "sarrus/dynamics/kinematics.h"

#include <algorithm>

#include "sarrus/dynamics/joint_motions.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/lane_quaternion.h"

namespace sarrus {

using namespace internal;

namespace {

template <class T>
LaneMotion<T> zero_motion() {
  return {zero3<T>(), zero3<T>()};
}

template <class T>
void place_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const LaneRotation<T>& R_WF,
                   int i, PositionKinematics<T>& out) {
  const T* q = out.q.data() + node.q0;
  NodePosition<T>& position = out.nodes[i];
  out.R_WF[i] = R_WF;
  if (node.is_free) {
    write_free_columns<T>(R_WF, out.columns.data() + node.u0);
    position.R = R_WF * lane_rotation(q);
    position.r += R_WF * Vec3<T>{q[4], q[5], q[6]};
    return;
  }
  const JointMotion<T> joint(tree, node, q, nullptr, nullptr);
  joint.write_columns(node, R_WF, out.columns);
  position.R = R_WF * joint.X_FM.R.matrix();
  position.r += R_WF * joint.X_FM.p;
}

}  // namespace

template <class T>
PositionKinematics<T>::PositionKinematics(const Tree<T>& tree)
    : nodes(tree.node_count(), NodePosition<T>{LaneRotation<T>(Mat3<T>::identity()), zero3<T>(), zero3<T>()}),
      nu(tree.nu()),
      columns(tree.nu(), zero_motion<T>()),
      R_WF(tree.node_count(), LaneRotation<T>(Mat3<T>::identity())),
      q(sines_size(tree), T(0)),
      sine(q),
      cosine(q) {}

template <class T>
VelocityKinematics<T>::VelocityKinematics(const Tree<T>& tree)
    : nodes(tree.node_count(), zero_motion<T>()), nu(tree.nu()), u(tree.nu(), T(0)) {}

template <class T>
AccelerationKinematics<T>::AccelerationKinematics(const Tree<T>& tree)
    : nodes(tree.node_count(), zero_motion<T>()), nu(tree.nu()) {}

template <class T>
void calc_position_kinematics(const Tree<T>& tree, In<T> q, PositionKinematics<T>& out) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_stage(tree, out);
  calc_sines(tree, q, out.q.data(), out.sine.data(), out.cosine.data());
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& parent = out.nodes[node.parent];
    NodePosition<T>& position = out.nodes[i];
    position.r = parent.R * node.p;
    const int q0 = node.q0;
    if (node.shape == JointShape::revolute) {
      // R_PK first: it does not depend on the parent.
      const LaneRotation<T> R_PK = turned(LaneRotation<T>::load(node.R), out.sine[q0], out.cosine[q0]);
      position.R = {parent.R * R_PK.x, parent.R * R_PK.y, parent.R * node.R.z};
    } else if (node.shape == JointShape::prismatic) {
      position.R = parent.R * node.R;
      position.r += out.q[q0] * position.R.z;
    } else {
      place_general<T>(tree, node, parent.R * node.R, i, out);
    }
    position.p = parent.p + position.r;
  }
}

template <class T>
void calc_velocity_kinematics(const Tree<T>& tree, const PositionKinematics<T>& position, In<T> u,
                              VelocityKinematics<T>& out) {
  require_size(u, tree.nu(), "u", "the model has nu");
  require_stage(tree, position), require_stage(tree, out);
  std::copy(u.begin(), u.end(), out.u.begin());
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[i];
    const LaneMotion<T>& parent = out.nodes[node.parent];
    LaneMotion<T>& V = out.nodes[i];
    const int u0 = node.u0;
    const Lane3<T> v = parent.v + cross(parent.w, at.r);
    if (node.shape == JointShape::revolute) {
      V = {parent.w + out.u[u0] * at.R.z, v};
    } else if (node.shape == JointShape::prismatic) {
      V = {parent.w, v + out.u[u0] * at.R.z};
    } else {
      V = {parent.w, v};
      for (int k = u0; k < u0 + node.nu; ++k) {
        V.w += out.u[k] * position.columns[k].w;
        V.v += out.u[k] * position.columns[k].v;
      }
    }
  }
}

template <class T>
void calc_acceleration_kinematics(const Tree<T>& tree, const PositionKinematics<T>& position,
                                  const VelocityKinematics<T>& velocity, In<T> udot,
                                  AccelerationKinematics<T>& out) {
  if (!udot.empty()) require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, position), require_stage(tree, velocity), require_stage(tree, out);
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[i];
    const LaneMotion<T>& V_WP = velocity.nodes[node.parent];
    const LaneMotion<T>& A_WP = out.nodes[node.parent];
    LaneMotion<T>& A = out.nodes[i];
    const int u0 = node.u0;
    const T* rate = udot.empty() ? nullptr : udot.data() + u0;
    // Acceleration of the point of the parent that coincides with this origin.
    const Lane3<T> a = A_WP.v + cross(A_WP.w, at.r) + cross(V_WP.w, cross(V_WP.w, at.r));
    if (node.shape == JointShape::revolute) {
      A = {A_WP.w + velocity.u[u0] * cross(V_WP.w, at.R.z), a};
      if (rate) A.w += rate[0] * at.R.z;
    } else if (node.shape == JointShape::prismatic) {
      A = {A_WP.w, a + (velocity.u[u0] + velocity.u[u0]) * cross(V_WP.w, at.R.z)};
      if (rate) A.v += rate[0] * at.R.z;
    } else {
      // Relative velocity V_FM and its own rate Ḣ·u, then the terms of a frame moving in a moving frame.
      LaneMotion<T> V_rel = zero_motion<T>();
      for (int k = 0; k < node.nu; ++k) {
        V_rel.w += velocity.u[u0 + k] * position.columns[u0 + k].w;
        V_rel.v += velocity.u[u0 + k] * position.columns[u0 + k].v;
      }
      const Motion<T> bias = tree.joint(node).bias(position.q.data() + node.q0, velocity.u.data() + u0,
                                                   tree.joint_parameters(node));
      const LaneRotation<T>& R_WF = position.R_WF[i];
      A = {A_WP.w + cross(V_WP.w, V_rel.w) + R_WF * bias.w,
           a + cross(V_WP.w, V_rel.v + V_rel.v) + R_WF * bias.v};
      for (int k = 0; rate && k < node.nu; ++k) {
        A.w += rate[k] * position.columns[u0 + k].w;
        A.v += rate[k] * position.columns[u0 + k].v;
      }
    }
  }
}

template <class T>
LaneMotion<T> column(const TreeNode<ConstantOf<T>>& node, const PositionKinematics<T>& position,
                     int node_number, int k) {
  const Lane3<T>& axis = position.nodes[node_number].R.z;
  if (node.shape == JointShape::revolute) return {axis, zero3<T>()};
  if (node.shape == JointShape::prismatic) return {zero3<T>(), axis};
  return position.columns[node.u0 + k];
}

#define SARRUS_INSTANTIATE(T)                                                                    \
  template struct PositionKinematics<T>;                                                         \
  template struct VelocityKinematics<T>;                                                         \
  template struct AccelerationKinematics<T>;                                                     \
  template void calc_position_kinematics<T>(const Tree<T>&, In<T>, PositionKinematics<T>&);      \
  template void calc_velocity_kinematics<T>(const Tree<T>&, const PositionKinematics<T>&, In<T>, \
                                            VelocityKinematics<T>&);                             \
  template void calc_acceleration_kinematics<T>(const Tree<T>&, const PositionKinematics<T>&,    \
                                                const VelocityKinematics<T>&, In<T>,             \
                                                AccelerationKinematics<T>&);                     \
  template LaneMotion<T> column<T>(const TreeNode<ConstantOf<T>>&, const PositionKinematics<T>&, int, int);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
