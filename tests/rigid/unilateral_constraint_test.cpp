/// Constraints that act to one side only, against closed forms and against elements that say the same.

#include "sarrus/rigid/unilateral_constraint.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::unilateral_constraint_test {
namespace {

using Side = UnilateralOptions::Side;

/// A ball of 2 kg and radius 0.1 m that starts at a place with a velocity.
ModelBuilder make_ball(const Vec3<double>& at, const Vec3<double>& gravity = {0, 0, -g}) {
  ModelBuilder model("ball");
  model.gravity(gravity);
  model.body("ball", solid_sphere(2, 0.1));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, at.x, at.y, at.z});
  return model;
}

State thrown(const System& system, const Vec3<double>& velocity) {
  State state = system.default_state();
  for (int i = 0; i < 3; ++i) state.set_u(3 + i, velocity[i]);
  return state;
}

Vec3<double> place_of_ball(const TimeStepping& stepping) { return pose(stepping.state(), "ball").p; }

/// Sliding with μ at 2 m/s, a ball rolls from v₀·2/(7·μ·g) on, with 5/7 of its speed.
TEST(UnilateralConstraint, ASphereOnAPlaneSlipsThenRolls) {
  SystemBuilder builder(make_ball({0, 0, 0.1}).build());
  builder.add("floor",
              UnilateralConstraint(SphereOnPlaneContact("world", "ball", 0.1, ContactMotion::rolling),
                                   {.static_friction = 0.3, .dynamic_friction = 0.3}));
  const System system = builder.build();
  TimeStepping stepping(thrown(system, {2, 0, 0}), {.accuracy = 1e-5});
  const double T = 2 * 2 / (7 * 0.3 * g);
  stepping.run(0.9 * T);
  EXPECT_NEAR(stepping.state().u(3), 2 - 0.3 * g * 0.9 * T, 1e-6);
  stepping.run(0.2 * T);
  EXPECT_NEAR(stepping.state().u(3), 2 * 5.0 / 7, 1e-5);
  EXPECT_NEAR(stepping.state().u(1), 2 * 5.0 / 7 / 0.1, 1e-4);
}

/// From 1 m down, with e = 0.8: it leaves with 0.8 of its speed, and was in the air before.
TEST(UnilateralConstraint, ASphereBouncesOnAPlane) {
  SystemBuilder builder(make_ball({0, 0, 1.1}).build());
  builder.add("floor",
              UnilateralConstraint(SphereOnPlaneContact("world", "ball", 0.1, ContactMotion::sliding),
                                   {.restitution = 0.8}));
  TimeStepping stepping(builder.build().default_state(), {.step = 1e-4});
  const double fall = std::sqrt(2 / g);
  stepping.run(0.9 * fall);
  EXPECT_NEAR(stepping.state().u(5), -0.9 * fall * g, 1e-9);
  stepping.run(0.1 * fall + 0.8 * fall);
  EXPECT_NEAR(stepping.state().u(5), 0, 3e-3);
  EXPECT_NEAR(place_of_ball(stepping).z, 0.1 + 0.64, 1e-3);
}

/// A ball without friction leaves a sphere where cos φ = 2/3.
TEST(UnilateralConstraint, ABallLeavesASphere) {
  const double R = 1;
  SystemBuilder builder(make_ball({1e-3, 0, std::sqrt((R + 0.1) * (R + 0.1) - 1e-6)}).build());
  builder.add("dome",
              UnilateralConstraint(SphereOnSphereContact("world", "ball", R, 0.1, ContactMotion::sliding)));
  TimeStepping stepping(builder.build().default_state(), {.step = 1e-4});
  do stepping.step();
  while (!stepping.forces().empty() && stepping.forces()[0].row_force > 0);
  const Vec3<double> p = place_of_ball(stepping);
  EXPECT_NEAR(p.z / norm(p), 2.0 / 3, 1e-3);
}

/// The same as a Rope: thrown up from its lowest place by √(3.5·g·L), a bob goes slack at 120°.
TEST(UnilateralConstraint, ALeashIsARope) {
  const double L = 0.8;
  const auto run = [&](auto element) {
    SystemBuilder builder(make_ball({0, 0, -L}).build());
    builder.add("leash", std::move(element));
    TimeStepping stepping(thrown(builder.build(), {std::sqrt(3.5 * g * L), 0, 0}), {.step = 1e-4});
    stepping.run(1.2);
    return place_of_ball(stepping);
  };
  const Vec3<double> rope = run(Rope({"world", "ball"}, L));
  const Vec3<double> rod =
      run(UnilateralConstraint(RodConstraint("world", "ball", L), {.side = Side::at_most}));
  const Vec3<double> taut =
      run(UnilateralConstraint(RopeConstraint({"world", "ball"}, L), {.side = Side::at_most}));
  EXPECT_LT(norm(rope), L + 1e-6);
  EXPECT_NEAR(norm(rod - rope), 0, 1e-9);
  EXPECT_NEAR(norm(taut - rope), 0, 1e-9);
}

