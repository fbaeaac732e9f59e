#pragma once
/// @file
/// The inward step of a free joint in the articulated-body algorithm. The joint is a cut: the node's own
/// acceleration follows from its load, and the parent carries only the joint's force.

#include "sarrus/dynamics/internal/articulated_steps.h"

namespace sarrus::internal {

/// Values of the speeds of a free joint from the acceleration of its node with the parent at rest.
template <class T>
void set_free_values(const LaneMotion<T>* columns, const LaneMotion<T>& acceleration,
                     ArticulatedSpeed<T>* speeds) {
  for (int k = 0; k < 3; ++k) {
    speeds[k].value = dot(columns[k].w, acceleration.w);
    speeds[k + 3].value = dot(columns[k].w, acceleration.v);
  }
}

template <class T>
[[gnu::noinline]] void reduce_free_joint(const SweepInput<T>& given, const ArticulatedLink& link,
                                         const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                         ForwardDynamics<T>& out) {
  const LaneMotion<T>* columns = out.joints.columns.data() + link.u0;
  ArticulatedSpeed<T>* speeds = out.speeds.data() + link.u0;
  T tau[6];
  for (int k = 0; k < 6; ++k) tau[k] = given.force(link.u0 + k);
  const LaneForce<T> force = free_joint_sum<LaneForce<T>>(columns, tau);
  out.free_inertias[link.u0] = load.A;
  set_free_values(columns, acceleration<T>(load.A, {force.t - load.bias.t, force.f - load.bias.f}), speeds);
  if (link.parent == 0) return;
  for (int k = 0; k < 3; ++k) {
    speeds[k].W = {columns[k].w, zero3<T>()};
    speeds[k + 3].W = {cross(node.r, columns[k].w), columns[k].w};
  }
  deliver(link, at_parent<T>(link, zero_inertia<T>(), force, node.r, out), out);
}

/// The inward step of a free joint for a force τ and the bias of the node alone, with the inertia of the last
/// call; returns the force that the parent carries, about its origin.
template <class T>
LaneForce<T> solve_free_joint(const ArticulatedLink& link, const ArticulatedNode<T>& node,
                              const LaneForce<T>& bias, const T* tau, ForwardDynamics<T>& out) {
  const LaneMotion<T>* columns = out.joints.columns.data() + link.u0;
  const LaneForce<T> force = free_joint_sum<LaneForce<T>>(columns, tau);
  const auto& A = out.free_inertias[link.u0];
  set_free_values(columns, acceleration<T>(A, {force.t - bias.t, force.f - bias.f}),
                  out.speeds.data() + link.u0);
  return at_parent<T>(force, node.r);
}

}  // namespace sarrus::internal
