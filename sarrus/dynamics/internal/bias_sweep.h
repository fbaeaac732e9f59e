#pragma once
/// @file
/// The first sweep of forward and hybrid dynamics, outward: motions at u̇ = 0 or at the rates of prescribed
/// speeds, and the wrenches that they require.

#include "sarrus/dynamics/internal/articulated_steps.h"

namespace sarrus::internal {

/// Subtracts the forces applied to the bodies of a node from its bias, at its origin.
template <class T>
void subtract_applied(const Tree<T>& tree, int i, In<Force<T>> F_B_W, const LaneRotation<T>& R,
                      LaneForce<T>& bias) {
  for (const int b : tree.bodies_of(i)) {
    const Lane3<T> f(F_B_W[b].f), p = R * tree.place(b).X_KB.p;
    bias.f = bias.f - f;
    bias.t = bias.t - Lane3<T>(F_B_W[b].t) - cross(p, f);
  }
}

/// The sweep over all nodes.
template <class T>
void calc_bias(const Tree<T>& tree, In<T> u, In<T> udot, In<Force<T>> F_B_W, bool gravity,
               ForwardDynamics<T>& out) {
  out.motions[0] = NodeMotion<T>::of_world(world_acceleration(tree, gravity));
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& constants = tree.node(i);
    ArticulatedNode<T>& node = out.nodes[i];
    NodeMotion<T>& motion = out.motions[constants.slot];
    node.r =
        move(tree, constants, u.data(), udot.data(), out.motions[constants.parent_slot], out.joints, motion);
    node.axis = motion.R.z;
    calc_inertia_and_wrench(constants, motion, node.inertia, node.bias);
    if (!F_B_W.empty()) subtract_applied(tree, i, F_B_W, motion.R, node.bias);
  }
}

/// The results of a node whose joint is held or mixed, other than its motion. A node that is held is added to
/// the link of which it is a rigid part.
template <bool has_applied, class T>
SARRUS_ALWAYS_INLINE void calc_held_results(const Tree<T>& tree, const HeldNodes::Step& step,
                                            const NodeMotion<T>& motion, In<Force<T>> F_B_W,
                                            ForwardDynamics<T>& out) {
  using Role = HeldNodes::Role;
  if (step.role == Role::motion) return;
  const auto& constants = tree.node(step.node);
  ArticulatedNode<T>&node = out.nodes[step.node], &root = out.nodes[step.root];
  if (step.role == Role::part) {
    add_inertia_and_wrench(constants, motion, node.r, root.inertia, root.bias);
    if (!has_applied) return;
    LaneForce<T> applied{zero3<T>(), zero3<T>()};
    subtract_applied(tree, step.node, F_B_W, motion.R, applied);
    root.bias += at_parent<T>(applied, node.r);
    return;
  }
  node.axis = motion.R.z;
  if (step.role == Role::wrench)
    node.bias = wrench(constants, motion);
  else
    calc_inertia_and_wrench(constants, motion, node.inertia, node.bias);
  if (has_applied) subtract_applied(tree, step.node, F_B_W, motion.R, node.bias);
  if (step.role != Role::borne) return;
  add(root.inertia, shifted(node.inertia, node.r));
  root.bias += at_parent<T>(node.bias, node.r);
}

/// The sweep over the nodes of which results are needed, with the rates of prescribed speeds in `udot`. The
/// increments of those of free speeds are yet to be found: at these, also in joints with both, u̇ is zero.
template <bool has_applied, class T>
void calc_held_bias(const Tree<T>& tree, In<T> u, In<T> udot, In<Force<T>> F_B_W, bool gravity,
                    ForwardDynamics<T>& out) {
  out.motions[0] = NodeMotion<T>::of_world(world_acceleration(tree, gravity));
  out.nodes[0].r = zero3<T>();
  const T* no_rates = nullptr;
  for (const HeldNodes::Step& step : out.held.steps()) {
    const auto& constants = tree.node(step.node);
    const NodeMotion<T>& parent = out.motions[constants.parent_slot];
    NodeMotion<T>& motion = out.motions[constants.slot];
    ArticulatedNode<T>& node = out.nodes[step.node];
    const Lane3<T>& start = out.nodes[step.start].r;
    if (step.role == HeldNodes::Role::link) {
      node.r = start + move(tree, constants, u.data(), no_rates, parent, out.joints, motion);
      node.axis = motion.R.z;
      calc_inertia_and_wrench(constants, motion, node.inertia, node.bias);
      if (has_applied) subtract_applied(tree, step.node, F_B_W, motion.R, node.bias);
    } else {
      const T* rates = step.role == HeldNodes::Role::mixed ? out.given_udot.data() : udot.data();
      node.r = start + move(tree, constants, u.data(), rates, parent, out.joints, motion);
      calc_held_results<has_applied>(tree, step, motion, F_B_W, out);
    }
  }
}

}  // namespace sarrus::internal
