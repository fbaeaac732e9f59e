/// What joints bear, welds among them, and what the world does.

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"
#include "tests/support/says.h"

namespace sarrus::testing::reaction_test {
namespace {

void expect_wrench(const Force<double>& F, const Vec3<double>& t, const Vec3<double>& f, double tolerance) {
  EXPECT_LT(norm(F.t - t), tolerance) << F.t.x << ", " << F.t.y << ", " << F.t.z;
  EXPECT_LT(norm(F.f - f), tolerance) << F.f.x << ", " << F.f.y << ", " << F.f.z;
}

/// An upper rod on a pin, a lower one welded to it that carries a sensor with a weight on a slider.
ModelBuilder hanging_rods() {
  ModelBuilder builder("rods");
  builder.body("upper", thin_rod(1.0, {0, 0, 1})).body("lower", thin_rod(2.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  builder.joint("weld", Weld{}, "upper", "lower").parent_frame({0, 0, -0.5}).child_frame({0, 0, 0.5});
  return builder;
}

TEST(Reaction, OfAWeldIsWhatHangsOnIt) {
  const System system(hanging_rods().build());
  State state = system.default_state();
  const int upper = system.model().body_number("upper"), lower = system.model().body_number("lower");
  expect_wrench(reaction(state, lower), {0, 0, 0}, {0, 0, 2 * g}, 1e-12);
  expect_wrench(reaction(state, upper), {0, 0, 0}, {0, 0, 3 * g}, 1e-12);
  expect_wrench(reaction(state, 0), {0, 0, 0}, {0, 0, 3 * g}, 1e-12);

  // Swinging through the lowest point at 2 rad/s: each body's center needs m·ω²·r more, upward.
  state.set_u(0, 2);
  expect_wrench(reaction(state, lower), {0, 0, 0}, {0, 0, 2 * (g + 4 * 1.5)}, 1e-12);
  expect_wrench(reaction(state, 0), {0, 0, 0}, {0, 0, 2 * (g + 4 * 1.5) + 1 * (g + 4 * 0.5)}, 1e-12);
}

/// The joints beyond the weld and the forces on the welded bodies pass through it, and nothing else does.
TEST(Reaction, OfAWeldCarriesTheJointsAndForcesBeyondIt) {
  ModelBuilder builder = hanging_rods();
  builder.body("weight", solid_sphere(0.5, 0.1)).body("tool", solid_sphere(0.25, 0.1));
  builder.joint("rail", Slider{}, "lower", "weight").parent_frame({0.2, 0, 0}).child_frame({0, 0, 0});
  builder.joint("arm", Pin{}, "upper", "tool").axis({0, 1, 0}).parent_frame({0.3, 0, 0});
  builder.body("plate", solid_brick(0.1, {0.1, 0.1, 0.1}));
  builder.joint("foot", Weld{}, "world", "plate").parent_frame({3, 0, 0});
  SystemBuilder system(builder.build());
  system.add("push", ConstantForce("lower", Vec3<double>{0, 5, 0}));
  system.add("pull on the upper rod", ConstantForce("upper", Vec3<double>{0, 50, 0}));
  State state = system.build().default_state();
  const Model& model = state.model();
  for (const char* joint : {"hinge", "rail", "arm"}) state.lock(model.joint_body(joint));
  // About the center of the lower rod: the weight at x = 0.2 asks for a moment about y.
  expect_wrench(reaction(state, model.body_number("lower")), {0, -0.2 * 0.5 * g, 0}, {0, -5, 2.5 * g}, 1e-12);
  expect_wrench(reaction(state, model.body_number("plate")), {0, 0, 0}, {0, 0, 0.1 * g}, 1e-12);
  EXPECT_NEAR(reaction(state, 0).f.z, 3.85 * g, 1e-12);
  EXPECT_NEAR(reaction(state, 0).f.y, -55, 1e-12);
}

/// A constraint on a welded body loads its weld; between the world and a body it does not load the whole.
TEST(Reaction, OfAWeldFeelsConstraints) {
  SystemBuilder builder(hanging_rods().build());
  builder.add("rod", RodConstraint(Place("world", Vec3<double>{1, 0, -1.5}), Place("lower"), 1));
  builder.add("push", ConstantForce("upper", Vec3<double>{7, 0, 0}));  // 7 N at 0.5 m, held at 1.5 m
  const State state = builder.build().default_state();
  expect_wrench(reaction(state, state.model().body_number("lower")), {0, 0, 0}, {7.0 / 3, 0, 2 * g}, 1e-12);
  expect_wrench(reaction(state, 0), {0, 0.5 * 7, 0}, {-7, 0, 3 * g}, 1e-12);
}

TEST(Reaction, HoldsWithLockedJointsByBothWays) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const System system(random_tree({.bodies = 12, .seed = seed}));
    State state = system.default_state();
    state.set_q(random_coordinates(state.model(), random));
    for (int b = 1; b < state.model().body_count(); ++b)
      if (random.index(3) == 0)
        state.lock(b, random.index(2) == 0 ? MotionLevel::position : MotionLevel::velocity);
    std::vector<double> u = random.numbers(state.nu());
    for (int b = 1; b < state.model().body_count(); ++b)
      for (int k = 0; k < state.model().body(b).nu; ++k)
        if (state.lock_level(b) != MotionLevel::position)
          state.set_u(state.model().body(b).u0 + k,
                      u[static_cast<std::size_t>(state.model().body(b).u0 + k)]);
    for (int b = 0; b < state.model().body_count(); ++b) {
      const Force<double> balanced = reaction_by_balance(state, b);
      expect_wrench(reaction(state, b), balanced.t, balanced.f,
                    1e-9 * (1 + norm(balanced.t) + norm(balanced.f)));
    }
  }
}

TEST(Reaction, RefusesBodiesThatAreNotThere) {
  const System system(hanging_rods().build());
  const State state = system.default_state();
  for (const int body : {-1, 3, 99}) {
    expect_error([&] { (void)reaction(state, body); }, {"no body", "bodies 0 to 2"});
    expect_error([&] { (void)reaction_by_balance(state, body); }, {"no body", "bodies 0 to 2"});
  }
}

/// The test of forces and torques in two joints that the simulator Gazebo has for its physics engines
/// (force_torque_test): two links of 10 kg, with their centers half a meter along z from their joints, the
/// first turned about x until its stop at −90°, under gravity (−30, 10, −50). Wrenches on the parents, the
/// second in the axes of the first link.
TEST(Reaction, OfTwoJointsAsInGazebo) {
  ModelBuilder builder("force and torque");
  builder.gravity({-30, 10, -50});
  const auto link =
      RigidInertia<double>::from_central(10, {0, 0, 0.5}, Sym3<double>::diagonal(0.1, 0.1, 0.1));
  builder.body("link 1", link).body("link 2", link);
  builder.joint("joint 1", Pin{}, "world", "link 1").axis({1, 0, 0}).start({-pi / 2});
  builder.joint("joint 2", Pin{}, "link 1", "link 2").parent_frame({0, 0, 0.5});
  const System system(builder.build());
  State state = system.default_state();
  const int first = system.model().body_number("link 1"), second = system.model().body_number("link 2");
  state.lock(first);
  state.lock(second);
  expect_wrench(-reaction(state, first), {-750, 0, 450}, {-600, 200, -1000}, 1e-10);
  expect_wrench(pose(state, first).R.inverse() * -reaction(state, second), {-250, -150, 0}, {-300, 500, 100},
                1e-10);
}

}  // namespace
}  // namespace sarrus::testing::reaction_test
