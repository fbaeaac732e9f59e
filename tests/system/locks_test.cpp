/// Locks and prescribed motions of single speeds, and motions that depend on the state.

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/force/mobility_spring.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "sarrus/system/state_values.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::locks_test {
namespace {

/// A pin, a universal joint and a ball in a row.
Model arm() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  const std::pair<const char*, Joint> joints[] = {
      {"shoulder", Pin{}}, {"elbow", Universal{}}, {"wrist", Ball{}}};
  for (const auto& [name, joint] : joints) {
    const std::string body = std::string(name) + "_link";
    builder.body(body, solid_brick(1.0, {0.1, 0.2, 0.5}));
    builder.joint(name, joint, parent, body).parent_frame({0, 0, -0.25}).child_frame({0.05, 0, 0.25});
    parent = body;
  }
  return builder.build();
}

/// The forces that are missing for the accelerations as they are.
std::vector<double> missing_forces(const State& state) {
  std::vector<double> tau(static_cast<std::size_t>(state.nu()));
  calc_inverse_dynamics(state, udot(state), tau);
  return tau;
}

State moving_arm(const System& system) {
  State state = system.default_state();
  state.set_q(0, 0.3), state.set_q(1, -0.5), state.set_q(2, 0.8);
  state.set_u({1.0, -2.0, 0.7, 0.2, -0.4, 1.1});
  return state;
}

TEST(SpeedLocks, HoldOneSpeedOfAJoint) {
  const System system(arm());
  State state = moving_arm(system);
  const double free = udot(state)[2];
  state.lock_speed(2);
  EXPECT_EQ(state.u(2), 0);
  EXPECT_EQ(state.speed_lock_level(2), MotionLevel::position);
  EXPECT_EQ(state.lock_level(2), MotionLevel::none);  // of the joint as a whole
  EXPECT_NE(free, 0);
  EXPECT_EQ(udot(state)[2], 0);
  const std::vector<double> missing = missing_forces(state);
  for (int k = 0; k < state.nu(); ++k)
    EXPECT_TRUE(close(missing[static_cast<std::size_t>(k)], motion_force(state, k), 1e4, 10)) << k;
  EXPECT_GT(std::abs(motion_force(state, 2)), 1e-3);
  EXPECT_EQ(motion_force(state, 1), 0);
  state.lock_speed(4, MotionLevel::acceleration, 2.5);  // of the ball
  EXPECT_EQ(udot(state)[4], 2.5);
  state.unlock_speed(2), state.unlock_speed(4);
  EXPECT_NE(udot(state)[2], 0);
}

TEST(SpeedLocks, StayWhereTheyAreWhileTheRestMoves) {
  const System system(arm());
  State state = moving_arm(system);
  state.lock_speed(1), state.lock_speed(5, MotionLevel::velocity);
  Simulation simulation(state, {.accuracy = 1e-9, .energy_balance = true});
  simulation.run(0.7);
  EXPECT_EQ(simulation.state().q(1), -0.5);
  EXPECT_EQ(simulation.state().u(1), 0);
  EXPECT_EQ(simulation.state().u(5), 1.1);
  EXPECT_GT(std::abs(simulation.state().q(2) - 0.8), 0.05);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-6);
}

TEST(SpeedLocks, OfAllSpeedsAreThatOfTheJoint) {
  const System system(arm());
  State by_speed = moving_arm(system), by_joint = moving_arm(system);
  by_speed.lock_speed(1), by_speed.lock_speed(2);
  by_joint.lock(2);
  EXPECT_EQ(by_speed.lock_level(2), MotionLevel::position);
  EXPECT_EQ(difference(by_speed, by_joint), "");
  for (int k = 0; k < by_speed.nu(); ++k) EXPECT_EQ(udot(by_speed)[k], udot(by_joint)[k]);
}

TEST(SpeedLocks, AreCopiedComparedAndKeptAsValues) {
  const System system(arm());
  State state = moving_arm(system), other = state;
  state.lock_speed(2, MotionLevel::velocity), state.lock_speed(4, MotionLevel::acceleration, -1.5);
  EXPECT_NE(difference(state, other).find("elbow"), std::string::npos) << difference(state, other);
  const State copy = state, again = make_state(system, values_of(state));
  for (const State* s : {&copy, &again}) {
    EXPECT_EQ(difference(state, *s), "");
    EXPECT_EQ(s->speed_lock_level(2), MotionLevel::velocity);
    EXPECT_EQ(s->speed_lock_level(1), MotionLevel::none);
    EXPECT_EQ(udot(*s)[4], -1.5);
  }
}

