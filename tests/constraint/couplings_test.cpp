/// Gears and mimic joints are taken into the speeds; everything they do is as if they were rows.

#include <gtest/gtest.h>

#include <fmt/core.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/linear.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "tests/support/random.h"

namespace sarrus::testing::couplings_test {

using namespace internal;
namespace {

/// An arm with a gripper of two fingers, each of two links, that a motor closes.
ModelBuilder gripper(unsigned seed) {
  Random random(seed);
  ModelBuilder model("gripper");
  const auto add = [&](const std::string& body, const std::string& parent, Joint joint) {
    model.body(body, random.inertia());
    model.joint(body, std::move(joint), parent, body).parent_frame(random.pose()).child_frame(random.pose());
  };
  add("upper", "world", Ball{});
  add("lower", "upper", Pin{});
  for (const std::string side : {"left", "right"}) {
    add(side, "lower", Pin{});
    add(side + " tip", side, Pin{});
  }
  add("motor", "lower", Slider{});
  add("tool", "right tip", Universal{});
  return model;
}

SystemBuilder coupled(unsigned seed) {
  SystemBuilder builder(gripper(seed).build());
  builder.add("left", GearConstraint("motor", "left", 3, 0.1));
  builder.add("left tip", GearConstraint("left", "left tip", -1));
  builder.add("right", GearConstraint("motor", "right", -3));
  builder.add("right tip", GearConstraint("right", "right tip", -0.5, 0.2));
  builder.add("damper", MobilityDamper("motor", 2.0));
  builder.add("push", MobilityConstant("left tip", 3.0));
  return builder;
}

/// A state that meets its constraints.
State moving(const System& system, unsigned seed) {
  Random random(seed);
  State state = system.default_state();
  std::vector<double> q(state.q().begin(), state.q().end());
  for (double& x : q) x += 0.3 * random.number();
  state.set_q(q);
  state.set_u(random.numbers(state.nu()));
  ConstraintProjection projection;
  EXPECT_TRUE(projection.project_positions(state, 1e-14));
  EXPECT_TRUE(projection.project_velocities(state, 1e-13));
  return state;
}
bool are_in_speeds(const State& state) {
  return state[state.layout().system.accelerations].constraints.in_speeds;
}
/// The same state with rows that are solved for: errors are zero, so that nothing dies away.
State with_rows(const System& system, State state) {
  state.set(system.parameter("constraints.stabilization_time"), 1.0);
  return state;
}
void expect_equal(In<double> a, In<double> b, double tolerance, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  double size = 1;
  for (const double x : b) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * size) << what << ' ' << i;
}
void expect_as_rows(const System& system, const State& state) {
  const State rows = with_rows(system, state);
  ASSERT_FALSE(are_in_speeds(rows));
  expect_equal(udot(state), udot(rows), 1e-10, "rate");
  expect_equal(multipliers(state), multipliers(rows), 1e-10, "multiplier");
  expect_equal(constraint_forces(state).on_speeds(), constraint_forces(rows).on_speeds(), 1e-10, "force");
  for (const double error : acceleration_errors(state)) EXPECT_NEAR(error, 0, 1e-9);
  for (int b = 1; b < state.model().body_count(); ++b) {
    const Force<double> a = reaction(state, b), r = reaction(rows, b);
    EXPECT_NEAR(norm(a.f - r.f) + norm(a.t - r.t), 0, 1e-8 * (1 + norm(r.f) + norm(r.t)));
  }
}

TEST(Couplings, AreTakenIntoTheSpeeds) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const System system = coupled(seed).build();
    const State state = moving(system, seed);
    (void)udot(state);
    EXPECT_TRUE(are_in_speeds(state));
    expect_as_rows(system, state);
    const std::vector<double> weights(4, 2.0);
    expect_equal(calc_shared_multipliers(state, weights), multipliers(state), 1e-12, "shared");
  }
}

TEST(Couplings, FollowTheirParameters) {
  const System system = coupled(3).build();
  State state = moving(system, 3);
  (void)udot(state);
  state.set(system.parameter("left.ratio"), 20.0);
  ConstraintProjection projection;
  ASSERT_TRUE(projection.project_positions(state, 1e-14));
  ASSERT_TRUE(projection.project_velocities(state, 1e-13));
  (void)udot(state);
  EXPECT_TRUE(are_in_speeds(state));
  expect_as_rows(system, state);
}

