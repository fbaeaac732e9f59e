#pragma once
/// @file
/// Steps of the articulated-body algorithm that forward dynamics and products with M⁻¹ share: how loads pass
/// from a node to its parent, and the last sweep.

#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

/// Length of a row of a joint's factors.
constexpr int factor_stride = max_joint_speeds;

/// What the inward sweep reads besides the workspace.
template <class T>
struct Given {
  In<T> tau;           ///< Forces of the free speeds, or nothing.
  In<T> port_inertia;  ///< Or nothing.
  bool hybrid;         ///< Whether any speed may be prescribed.
  bool cuts;           ///< Whether free joints are taken as cuts.

  T force(int speed) const { return tau.empty() ? T(0) : tau[speed]; }
};

/// A force about the point displaced by −r.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> at_parent(const LaneForce<T>& F, const Lane3<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
/// A node's load, of a rigid or an articulated inertia, as its parent would have it if the joint did not give
/// way. The first child that hands down takes the parent's own share with it, so that the parent need not
/// wait for an addition.
template <class T, class Inertia>
SARRUS_ALWAYS_INLINE ArticulatedLoad<T> at_parent(const TreeNode<ConstantOf<T>>& constants, const Inertia& M,
                                                  const LaneForce<T>& bias, const Lane3<T>& r,
                                                  const ForwardDynamics<T>& out) {
  Inertia handed = shifted(M, r);
  LaneForce<T> handed_bias = at_parent<T>(bias, r);
  if (constants.is_last_child) {
    const ArticulatedNode<T>& parent = out.nodes[static_cast<std::size_t>(constants.parent)];
    add(handed, parent.inertia);
    handed_bias += parent.bias;
  }
  return {articulated(handed), handed_bias};
}
/// Hands what is left of a node's load to its parent.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const TreeNode<ConstantOf<T>>& constants, const ArticulatedLoad<T>& load,
                                  ForwardDynamics<T>& out) {
  ArticulatedLoad<T>& parent = out.loads[static_cast<std::size_t>(constants.parent_load_slot)];
  if (constants.is_last_child) {
    parent = load;
  } else {
    add(parent.A, load.A);
    parent.bias += load.bias;
  }
}

/// Third sweep, outward: rates of the free speeds, forces of the prescribed ones.
template <class T>
void expand(const Tree<T>& tree, bool hybrid, ForwardDynamics<T>& out, T* udot, T* tau) {
  out.increments[0] = {zero3<T>(), zero3<T>()};
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    const ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    const LaneMotion<T> parent = out.increments[static_cast<std::size_t>(constants.parent_slot)];
    LaneMotion<T>& increment = out.increments[static_cast<std::size_t>(constants.slot)];
    increment = {parent.w, parent.v + cross(parent.w, node.r)};
    for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
      if (hybrid && out.prescribed.contains(k)) continue;
      const ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(k)];
      udot[k] = speed.value;
      if (constants.parent > 0) udot[k] -= dot(speed.W.t, parent.w, speed.W.f, parent.v);
      if (constants.shape == JointShape::revolute) {
        increment.w += udot[k] * node.axis;
      } else if (constants.shape == JointShape::prismatic) {
        increment.v += udot[k] * node.axis;
      } else {
        const LaneMotion<T>& H = out.joints.columns[static_cast<std::size_t>(k)];
        increment.w += udot[k] * H.w, increment.v += udot[k] * H.v;
      }
    }
    for (int k = constants.u0; hybrid && k < constants.u0 + constants.nu; ++k) {
      if (!out.prescribed.contains(k)) continue;
      const ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(k)];
      tau[k] = speed.value + dot(speed.W.t, increment.w, speed.W.f, increment.v);
    }
  }
}

}  // namespace sarrus