/// A point that rests in a plane, and parts from it when it is pulled.
TEST(UnilateralConstraint, APointParts) {
  SystemBuilder builder(make_ball({0, 0, 0}).build());
  builder.add("plane", UnilateralConstraint(PointInPlaneConstraint("world", "ball")));
  builder.add("pull", ConstantForce("ball", {0, 0, 0}));
  const System system = builder.build();
  TimeStepping stepping(system.default_state(), {.step = 1e-3});
  stepping.run(0.1);
  EXPECT_NEAR(place_of_ball(stepping).z, 0, 1e-12);
  ASSERT_EQ(stepping.forces().size(), 1u);
  EXPECT_NEAR(stepping.forces()[0].row_force, 2 * g, 1e-9);
  stepping.change([&](State& state) { state.set(system.parameter("pull.force_z"), 2 * g + 4); });
  stepping.run(0.1);
  EXPECT_NEAR(stepping.state().u(5), 0.2, 1e-9);
}

/// The range of a ball joint: a rod falls to 60° from the vertical and rests there, in any direction.
TEST(UnilateralConstraint, AnAngleIsTheRangeOfABallJoint) {
  ModelBuilder model("rod");
  model.gravity({0, 0, -g});
  model.body("rod", solid_brick(3, {0.05, 0.05, 1}));
  model.joint("ball", Ball{}, "world", "rod").child_frame({0, 0, -0.5});
  SystemBuilder builder(model.build());
  builder.add("cone",
              UnilateralConstraint(ConstantAngleConstraint("world", "rod", pi / 3), {.side = Side::at_most}));
  builder.add("damper", GlobalDamper(2.0));
  State state = builder.build().default_state();
  state.set_u(0, 0.3), state.set_u(1, -0.2);
  TimeStepping stepping(state, {.step = 1e-3});
  stepping.run(10);
  const Vec3<double> axis = pose(stepping.state(), "rod").R.col(2);
  EXPECT_NEAR(std::acos(axis.z), pi / 3, 1e-6);
  EXPECT_NEAR(axis.x / axis.y, -0.2 / -0.3, 1e-2);
  EXPECT_NEAR(stepping.forces()[0].row_force, 3 * g * 0.5 * std::sin(pi / 3), 1e-3);
}

/// A function of two coordinates: q₁ + q₂ ≤ 1.
TEST(UnilateralConstraint, ACouplerLimitsASum) {
  ModelBuilder model("sliders");
  model.gravity({0, 0, 0});
  model.body("a", solid_brick(1, {0.1, 0.1, 0.1})).body("b", solid_brick(3, {0.1, 0.1, 0.1}));
  model.joint("a", Slider{}, "world", "a").axis({1, 0, 0});
  model.joint("b", Slider{}, "world", "b").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("sum", UnilateralConstraint(CoordinateCouplerConstraint(linear({1, 1}, -1), {"a", "b"}),
                                          {.side = Side::at_most, .restitution = 0.5}));
  State state = builder.build().default_state();
  state.set_u(0, 2);
  TimeStepping stepping(state, {.step = 1e-3});
  stepping.run(1);
  // The impulse p = (1 + e)·2/(1/1 + 1/3) acts on both.
  const double p = 1.5 * 2 / (1 + 1.0 / 3);
  EXPECT_NEAR(stepping.state().u(0), 2 - p, 1e-9);
  EXPECT_NEAR(stepping.state().u(1), -p / 3, 1e-9);
}

TEST(UnilateralConstraint, RefusesWhatItCannotUse) {
  const auto build = [](auto element) {
    SystemBuilder builder(make_ball({0, 0, 0}).build());
    builder.add("one", std::move(element));
    builder.build();
  };
  const SphereOnPlaneContact slides("world", "ball", 0.1, ContactMotion::sliding),
      rolls("world", "ball", 0.1, ContactMotion::rolling);
  expect_error([&] { build(UnilateralConstraint(BallConstraint("world", "ball"))); },
               {"'one' has 3 position", "one position row"});
  expect_error([&] { build(UnilateralConstraint(slides, {.restitution = 1.1})); }, {"'one'", "1.1"});
  expect_error([&] { build(UnilateralConstraint(rolls, {.static_friction = -0.1})); }, {"'one'", "-0.1"});
  expect_error([&] { build(UnilateralConstraint(slides, {.static_friction = 0.1})); },
               {"'one'", "ContactMotion::rolling"});
  expect_error([&] { build(UnilateralConstraint(rolls, {.side = Side::at_most})); }, {"'one'", "side"});
}

}  // namespace
}  // namespace sarrus::testing::unilateral_constraint_test
