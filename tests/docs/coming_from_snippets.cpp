/// What docs/coming_from.md shows, compiled and run.

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/sarrus.h"

namespace sarrus::testing::coming_from_snippets {
namespace {

// [free_body]
/// Sets a free body from Pinocchio's numbers: q is its position and its quaternion (x, y, z, w), v its
/// velocity and its angular velocity, both in body axes.
void set_from_pinocchio(State& state, const std::string& name, In<double> q, In<double> v) {
  const Pose<double> X_WB{rotation(Quaternion<double>{q[6], q[3], q[4], q[5]}), {q[0], q[1], q[2]}};
  const Motion<double> V_WB{X_WB.R * Vec3{v[3], v[4], v[5]}, X_WB.R * Vec3{v[0], v[1], v[2]}};
  const Body& body = state.model().body(state.body_number(name));
  const FitResult at = fit_coordinates(body.joint, {}, X_WB),
                  moving = fit_speeds(body.joint, {}, at.values, V_WB);
  for (int i = 0; i < body.nq; ++i) state.set_q(body.q0 + i, at.values[i]);
  for (int i = 0; i < body.nu; ++i) state.set_u(body.u0 + i, moving.values[i]);
}
// [/free_body]

/// A quarter turn about z takes body x to world y; its quaternion is (0, 0, √½, √½) with w last.
TEST(ComingFromSnippets, AFreeBodyAsInPinocchio) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("ball", Free{}, "world", "ball");
  State state = System(model.build()).default_state();
  const double s = std::numbers::sqrt2 / 2;
  set_from_pinocchio(state, "ball", Array<double>{1, 2, 3, 0, 0, s, s}, Array<double>{4, 0, 0, 0.5, 0, 7});
  const Pose<double> X = pose(state, "ball");
  EXPECT_NEAR(norm(X.p - Vec3{1, 2, 3}), 0, 1e-14);
  EXPECT_NEAR(norm(X.R * Vec3{1, 0, 0} - Vec3{0, 1, 0}), 0, 1e-14);
  EXPECT_NEAR(norm(X.R * Vec3{0, 0, 1} - Vec3{0, 0, 1}), 0, 1e-14);
  const Motion<double> V = velocity(state, "ball");
  EXPECT_NEAR(norm(V.v - Vec3{0, 4, 0}), 0, 1e-13);
  EXPECT_NEAR(norm(V.w - Vec3{0, 0.5, 7}), 0, 1e-13);
}

}  // namespace
}  // namespace sarrus::testing::coming_from_snippets
