#pragma once
/// @file
/// What the tests of mechanisms share: values by the names of joints, and states on their constraints.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/linear.h"
#include "sarrus/joint/fit.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "tests/support/numbers.h"

namespace sarrus::testing {

using namespace internal;

inline double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

inline const Body& body_of(const State& state, const std::string& joint) {
  return state.model().body(state.model().joint_body(joint));
}
inline int speed_number(const State& state, const std::string& joint, int k = 0) {
  return body_of(state, joint).u0 + k;
}
inline double coordinate(const State& state, const std::string& joint, int k = 0) {
  return state.q(body_of(state, joint).q0 + k);
}
inline double speed(const State& state, const std::string& joint, int k = 0) {
  return state.u(speed_number(state, joint, k));
}
inline double rate(const State& state, const std::string& joint, int k = 0) {
  return udot(state)[speed_number(state, joint, k)];
}
inline void set(State& state, const std::string& joint, double q, double u = 0, int k = 0) {
  state.set_q(body_of(state, joint).q0 + k, q);
  state.set_u(body_of(state, joint).u0 + k, u);
}
/// A point fixed on a body, in the world.
inline Vec3<double> point(const State& state, const std::string& body, const Vec3<double>& p_B = {}) {
  return pose(state, {state.model().body_number(body), p_B}).p;
}

/// The pose and velocity of a body on a free joint in the world.
inline void set_free(State& state, const std::string& joint, const Pose<double>& X,
                     const Motion<double>& V = Motion<double>::zero()) {
  const std::vector<double> q = fit_coordinates(Free{}, {}, X).values;
  const Body& body = body_of(state, joint);
  for (int k = 0; k < 7; ++k) state.set_q(body.q0 + k, q[static_cast<std::size_t>(k)]);
  for (int k = 0; k < 3; ++k) state.set_u(body.u0 + k, V.w[k]), state.set_u(body.u0 + 3 + k, V.v[k]);
}

/// A rod from its joint, the body's origin, to `tip`.
inline RigidInertia<double> rod_to(double mass, const Vec3<double>& tip) {
  return Pose<double>::translation(0.5 * tip) * thin_rod(mass, tip);
}

/// Moves a state that is near its constraints onto them.
inline void assemble(State& state, double tolerance = 1e-13) {
  ConstraintProjection projection;
  EXPECT_TRUE(projection.project_positions(state, tolerance)) << largest(position_errors(state));
  EXPECT_TRUE(projection.project_velocities(state, tolerance)) << largest(velocity_errors(state));
}

}  // namespace sarrus::testing
