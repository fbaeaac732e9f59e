#pragma once
/// @file
/// The last sweep of hybrid dynamics: the forces of prescribed speeds, from the wrenches through the joints
/// that are held.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/articulated_steps.h"

namespace sarrus::internal {

/// Vector from the origin of a node's parent to its own, for a node that is held or whose parent is held.
template <class T>
Lane3<T> arm(const HeldNodes::Step& step, const ForwardDynamics<T>& out) {
  const Lane3<T>& r = out.nodes[step.node].r;
  return step.start == 0 ? r : r - out.nodes[step.start].r;
}

/// The wrench on a link through its joint, about its origin.
template <class T>
LaneForce<T> borne(const ArticulatedLink& link, const ForwardDynamics<T>& out) {
  const LaneMotion<T>& increment = out.increments[link.slot];
  const ArticulatedNode<T>& node = out.nodes[link.node];
  const ArticulatedLoad<T>& load = out.loads[link.load_slot];
  LaneForce<T> F = link.is_leaf ? times(node.inertia, increment) : times(load.A, increment);
  F += link.is_leaf ? node.bias : load.bias;
  return F;
}

/// Computes the forces of the speeds of a held joint from the wrench through it.
template <class T>
void project(const ArticulatedLink& link, const LaneForce<T>& F, const ForwardDynamics<T>& out, Out<T> tau) {
  const ArticulatedNode<T>& node = out.nodes[link.node];
  if (link.shape == JointShape::general) {
    for (int k = link.u0; k < link.u0 + link.nu; ++k) {
      const LaneMotion<T>& H = out.joints.columns[k];
      tau[k] = dot(H.w, F.t, H.v, F.f);
    }
  } else {
    tau[link.u0] = dot(node.axis, link.shape == JointShape::revolute ? F.t : F.f);
  }
}

/// Last sweep, inward over the held nodes: the wrenches through joints, and the forces of prescribed speeds.
template <class T>
void calc_prescribed_forces(ForwardDynamics<T>& out, In<T> udot, Out<T> tau, In<T> port_inertia) {
  const Array<HeldNodes::Step>& steps = out.held.steps();
  for (const HeldNodes::Step& step : steps) {
    if (!step.is_held) continue;
    const ArticulatedNode<T>& node = out.nodes[step.node];
    LaneForce<T>& F = out.transmitted[step.node];
    F = node.bias;
    if (step.root == 0) continue;
    const LaneMotion<T>& increment = out.increments[out.held.links()[step.link].slot];
    F += times(node.inertia, LaneMotion<T>{increment.w, increment.v + cross(increment.w, node.r)});
  }
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (!step->is_held && !step->on_held) continue;
    const LaneForce<T> F =
        !step->is_held ? borne(out.held.links()[step->link], out) : out.transmitted[step->node];
    if (step->is_held) project(out.links[step->node], F, out, tau);
    if (step->on_held) out.transmitted[step->parent] += at_parent<T>(F, arm(*step, out));
  }
  for (const ArticulatedLink& link : out.held.links()) {
    const LaneMotion<T>& own = out.increments[link.slot];
    for (int k = link.u0; link.is_mixed && k < link.u0 + link.nu; ++k) {
      const ArticulatedSpeed<T>& speed = out.speeds[k];
      if (out.held.prescribed().contains(k)) tau[k] = speed.value + dot(speed.W.t, own.w, speed.W.f, own.v);
    }
  }
  for (int k = 0; k < out.nu && !port_inertia.empty(); ++k)
    if (out.held.prescribed().contains(k)) tau[k] += port_inertia[k] * udot[k];
}

}  // namespace sarrus::internal