TEST(Couplings, ComeAndGoWithTheirConstraints) {
  const System system = coupled(4).build();
  State state = moving(system, 4);
  state.set_enabled(system.element("left tip"), false);
  (void)udot(state);
  EXPECT_TRUE(are_in_speeds(state));
  EXPECT_EQ(multipliers(state).size(), 3U);
  expect_as_rows(system, state);
}

/// A differential: the motor drives the sum of two fingers.
TEST(Couplings, OfSeveralCoordinatesAreTakenIntoTheSpeedsWhereTheyAreLinear) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const auto with = [seed](Function f) {
      SystemBuilder builder(gripper(seed).build());
      builder.add("differential", CoordinateCouplerConstraint(std::move(f), {"motor", "left", "right"}));
      builder.add("left tip", GearConstraint("left", "left tip", -1));
      return builder.build();
    };
    const System system = with(linear({2, -1, 0.5}, 0.1));
    const State state = moving(system, seed);
    (void)udot(state);
    EXPECT_TRUE(are_in_speeds(state));
    expect_as_rows(system, state);
    for (const Function& rows :
         {linear({2, -1, 0}, 0.1), user_function_of<3>([](const auto& x) { return x[0] - x[1] * x[2]; })}) {
      const State other = with(rows).default_state();
      (void)udot(other);
      EXPECT_FALSE(are_in_speeds(other)) << rows.description();
    }
  }
}

TEST(Couplings, ThatSayTheSameShareTheirLoadAsRows) {
  SystemBuilder builder = coupled(5);
  builder.add("again", GearConstraint("motor", "left", 3, 0.1));
  const System system = builder.build();
  const State state = moving(system, 5), once = moving(coupled(5).build(), 5);
  expect_equal(udot(state), udot(once), 1e-10, "rate");
  EXPECT_FALSE(are_in_speeds(state));
  EXPECT_NEAR(multipliers(state)[0], multipliers(state)[4], 1e-8);
  EXPECT_NEAR(multipliers(state)[0], 0.5 * multipliers(once)[0], 1e-8 * std::abs(multipliers(once)[0]));
}

TEST(Couplings, ThatContradictAreReported) {
  SystemBuilder builder = coupled(6);
  builder.add("other", GearConstraint("motor", "left", 3, 0.4));
  const System system = builder.build();
  State state = system.default_state();
  (void)udot(state);
  EXPECT_FALSE(are_in_speeds(state));
  ConstraintProjection projection;
  EXPECT_FALSE(projection.project_positions(state, 1e-10));
}

TEST(Couplings, OfLockedAndPrescribedJointsAreRows) {
  const System system = coupled(7).build();
  State state = moving(system, 7);
  state.lock(system.model().joint_body("motor"), MotionLevel::velocity);
  (void)udot(state);
  EXPECT_FALSE(are_in_speeds(state));
  for (const double error : acceleration_errors(state)) EXPECT_NEAR(error, 0, 1e-9);
}

TEST(Couplings, InLoopsAreRows) {
  SystemBuilder builder = coupled(8);
  builder.add("rod", RodConstraint({"left tip", {0.1, 0, 0}}, {"right tip", {0.2, 0, 0}}, 1.0));
  const System system = builder.build();
  const State state = system.default_state();
  (void)udot(state);
  EXPECT_FALSE(are_in_speeds(state));
  EXPECT_EQ(multipliers(state).size(), 5U);
}

/// Linear relations are kept by every method: nothing is left to correct.
TEST(Couplings, KeepPositionsAndEnergyInSimulations) {
  const System system = coupled(9).build();
  const State start = moving(system, 9);
  Simulation simulation(start, {.accuracy = 1e-8});
  Simulation rows(with_rows(system, start), {.accuracy = 1e-8});
  simulation.run(0.3);
  rows.run(0.3);
  EXPECT_TRUE(are_in_speeds(simulation.state()));
  for (const double error : position_errors(simulation.state())) EXPECT_NEAR(error, 0, 1e-12);
  expect_equal(simulation.state().q(), rows.state().q(), 1e-6, "coordinate");
}

}  // namespace
}  // namespace sarrus::testing::couplings_test
