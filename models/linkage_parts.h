#pragma once
/// @file
/// Common parts of the makers of linkages.

#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"

namespace sarrus::models {

inline constexpr double pi = 3.14159265358979323846;
inline const Vec3<double> earth{0, -9.81, 0};

/// A rod from its joint to `tip`, with its body frame at the joint.
inline RigidInertia<double> rod_from_joint(double mass, const Vec3<double>& tip) {
  return Pose<double>::translation(0.5 * tip) * thin_rod(mass, tip);
}

/// Sets the first coordinate and speed of a joint.
inline void set(State& state, const std::string& joint, double q, double u) {
  const Body& body = state.model().body(state.model().joint_body(joint));
  state.set_q(body.q0, q);
  state.set_u(body.u0, u);
}

}  // namespace sarrus::models