TEST(PrescribedSpeeds, MoveOneCoordinateOfAJoint) {
  SystemBuilder builder(arm());
  builder.prescribe_speed("drive", {"elbow", 1}, MotionLevel::position, sinusoid(0.2, 3.0));
  State state = moving_arm(builder.build());
  Simulation simulation(state, {.accuracy = 1e-9, .energy_balance = true});
  simulation.run(0.5);
  const State& end = simulation.state();
  EXPECT_TRUE(close(end.q(2), 0.2 * std::sin(1.5)));
  EXPECT_TRUE(close(end.u(2), 0.6 * std::cos(1.5)));
  EXPECT_TRUE(close(udot(end)[2], -1.8 * std::sin(1.5)));
  EXPECT_NE(end.u(1), 0);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-6);
  const std::vector<double> missing = missing_forces(end);
  for (int k = 0; k < end.nu(); ++k)
    EXPECT_TRUE(close(missing[static_cast<std::size_t>(k)], motion_force(end, k), 1e4, 10)) << k;
}

/// u = −a·q: the coordinate fades as exp(−a·t), with a a parameter that may change.
TEST(PrescribedSpeeds, MayDependOnCoordinatesAndParameters) {
  SystemBuilder builder(arm());
  const Parameter a = builder.declare().declare_parameter("a", 2.0, "1/s");
  builder.prescribe_speed("fading", {"elbow", 0}, MotionLevel::velocity, {Source::q, Source::u, a},
                          [a](const State& state) -> MotionValue {
                            return {-state[a] * state.q(1), -state[a] * state.u(1)};
                          });
  const System system = builder.build();
  State state = moving_arm(system);
  state.set(a, 3.0);
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(0.5);
  EXPECT_NEAR(simulation.state().q(1), -0.5 * std::exp(-1.5), 1e-8);
  EXPECT_NEAR(simulation.state().u(1), 1.5 * std::exp(-1.5), 1e-7);
}

/// u̇ = −w²·q, whatever the rest does: a cosine.
TEST(PrescribedSpeeds, MayDependOnTheStateAtTheLevelOfAccelerations) {
  SystemBuilder builder(arm());
  const Parameter w = builder.declare().declare_parameter("w", 4.0, "rad/s");
  builder.prescribe_speed(
      "swinging", "shoulder", MotionLevel::acceleration, {Source::q, w},
      [w](const State& state) -> MotionValue { return {-state[w] * state[w] * state.q(0)}; });
  State state = moving_arm(builder.build());
  state.set_u(0, 0);
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(1.0);
  EXPECT_NEAR(simulation.state().q(0), 0.3 * std::cos(4.0), 1e-8);
}

TEST(PrescribedSpeeds, SayWhatIsWrong) {
  const auto still = [](const State&) -> MotionValue { return {}; };
  SystemBuilder builder(arm());
  expect_error(
      [&] {
        builder.prescribe_speed("a", {"elbow", 2}, MotionLevel::velocity, {}, still);
      },
      {"'a'", "elbow", "2"});
  expect_error(
      [&] {
        builder.prescribe_speed("b", {"wrist", 0}, MotionLevel::position, {}, still);
      },
      {"'b'", "wrist", "coordinate"});
  expect_error([&] { builder.prescribe_speed("c", "elbow", MotionLevel::none, {}, still); },
               {"'c'", "level"});
  SystemBuilder circular(arm());
  circular.prescribe_speed("d", "elbow", MotionLevel::position, {Source::q}, still);
  expect_error([&] { (void)circular.build(); }, {"'d'", "coordinates"});
  SystemBuilder forgetful(arm());
  const Parameter hidden = forgetful.declare().declare_parameter("hidden", 1.0);
  forgetful.prescribe_speed("e", "elbow", MotionLevel::acceleration, {},
                            [hidden](const State& state) -> MotionValue { return {state[hidden]}; });
  const System with_forgetful = forgetful.build();
  expect_error([&] { (void)udot(with_forgetful.default_state()); }, {"hidden", "declared"});
  SystemBuilder twice(arm());
  twice.prescribe_speed("f", {"elbow", 1}, MotionLevel::velocity, {}, still);
  twice.prescribe_speed("g", {"elbow", 1}, MotionLevel::velocity, {}, still);
  const System doubled = twice.build();
  expect_error([&] { (void)udot(doubled.default_state()); }, {"elbow", "'f'", "'g'"});
  SystemBuilder whole(arm());
  whole.prescribe("h", "elbow", MotionLevel::velocity, {sinusoid(1, 1), sinusoid(1, 2)});
  State state = whole.build().default_state();
  state.lock_speed(1);
  expect_error([&] { (void)udot(state); }, {"elbow", "'h'", "lock"});
  expect_error([&] { state.lock_speed(6); }, {"speed 6"});
  expect_error([&] { state.lock_speed(1, MotionLevel::position, 2.0); }, {"acceleration"});
}

}  // namespace
}  // namespace sarrus::testing::locks_test
