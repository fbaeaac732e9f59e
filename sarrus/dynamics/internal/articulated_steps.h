#pragma once
/// @file
/// Steps of the articulated-body algorithm that forward dynamics and products with M⁻¹ share: the propagation
/// of loads from a node to its parent, and the last sweep.

#include "sarrus/dynamics/coupled_speeds.h"

namespace sarrus::internal {

/// Length of a row of a joint's factors.
constexpr int factor_stride = max_joint_speeds;

/// Inputs of the inward sweep other than the workspace.
template <class T>
struct SweepInput {
  In<T> tau;           ///< Forces of the free speeds, or empty.
  In<T> port_inertia;  ///< Per speed, or empty.
  In<T> locked;        ///< Per speed: one if it is locked, zero if it is free; or empty.
  bool cuts;           ///< True if free joints are treated as cuts (free_joint_cut.h).
  CoupledSpeeds* couplings = nullptr;

  T force(int speed) const { return tau.empty() ? T(0) : tau[speed]; }
  bool has_ports() const { return !port_inertia.empty(); }
  bool has_locks() const { return !locked.empty(); }
  /// True if a speed is coupled with others, so that they are eliminated together.
  bool is_coupled(int speed) const {
    return in_registers<T> && couplings != nullptr && couplings->speeds().contains(speed);
  }
};

/// Inputs without ports, locks and couplings, so that no link asks for them: fewer branches are predicted
/// better.
template <class T>
struct PlainInput : SweepInput<T> {
  static constexpr bool has_ports() { return false; }
  static constexpr bool has_locks() { return false; }
  static constexpr bool is_coupled(int) { return false; }
};

/// A force about the point displaced by −r.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> at_parent(const LaneForce<T>& F, const Lane3<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
/// A node's load, of a rigid or an articulated inertia, moved to its parent as if the joint were locked. The
/// first child that delivers includes the parent's own inertia and bias, so that the parent need not wait for
/// an addition.
template <class T, class Inertia>
SARRUS_ALWAYS_INLINE ArticulatedLoad<T> at_parent(const ArticulatedLink& link, const Inertia& M,
                                                  const LaneForce<T>& bias, const Lane3<T>& r,
                                                  const ForwardDynamics<T>& out) {
  Inertia handed = shifted(M, r);
  LaneForce<T> handed_bias = at_parent<T>(bias, r);
  if (link.is_last_child) {
    const ArticulatedNode<T>& parent = out.nodes[link.parent_node];
    add(handed, parent.inertia);
    handed_bias += parent.bias;
  }
  return {articulated(handed), handed_bias};
}
/// Adds the propagated load of a node to the load of its parent.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const ArticulatedLink& link, const ArticulatedLoad<T>& load,
                                  ForwardDynamics<T>& out) {
  ArticulatedLoad<T>& parent = out.loads[link.parent_load_slot];
  if (link.is_last_child) {
    parent = load;
  } else {
    add(parent.A, load.A);
    parent.bias += load.bias;
  }
}

/// The sum of the columns of a free joint, which are those of R_WF twice, times its speeds or forces, in
/// world axes.
template <class Spatial, class T>
SARRUS_ALWAYS_INLINE Spatial free_joint_sum(const LaneMotion<T>* columns, const T* speeds) {
  const LaneRotation<T> R_WF(columns[0].w, columns[1].w, columns[2].w);
  return {R_WF * Vec3<T>{speeds[0], speeds[1], speeds[2]}, R_WF * Vec3<T>{speeds[3], speeds[4], speeds[5]}};
}

/// The rate of a free speed if the parent's acceleration is increased by `parent`.
template <class T>
SARRUS_ALWAYS_INLINE T rate(const ArticulatedLink& link, const ArticulatedSpeed<T>& speed,
                            const LaneMotion<T>& parent) {
  return link.parent == 0 ? speed.value : speed.value - dot(speed.W.t, parent.w, speed.W.f, parent.v);
}

/// The outward step of a joint of general shape. `own` comes in as the parent's increment at the node, and
/// receives the joint's contribution.
template <class T>
[[gnu::noinline]] void expand_general(const ArticulatedLink& link, const LaneMotion<T>& parent,
                                      const ForwardDynamics<T>& out, T* udot, LaneMotion<T>& own) {
  const int u0 = link.u0, end = u0 + link.nu;
  const LaneMotion<T>* columns = out.joints.columns.data();
  const ArticulatedSpeed<T>* speeds = out.speeds.data();
  if (link.is_free && !link.is_mixed) {
    for (int k = u0; k < end; ++k) udot[k] = rate(link, speeds[k], parent);
    const auto sum = free_joint_sum<LaneMotion<T>>(columns + u0, udot + u0);
    own = {own.w + sum.w, own.v + sum.v};
    return;
  }
  for (int k = u0; k < end; ++k) {
    if (link.is_mixed && out.held.prescribed().contains(k)) continue;
    udot[k] = rate(link, speeds[k], parent);
    own.w += udot[k] * columns[k].w, own.v += udot[k] * columns[k].v;
  }
}

/// Third sweep, outward: rates of the free speeds. The values that the next link of a chain needs stay in
/// registers.
template <class T>
void expand(ForwardDynamics<T>& out, T* udot, const CoupledSpeeds* couplings = nullptr) {
  const ArticulatedLinks& links = out.moving();
  LaneMotion<T> own{zero3<T>(), zero3<T>()};
  out.increments[0] = own;
  for (int i = 1; i < static_cast<int>(links.size()); ++i) {
    const ArticulatedLink& link = links[i];
    const ArticulatedNode<T>& node = out.nodes[link.node];
    LaneMotion<T>& kept = out.increments[link.slot];
    LaneMotion<T> parent = own;
    if (link.parent != i - 1) parent = out.increments[link.parent_slot];
    own = {parent.w, parent.v + cross(parent.w, node.r)};
    if constexpr (std::is_same_v<T, double>)
      if (couplings) couplings->expand(link.node, parent, out);
    const int k = link.u0;
    if (link.shape == JointShape::general) {
      LaneMotion<T> copy = parent;
      kept = own;
      expand_general(link, copy, out, udot, kept);
      own = kept;
      continue;
    }
    const T found = udot[k] = rate(link, out.speeds[k], parent);
    if (link.shape == JointShape::revolute)
      own.w += found * node.axis;
    else
      own.v += found * node.axis;
    kept = own;
  }
}

}  // namespace sarrus::internal
