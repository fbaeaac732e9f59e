/// What a State answers of bodies by name, and of parts of a mechanism.

#include "sarrus/system/responses.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/system.h"
#include "tests/support/says.h"

namespace sarrus::testing::responses_test {
namespace {

using V3 = Vec3<double>;

TEST(Responses, FindBodiesFramesAndPointsByName) {
  ModelBuilder model("arm");
  model.body("hand", solid_sphere(1.0, 0.1)).point("tip", "hand", {1, 0, 0});
  model.frame("grip", "hand", Pose<double>::translation({0, 2, 0}));
  model.joint("wrist", Pin{}, "world", "hand");
  State state = System(model.build()).default_state();
  state.set_u(0, 3);
  EXPECT_EQ(pose(state, "tip").p.x, 1);
  EXPECT_EQ(pose(state, std::string("grip")).p.y, 2);
  EXPECT_EQ(norm(pose(state, "hand").p), 0);
  EXPECT_EQ(norm(pose(state, 0).p), 0);
  EXPECT_NEAR(velocity(state, "tip").v.y, 3, 1e-14);
  EXPECT_NEAR(acceleration(state, "tip").v.x, -9, 1e-14);
  expect_error([&] { (void)pose(state, "tipp"); }, {"'tipp'", "Did you mean 'tip'?"});
}

/// Center of mass and mass of a body with its descendants, against sums over its parts by hand.
TEST(Responses, MassPropertiesOfAPart) {
  ModelBuilder model("three");
  model.body("a", solid_brick(2.0, {0.1, 0.2, 0.3})).body("b", solid_sphere(3.0, 0.2));
  model.body("c", thin_rod(1.5, {0, 0, 1}));
  model.joint("j", Pin{}, "world", "a").axis({0, 1, 0});
  model.joint("k", Slider{}, "a", "b").parent_frame({0, 0.4, 0}).start({0.7});
  model.joint("w", Weld{}, "b", "c").parent_frame({0.3, 0, 0});
  State state = System(model.build()).default_state();
  state.set_u(0, 2), state.set_u(1, -1);
  const int a = state.model().body_number("a"), b = state.model().body_number("b"),
            c = state.model().body_number("c");
  EXPECT_EQ(mass(state, b), 4.5);
  EXPECT_EQ(mass(state, c), 1.5);
  EXPECT_EQ(mass(state, 0), mass(state));
  const V3 p = (1 / 4.5) * (3 * pose(state, b).p + 1.5 * pose(state, c).p);
  const V3 v = (1 / 4.5) * (3 * velocity(state, b).v + 1.5 * velocity(state, c).v);
  const V3 acceleration_of_parts =
      (1 / 4.5) * (3 * acceleration(state, b).v + 1.5 * acceleration(state, c).v);
  EXPECT_LT(norm(center_of_mass(state, b) - p), 1e-14);
  EXPECT_LT(norm(center_of_mass_velocity(state, b) - v), 1e-14);
  EXPECT_LT(norm(center_of_mass_acceleration(state, b) - acceleration_of_parts), 1e-13);
  EXPECT_LT(norm(momentum(state, b).f - 4.5 * v), 1e-13);
  EXPECT_LT(norm(momentum(state, 0).t - momentum(state).t), 1e-13);
  EXPECT_LT(norm(momentum(state, a).t - momentum(state).t), 1e-13);
  EXPECT_LT(norm(center_of_mass(state, 0) - center_of_mass(state)), 1e-14);
  // The angular momentum of the rigid pair b and c, about its center: its central inertia times ω.
  const RigidInertia<double> I = central_inertia(state, b);
  const Force<double> H = momentum(state, b);
  EXPECT_NEAR(I.m, 4.5, 1e-15);
  EXPECT_LT(norm(I.h), 1e-14);
  EXPECT_LT(norm(I.I * velocity(state, b).w - (H.t - cross(p, H.f))), 1e-13);
  EXPECT_THROW((void)mass(state, 9), Error);
}

}  // namespace
}  // namespace sarrus::testing::responses_test
