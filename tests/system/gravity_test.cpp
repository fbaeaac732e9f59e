#include "sarrus/system/gravity.h"

#include <gtest/gtest.h>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::gravity_test {
namespace {

/// Two balls that fall freely, with masses 2 and 3; the second carries a welded weight of mass 1.
System two_balls() {
  ModelBuilder builder("two balls");
  builder.body("a", solid_sphere(2.0, 0.1)).body("b", solid_sphere(3.0, 0.1));
  builder.particle("weight", 1.0);
  builder.joint("fa", Free{}, "world", "a").child_frame({0.3, 0.2, 0.1});
  builder.joint("fb", Free{}, "world", "b").child_frame({0.3, 0.2, 0.1});
  builder.joint("glue", Weld{}, "b", "weight");
  return System(builder.build());
}

TEST(Gravity, HasMagnitudeAndDirection) {
  const System system = two_balls();
  State state = system.default_state();
  EXPECT_TRUE(close(system.gravity().magnitude(state), 9.81));
  system.gravity().set(state, 2.0, {3, 0, 4});
  EXPECT_TRUE(close(system.gravity().direction(state), Vec3<double>{0.6, 0, 0.8}));
  for (const int body : {1, 2}) {
    const Vec3<double> a = acceleration(state, body).v;
    EXPECT_TRUE(close(a, Vec3<double>{1.2, 0, 1.6}));
  }
  system.gravity().set(state, 0.0, {3, 0, 4});
  EXPECT_EQ(norm(system.gravity().direction(state)), 0);
}

TEST(Gravity, EnergyCountsFromTheZeroHeight) {
  const System system = two_balls();
  State state = system.default_state();
  system.gravity().set(state, 10.0, {0, -1, 0});
  // Centers of mass of all bodies are at (−0.3, −0.2, −0.1).
  EXPECT_TRUE(close(potential_energy(state), 6.0 * 10.0 * -0.2));
  state.set(system.gravity().zero_height(), -2.0);
  EXPECT_TRUE(close(potential_energy(state), 6.0 * 10.0 * 1.8));
  state.set_enabled(system.element("gravity"), false);
  EXPECT_EQ(potential_energy(state), 0);
}

TEST(Gravity, ExcludedBodiesFloatAndHaveNoEnergy) {
  const System system = two_balls();
  const Gravity& gravity = system.gravity();
  State state = system.default_state();
  gravity.exclude(state, 1);
  EXPECT_TRUE(gravity.is_excluded(state, 1));
  EXPECT_FALSE(gravity.is_excluded(state, 2));
  EXPECT_TRUE(close(acceleration(state, 1), Motion<double>::zero()));
  EXPECT_TRUE(close(acceleration(state, 2).v, Vec3<double>{0, 0, -9.81}));
  EXPECT_TRUE(close(potential_energy(state), 4.0 * 9.81 * -0.1));
  state.set(gravity.zero_height(), 1.0);
  EXPECT_TRUE(close(potential_energy(state), 4.0 * 9.81 * -1.1));
  // Only a part of what is welded together: 1 of 4 kg keeps falling.
  gravity.exclude(state, system.model().body_number("b"));
  const Vec3<double> a = acceleration(state, FrameOn<double>(2)).v;
  EXPECT_TRUE(close(a, Vec3<double>{0, 0, -9.81 / 4}));
  gravity.exclude(state, 1, false);
  EXPECT_TRUE(close(acceleration(state, 1).v, Vec3<double>{0, 0, -9.81}));
  state.set_enabled(system.element("gravity"), false);
  EXPECT_TRUE(close(acceleration(state, 2), Motion<double>::zero()));
}

TEST(Gravity, RefusesWhatMakesNoSense) {
  const System system = two_balls();
  State state = system.default_state();
  expect_error([&] { system.gravity().set(state, -1.0, {0, 0, 1}); }, {"-1", "direction"});
  expect_error([&] { system.gravity().set(state, 1.0, {0, 0, 0}); }, {"(0, 0, 0)", "not zero"});
  expect_error([&] { system.gravity().exclude(state, 0); }, {"body 0", "1 to 3"});
}

}  // namespace
}  // namespace sarrus::testing::gravity_test
