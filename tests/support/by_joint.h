#pragma once
/// @file
/// Comparison of two Systems of the same mechanism whose loops are cut at different joints: their joints
/// correspond by name, and their coordinates and speeds are the same, whatever the direction of the joints in
/// the tree.

#include <algorithm>
#include <string>
#include <vector>

#include "sarrus/system/responses.h"

namespace sarrus::testing {

inline const Body& joint_named(const State& state, const std::string& joint) {
  return state.model().body(state.model().joint_body(joint));
}

inline bool has_joint(const Model& model, const std::string& joint) {
  return std::any_of(model.bodies().begin(), model.bodies().end(),
                     [&](const Body& body) { return body.joint_name == joint; });
}

/// Copies coordinates and speeds of all joints that both have.
inline void copy_joints(const State& from, State& to) {
  for (const Body& body : from.model().bodies()) {
    if (body.parent < 0 || !has_joint(to.model(), body.joint_name)) continue;
    const Body& other = joint_named(to, body.joint_name);
    for (int i = 0; i < body.nq; ++i) to.set_q(other.q0 + i, from.q(body.q0 + i));
    for (int i = 0; i < body.nu; ++i) to.set_u(other.u0 + i, from.u(body.u0 + i));
  }
}

/// u̇ of a joint.
inline std::vector<double> rates(const State& state, const std::string& joint) {
  const Body& body = joint_named(state, joint);
  return {udot(state).begin() + body.u0, udot(state).begin() + body.u0 + body.nu};
}

/// The wrench of a joint on one of its two bodies, or on a part of it (model/internal/split_bodies.h), about
/// the joint's frame on that body, in world axes.
inline Force<double> wrench_on(const State& state, const std::string& joint, const std::string& body) {
  const int number = state.model().joint_body(joint);
  const Body& child = state.model().body(number);
  const bool is_child = child.name == body || child.name == body + " at " + joint;
  const FrameOn<double> at =
      is_child ? FrameOn<double>(number, child.X_BM) : FrameOn<double>(child.parent, child.X_PF);
  return (is_child ? 1.0 : -1.0) * shift(reaction(state, number), pose(state, at).p - pose(state, number).p);
}

}  // namespace sarrus::testing
