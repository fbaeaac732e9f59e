/// Names wherever numbers are accepted.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "tests/support/says.h"

namespace sarrus::testing::by_name_test {
namespace {

System arm() {
  ModelBuilder model("arm");
  model.body("upper", solid_brick(1, {0.1, 0.1, 0.6}));
  model.body("lower", solid_brick(0.5, {0.1, 0.1, 0.4}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0});
  model.joint("elbow", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame({0, 0, -0.6});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("elbow", 40.0, 0.5));
  return builder.build();
}

TEST(ByName, ValuesAreReadAndSet) {
  const System system = arm();
  State state = system.default_state();
  state.set_q("elbow", 0.5);
  state.set_u("shoulder.rate", 2);
  state.set_mass("lower", 3);
  state.set_parameter("spring.stiffness", 7);
  state.set_enabled("spring", false);
  state.lock("elbow");
  EXPECT_EQ(state.q(system.model().coordinate_number("elbow")), 0.5);
  EXPECT_EQ(state.q("elbow"), 0.5);
  EXPECT_EQ(state.u("shoulder.rate"), 2);
  EXPECT_EQ(state.u(0), 2);
  EXPECT_EQ(mass(state), 4);
  EXPECT_EQ(state[system.parameter("spring.stiffness")], 7);
  EXPECT_EQ(state.parameter("spring.stiffness"), 7);
  EXPECT_FALSE(state.is_enabled(system.element("spring")));
  EXPECT_FALSE(state.is_enabled("spring"));
  EXPECT_EQ(state.lock_level(system.model().joint_body("elbow")), MotionLevel::position);
  EXPECT_EQ(state.lock_level("elbow"), MotionLevel::position);
  state.unlock("elbow");
  EXPECT_EQ(state.lock_level(system.model().joint_body("elbow")), MotionLevel::none);
  EXPECT_EQ(state.lock_level("elbow"), MotionLevel::none);
  state.lock_speed("elbow.rate", MotionLevel::acceleration, 0.25);
  EXPECT_NEAR(udot(state)[system.model().speed_number("elbow.rate")], 0.25, 1e-14);
  EXPECT_EQ(state.lock_level("shoulder"), MotionLevel::none);
  state.unlock_speed("elbow.rate");
  EXPECT_EQ(state.lock_level("elbow"), MotionLevel::none);
}

/// Each with the same numbers as by the number of the body, joint or speed.
TEST(ByName, TheMechanismAndItsForces) {
  SystemBuilder builder(arm().model());
  builder.add("pull", DiscreteForces());
  const System system = builder.build();
  const int lower = system.model().body_number("lower");
  State by_name = system.default_state(), by_number = by_name;
  const RigidInertia<double> heavy = solid_brick(4, {0.1, 0.1, 0.4});
  const Pose<double> X_PF = Pose<double>::translation({0, 0, -0.7}),
                     X_BM = Pose<double>::translation({0, 0, 0.1});
  const auto& pull = system.force<DiscreteForces>("pull");
  const Force<double> wrench{{0.1, 0.2, 0.3}, {4, 5, 6}};
  by_name.set_inertia("lower", heavy), by_number.set_inertia(lower, heavy);
  by_name.set_joint_frames("elbow", X_PF, X_BM), by_number.set_joint_frames(lower, X_PF, X_BM);
  pull.set_body(by_name, "lower", wrench), pull.set_body(by_number, lower, wrench);
  pull.set_speed(by_name, "elbow.rate", 2), pull.set_speed(by_number, 1, 2);
  system.gravity().exclude(by_name, "lower"), system.gravity().exclude(by_number, lower);
  EXPECT_EQ(difference(by_name, by_number), "");
  EXPECT_NE(difference(by_name, system.default_state()), "");
  EXPECT_TRUE(system.gravity().is_excluded(by_name, "lower"));
  EXPECT_FALSE(system.gravity().is_excluded(by_name, "upper"));
  EXPECT_EQ(pull.on_body(by_name, "lower").f.z, 6);
  EXPECT_EQ(pull.on_speed(by_name, "elbow.rate"), 2);
  EXPECT_EQ(mass(by_name, "lower"), 4);
  EXPECT_NEAR(central_inertia(by_name, "lower").m, 4, 1e-15);
  EXPECT_EQ(
      norm(center_of_mass_acceleration(by_name, "lower") - center_of_mass_acceleration(by_number, lower)), 0);
  EXPECT_GT(norm(center_of_mass_acceleration(by_name, "lower")), 0.1);
}

/// At rest the shoulder carries the weight of both links, the elbow that of the lower one.
TEST(ByName, ReactionsAndMotionForces) {
  State state = arm().default_state();
  state.set_enabled("spring", false);
  state.set_q("shoulder", 0.3);
  state.lock("shoulder"), state.lock("elbow");
  const double g = norm(state.model().gravity());
  EXPECT_NEAR(reaction(state, "shoulder").f.z, 1.5 * g, 1e-12);
  EXPECT_NEAR(reaction(state, "elbow").f.z, 0.5 * g, 1e-12);
  EXPECT_NEAR(reaction(state, "lower").f.z, 0.5 * g, 1e-12);      // the body that the elbow carries
  EXPECT_NEAR(reaction(state, "elbow", {}).f.z, 0.5 * g, 1e-12);  // no constraints, no multipliers
  // Moment of the weights about the elbow and the shoulder, for links turned by 0.3 rad.
  EXPECT_NEAR(motion_force(state, "elbow.rate"), 0, 1e-12);
  EXPECT_NEAR(std::abs(motion_force(state, "shoulder.rate")), 0.5 * g * 0.6 * std::sin(0.3), 1e-12);
  EXPECT_EQ(mass(state, "upper"), 1.5);
  EXPECT_EQ(momentum(state, "lower").f.z, 0);
  EXPECT_SAYS(message([&] { (void)reaction(state, "elbwo"); }),
              "no joint or body named 'elbwo'. Did you mean 'elbow'?");
  EXPECT_SAYS(message([&] { (void)reaction(state, "lowr"); }), "Did you mean 'lower'?");
}

/// A force at a point given in the body's axes has the moment of its arm in world axes.
TEST(ByName, ForcesActAtPointsInBodyAxes) {
  State state = arm().default_state();
  state.set_q("shoulder", 0.5);
  AppliedForces forces(state.model().body_count(), state.nu());
  const int upper = state.body_number("upper");
  forces.add_at(state, {upper, {0, 0, -0.6}}, {0, 0, 2});
  const double c = std::cos(0.5), s = std::sin(0.5);  // the end is at 0.6·(−s, 0, −c)
  EXPECT_NEAR(forces.on_body(upper).t.y, 2 * 0.6 * s, 1e-14);
  EXPECT_NEAR(forces.on_body(upper).t.x, 0, 1e-14);
  EXPECT_EQ(forces.on_body(upper).f.z, 2);
  EXPECT_NEAR(pose(state, "lower").p.z, -0.6 * c, 1e-14);
}

TEST(ByName, MisspelledNamesSuggestTheNearest) {
  State state = arm().default_state();
  EXPECT_SAYS(message([&] { state.set_q("elbwo", 1); }), "'elbow'");
  EXPECT_SAYS(message([&] { (void)state.u("shoulder.rat"); }), "'shoulder.rate'");
  EXPECT_SAYS(message([&] { state.lock("sholder"); }), "'shoulder'");
  EXPECT_SAYS(message([&] { state.set_mass("upperr", 1); }), "'upper'");
  EXPECT_SAYS(message([&] { state.set_enabled("sprnig", true); }), "'spring'");
  EXPECT_SAYS(message([&] { state.set_inertia("upperr", solid_sphere(1, 1)); }), "'upper'");
  EXPECT_SAYS(message([&] { state.lock_speed("elbow.rat"); }), "'elbow.rate'");
  EXPECT_SAYS(message([&] { state.set_parameter("spring.stifness", 1); }), "'spring.stiffness'");
}

/// A particle falls from 1 m: it meets the floor at √(2/g) s with √(2·g) m/s.
TEST(ByName, CrossingsOfNumbersThatALambdaComputes) {
  ModelBuilder model("drop");
  model.particle("ball", 1.0);
  model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  SystemBuilder builder(model.build());
  const Quantity<double> clearance = builder.on_crossing(
      "floor", {Source::q}, [](const State& state) { return state.q("height"); }, Crossing::falling,
      [](State& state, EventCall& call) {
        state.lock("height");
        call.stop("landed");
      });
  int ticks = 0;
  builder.add(report_periodically("tick", 0.1, [&](const State&) { ++ticks; }));
  const System system = builder.build();
  Simulation simulation(system.default_state(), {.accuracy = 1e-9});
  simulation.run(3.0);
  const double g = norm(system.model().gravity());
  EXPECT_NEAR(simulation.state().time(), std::sqrt(2 / g), 1e-9);
  EXPECT_NEAR(simulation.state()[clearance], 0, 1e-9);
  EXPECT_EQ(ticks, 5);  // at 0, 0.1, …, 0.4 s
}

TEST(ByName, AQuantityThatReadsMoreThanItSaysIsRefused) {
  SystemBuilder builder(arm().model());
  const Quantity<double> power =
      builder.quantity("power", {Source::q}, [](const State& state) { return state.u("elbow.rate"); });
  const State state = builder.build().default_state();
  EXPECT_SAYS(message([&] { (void)state[power]; }), "'power'");
}

}  // namespace
}  // namespace sarrus::testing::by_name_test
