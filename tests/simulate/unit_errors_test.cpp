/// What counts as one: errors of lengths, angles and speeds under one accuracy and one tolerance.

#include <gtest/gtest.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::unit_errors_test {

using namespace internal;
namespace {

using V = Vec3<double>;

/// A bob on a rod and a brick that hangs by a corner, both cut free from the world and held by constraints.
/// All lengths are in units of `length`, all times in units of `time`.
SystemBuilder pendulums(double length, double time) {
  ModelBuilder model("pendulums");
  model.gravity({0, 0, -10 * length / (time * time)});
  model.particle("bob", 1);
  model.joint("bob", Translation{}, "world", "bob").start({0.8 * length, 0, -0.6 * length});
  model.body("brick", solid_brick(2, length * V{0.2, 0.3, 0.5}));
  model.joint("brick", Free{}, "world", "brick");
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bob", length));
  builder.add("corner", BallConstraint("world", {"brick", length * V{0.1, 0.15, 0.25}}));
  return builder;
}
State start(const System& system, double length, double time) {
  State state = system.default_state();
  const int brick = state.model().body(state.model().joint_body("brick")).q0,
            u = state.model().body(state.model().joint_body("brick")).u0;
  for (int k = 0; k < 3; ++k) state.set_q(brick + 4 + k, -V{0.1, 0.15, 0.25}[k] * length);
  for (int k = 0; k < 3; ++k) state.set_u(u + k, V{1, -2, 0.5}[k] / time);
  return state;
}

/// The same mechanism in other units of length and time takes the same steps to the same motion, if it is
/// said what these units are. The factors are powers of two, so that not even rounding differs.
TEST(UnitErrors, StepsDoNotDependOnTheUnits) {
  const auto simulate = [](double length, double time, bool said) {
    SystemBuilder builder = pendulums(length, time);
    if (said) builder.characteristic_length(length).characteristic_time(time);
    Simulation simulation(start(builder.build(), length, time),
                          {.accuracy = 1e-5, .initial_step = 0.01 * time, .every = 0.25 * time});
    simulation.run(2 * time);
    return simulation;
  };
  const Simulation usual = simulate(1, 1, true);
  for (const auto& [length, time] :
       {std::pair{1024.0, 1.0}, {1.0 / 1024, 1.0}, {1.0, 16.0}, {1024.0, 1.0 / 64}}) {
    const Simulation other = simulate(length, time, true);
    EXPECT_EQ(other.statistics().steps, usual.statistics().steps) << length << " m, " << time << " s";
    const State &a = usual.state(), &b = other.state();
    for (int k = 0; k < a.nq(); ++k) {
      const bool is_length = a.model().coordinates()[static_cast<std::size_t>(k)].unit == "m";
      EXPECT_NEAR(b.q(k) / (is_length ? length : 1), a.q(k), 1e-12) << k;
    }
  }
  // Unsaid, a micrometer counts as much of a small mechanism as of a large one.
  EXPECT_GT(std::abs(1024 * simulate(1.0 / 1024, 1, false).state().q(0) - usual.state().q(0)), 1e-9);
}

/// The bob alone.
SystemBuilder pendulum() {
  ModelBuilder model("pendulum");
  model.gravity({0, 0, -10});
  model.particle("bob", 1);
  model.joint("bob", Translation{}, "world", "bob").start({0.8, 0, -0.6});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bob", 1));
  return builder;
}

/// Whether the bob is moved onto its constraint if it is off by `e` m and `v` m/s, under a tolerance of 1e-3.
bool is_moved(const SystemBuilder& builder, double e, double v) {
  SystemProblem problem(builder.build().default_state());
  problem.set_constraint_tolerance(1e-3);
  const V along{0.8, 0, -0.6}, p = (1 + e) * along, rate = v * along;
  return problem.set(0, std::vector<double>{p.x, p.y, p.z, rate.x, rate.y, rate.z});
}

/// One tolerance for all constraints: of each, in its own unit error, and of velocities, in that per
/// characteristic time.
TEST(UnitErrors, TheToleranceIsAPartOfThem) {
  const SystemBuilder usual = pendulum();
  EXPECT_FALSE(is_moved(usual, 0.9e-3, 0));
  EXPECT_TRUE(is_moved(usual, 1.1e-3, 0));
  EXPECT_FALSE(is_moved(usual, 0, 0.9e-3));
  EXPECT_TRUE(is_moved(usual, 0, 1.1e-3));

  SystemBuilder strict = pendulum(), small = pendulum(), slow = pendulum();
  strict.unit_error("rod", 0.01);
  small.characteristic_length(0.01);
  for (const SystemBuilder* builder : {&strict, &small}) {
    EXPECT_FALSE(is_moved(*builder, 0.9e-5, 0));
    EXPECT_TRUE(is_moved(*builder, 1.1e-5, 0));
    EXPECT_FALSE(is_moved(*builder, 0, 0.9e-5));
    EXPECT_TRUE(is_moved(*builder, 0, 1.1e-5));
  }
  // A long time leaves velocities longer to drift: they are wanted more exact.
  slow.characteristic_time(100);
  EXPECT_FALSE(is_moved(slow, 0.9e-3, 0));
  EXPECT_FALSE(is_moved(slow, 0, 0.9e-5));
  EXPECT_TRUE(is_moved(slow, 0, 1.1e-5));
}

TEST(UnitErrors, AreReportedWithTheError) {
  SystemBuilder builder = pendulums(1, 1);
  builder.characteristic_length(0.5).characteristic_time(4).unit_error("corner", 2, 0.1);
  State state = start(builder.build(), 1, 1);
  state.set_q(2, state.q(2) - 0.2);
  const ConstraintError rod = largest_position_error(state);
  EXPECT_NEAR(rod.size * rod.unit, std::hypot(0.8, 0.8) - 1, 1e-12);
  EXPECT_EQ(rod.unit, 0.5);
  // The third row of the ball is off by less than the rod, but counts more.
  state.set_q(state.nq() - 1, state.q(state.nq() - 1) + 0.1);
  const ConstraintError corner = largest_position_error(state);
  EXPECT_NEAR(corner.size, 1, 1e-12);
  EXPECT_EQ(corner.unit, 0.1);
  state.set_u(2, 3);
  EXPECT_EQ(largest_velocity_error(state).unit, 0.5 / 4);
}

TEST(UnitErrors, AreRefusedUnlessTheyAreOfUse) {
  SystemBuilder builder = pendulums(1, 1);
  expect_error([&] { builder.characteristic_length(0); }, {"characteristic length", "0", "positive"});
  expect_error([&] { builder.characteristic_time(NAN); }, {"characteristic time", "nan", "positive"});
  expect_error([&] { builder.unit_error("rod", -1); }, {"'rod'", "-1", "positive"});
  expect_error([&] { builder.unit_error("rood", 1); }, {"'rood'", "Did you mean 'rod'?"});
  expect_error([&] { builder.unit_error("gravity", 1); }, {"'gravity'", "not a constraint"});
  expect_error([&] { builder.unit_error("corner", 3, 1); }, {"'corner'", "3 rows", "row 3"});
}

}  // namespace
}  // namespace sarrus::testing::unit_errors_test
