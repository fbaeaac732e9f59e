/// Bodies on a height field.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/contact/contact_scenes.h"

namespace sarrus::testing::terrain_test {
namespace {

HeightFieldShape bowl() {
  HeightFieldShape field{{4, 4}, 21, 21, {}};
  for (int i = 0; i < 21; ++i)
    for (int j = 0; j < 21; ++j) {
      const double x = 0.2 * j - 2, y = 0.2 * i - 2;
      field.heights.push_back(static_cast<float>(0.1 * (x * x + y * y)));
    }
  return field;
}

/// What falls into a bowl comes to rest at its bottom, or on its slope, and is carried there.
TEST(Terrain, CarriesWhatFallsOnIt) {
  const ContactMaterial soft{.modulus = 1e6, .dissipation = 1};
  for (const AnyShape& shape :
       {AnyShape(BoxShape{{0.4, 0.3, 0.2}}), AnyShape(EllipsoidShape{{0.2, 0.2, 0.1}}),
        AnyShape(convex_hull(
            Array<Vec3<double>>{{0.2, 0, -0.1}, {-0.1, 0.2, -0.1}, {-0.1, -0.2, -0.1}, {0, 0, 0.1}}))}) {
    ModelBuilder model("crate");
    model.body("crate", solid_brick(1, {0.4, 0.3, 0.2}));
    model.joint("free", Free{}, "world", "crate").start({1, 0, 0, 0, 0.1, 0.05, 0.2});
    SystemBuilder builder(model.build());
    const auto contact = std::make_shared<CompliantContact>(
        Array<ContactSurface>{{"bowl", "world", bowl(), soft}, {"crate", "crate", shape, soft}});
    builder.add_force("contact", contact);
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-3});
    simulation.run_until(1.5);
    const State& state = simulation.state();
    EXPECT_NEAR(contact->force_between(state, "bowl", "crate").f.z, 9.81, 1) << type_of(shape);
    EXPECT_LT(norm(velocity(state, "crate").v), 0.05) << type_of(shape);
    EXPECT_GT(pose(state, "crate").p.z, 0.05) << type_of(shape);
  }
}

/// A body with a rim, which may touch all around, does not go on rocking: like a box it only creeps down the
/// slope.
TEST(Terrain, LetsACylinderComeToRest) {
  const ContactMaterial soft{.modulus = 1e6, .dissipation = 1};
  ModelBuilder model("can");
  model.body("can", solid_brick(1, {0.4, 0.4, 0.2}));
  model.joint("free", Free{}, "world", "can").start({1, 0, 0, 0, 0.1, 0.05, 0.2});
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(
      Array<ContactSurface>{{"bowl", "world", bowl(), soft}, {"can", "can", CylinderShape{0.2, 0.2}, soft}});
  builder.add_force("contact", contact);
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-3, .record = false});
  simulation.run_until(3);
  const State& state = simulation.state();
  EXPECT_NEAR(contact->force_between(state, "bowl", "can").f.z, 9.81, 0.02);
  EXPECT_LT(norm(velocity(state, "can").w), 2e-3);
}

}  // namespace
}  // namespace sarrus::testing::terrain_test
