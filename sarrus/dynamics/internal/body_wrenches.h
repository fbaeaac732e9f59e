#pragma once
/// @file
/// The outward sweep in the nodes' own axes, which inverse and forward dynamics of packs share.

#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus::internal {

/// The motion of a node behind a joint other than a pin. Kept separate from pins, whose numbers stay in
/// registers.
template <class T>
[[gnu::noinline]] void move_behind_other(const Tree<T>& tree, int i, In<T> u, In<T> udot,
                                         const BodyMotion<T>& parent, InverseDynamics<T>& out,
                                         BodyMotion<T>& motion) {
  const auto& node = tree.node(i);
  const auto& body = tree.body_node(i);
  const Vec3<T> w = into_joint(body, parent.w), alpha = into_joint(body, parent.alpha),
                a = into_joint(body, parent.a + parent.B * body.p);
  if (node.shape == JointShape::prismatic)
    move_slider(out.joints.q[node.q0], u.empty() ? T(0) : u[node.u0], udot.empty() ? T(0) : udot[node.u0], w,
                alpha, a, motion);
  else
    move_general(tree, node, u.data(), udot.data(), w, alpha, a, out.joints, out.X_FM[i], motion);
}

/// Computes the motions of all nodes, and the wrenches that they require, in `out.nodes`.
template <class T>
void calc_wrenches(const Tree<T>& tree, In<T> u, In<T> udot, bool gravity, InverseDynamics<T>& out) {
  out.motions[0] = BodyMotion<T>::of_world(world_acceleration(tree, gravity));
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const auto& body = tree.body_node(i);
    const std::size_t index = i, q0 = node.q0;
    const BodyMotion<T>& parent = out.motions[node.parent_slot];
    BodyMotion<T>& motion = out.motions[node.slot];
    if (node.parent == 0) {
      move_from_world(tree, node, u.data(), udot.data(), into_joint(body, parent.a), out.joints,
                      out.X_FM[index], motion);
    } else if (node.shape != JointShape::revolute) {
      move_behind_other(tree, i, u, udot, parent, out, motion);
    } else {
      const Vec3<T> w = into_joint(body, parent.w), alpha = into_joint(body, parent.alpha),
                    a = into_joint(body, parent.a + parent.B * body.p);
      const T rate = u.empty() ? T(0) : u[node.u0], second_rate = udot.empty() ? T(0) : udot[node.u0];
      move_pin(out.joints.sine[q0], out.joints.cosine[q0], rate, second_rate, w, alpha, a, motion);
    }
    motion.B = point_acceleration_matrix(motion.w, motion.alpha);
    out.nodes[index] = wrench(body, motion);
  }
}

}  // namespace sarrus::internal
