#include "sarrus/assemble/assembly.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/assembly_cases.h"
#include "tests/support/linkages.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::assembly_test {
namespace {

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}
void expect_assembled(const AssemblyResult& result) {
  EXPECT_TRUE(result.succeeded) << result.text();
  EXPECT_LE(largest(position_errors(result.state)), 1e-10);
  EXPECT_LE(largest(velocity_errors(result.state)), 1e-10);
}

/// The nearest point of the unit circle is on the way to its center.
TEST(Assembly, StaysAsNearAsItCan) {
  State start = point_on_circle().default_state();
  start.set_q({3, 4});
  const AssemblyResult result = assemble(start);
  expect_assembled(result);
  EXPECT_NEAR(result.state.q(0), 0.6, 1e-8);
  EXPECT_NEAR(result.state.q(1), 0.8, 1e-8);
  EXPECT_NEAR(result.distance, 4, 1e-8);
  EXPECT_EQ(result.strategy, AssemblyStrategy::descent);
}

/// Where the cost is least, its gradient W²·d is along the radius.
TEST(Assembly, WeightsSayWhatShallMove) {
  State start = point_on_circle().default_state();
  start.set_q({1.5, 2});
  const AssemblyResult result = assemble(start, {.weights = {10, 1}});
  expect_assembled(result);
  const double x = result.state.q(0), y = result.state.q(1);
  EXPECT_NEAR(100 * (x - 1.5) * y, (y - 2) * x, 1e-6);
  EXPECT_GT(x, 0.9);
}

TEST(Assembly, KeepsWhatIsHeldAndRanges) {
  State start = point_on_circle().default_state();
  start.set_q({0.28, 2});
  const AssemblyResult held = assemble(start, {.hold = {"x"}});
  expect_assembled(held);
  EXPECT_EQ(held.state.q(0), 0.28);
  EXPECT_NEAR(held.state.q(1), 0.96, 1e-10);

  start.set_q({3, 4});
  const AssemblyResult bounded = assemble(start, {.ranges = {{"x", -1, 0.5}, {"y", -2, 2}}});
  expect_assembled(bounded);
  EXPECT_LE(bounded.state.q(0), 0.5);
  EXPECT_NEAR(bounded.state.q(0), 0.5, 1e-8);
  EXPECT_NEAR(bounded.state.q(1), std::sqrt(0.75), 1e-8);

  const AssemblyResult below = assemble(start, {.ranges = {{"y", -2, -0.9}}});
  expect_assembled(below);
  EXPECT_LE(below.state.q(1), -0.9);
}

TEST(Assembly, MeetsGoalsAsFarAsConstraintsPermit) {
  State start = point_on_circle().default_state();
  start.set_q({1, 0});
  const AssemblyResult result = assemble(start, {.goals = {{"x", -0.6}}});
  expect_assembled(result);
  EXPECT_NEAR(result.state.q(0), -0.6, 1e-5);
  // Both in reach of neither: the nearest point of the circle to (−3, 4).
  const AssemblyResult both = assemble(start, {.goals = {{"x", -3}, {"y", 4}}});
  expect_assembled(both);
  EXPECT_NEAR(both.state.q(0), -0.6, 1e-5);
  EXPECT_NEAR(both.state.q(1), 0.8, 1e-5);
}

/// The start is assembled exactly; from anywhere near it the same crank angle gives the same linkage.
TEST(Assembly, FourBarFromPoorStarts) {
  for (const Closure closure : {Closure::ball, Closure::in_plane}) {
    const Linkage linkage = four_bar(closure);
    const AssemblyResult given = assemble(linkage.start);
    expect_assembled(given);
    EXPECT_EQ(given.strategy, AssemblyStrategy::as_given);
    EXPECT_EQ(given.iterations, 0);
    Random random(3);
    for (int i = 0; i < 20; ++i) {
      State start = linkage.start;
      for (const int k : {1, 2}) start.set_q(k, start.q(k) + random.number(-0.4, 0.4));
      for (const int k : {1, 2}) start.set_u(k, random.number(-5, 5));
      const AssemblyResult result = assemble(start, {.hold = {"crank"}});
      expect_assembled(result);
      EXPECT_EQ(result.state.q(0), linkage.start.q(0));
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(result.state.q(k), linkage.start.q(k), 1e-9);
        EXPECT_NEAR(result.state.u(k), linkage.start.u(k), 1e-8);  // the crank turns at the same speed
      }
    }
  }
}

/// A long ladder that starts with every angle wrong.
TEST(Assembly, LadderFromAPoorStart) {
  const Linkage linkage = ladder(20, Closure::ball, LadderStart::skew);
  Random random(5);
  State start = linkage.start;
  for (int k = 0; k < start.nq(); ++k) start.set_q(k, start.q(k) + random.number(-0.3, 0.3));
  expect_assembled(assemble(start));
}

/// Many loops: by sparse steps.
TEST(Assembly, LongLadderFromAPoorStart) {
  State start = ladder(200, Closure::in_plane, LadderStart::skew).start;
  Random random(6);
  for (int k = 0; k < start.nq(); ++k) start.set_q(k, start.q(k) + random.number(-0.1, 0.1));
  const AssemblyResult result = assemble(start);
  expect_assembled(result);
  EXPECT_EQ(result.strategy, AssemblyStrategy::projection);
}

TEST(Assembly, OverconstrainedLinkage) {
  State start = bricard().start;
  Random random(7);
  for (int k = 0; k < start.nq(); ++k) start.set_q(k, random.number(-0.5, 0.5));
  expect_assembled(assemble(start));
}

/// Elbow up or down, as it is asked for.
TEST(Assembly, TheElbowThatIsWanted) {
  State start = arm_to({1.2, 0.3, 0}).default_state();
  const double reach = std::hypot(1.2, 0.3), bend = 2 * std::acos(reach / 2);
  start.set_q({0.1, 0.2});
  for (const double sign : {-1.0, 1.0}) {
    const AssemblyResult result =
        assemble(start, {.accept = [&](const State& state) { return sign * state.q(1) > 0; }});
    expect_assembled(result);
    EXPECT_NEAR(result.state.q(1), sign * bend, 1e-9);
  }
  const AssemblyResult never = assemble(start, {.accept = [](const State&) { return false; }, .restarts = 3});
  EXPECT_FALSE(never.succeeded);
  EXPECT_SAYS(never.text(), "never in the way that was asked for");
}

/// Straight out: the Jacobian is singular where it begins, and the step to take is across it.
TEST(Assembly, FromASingularStart) {
  State start = arm_to({0.5, 0, 0}).default_state();
  start.set_q({0, 0});
  expect_assembled(assemble(start));
}

TEST(Assembly, OrientationsAsQuaternions) {
  ModelBuilder model("plate");
  model.body("plate", solid_brick(1, {1, 1, 0.1}));
  model.joint("free", Free{}, "world", "plate");
  SystemBuilder builder(model.build());
  const Pose<double> place{Rotation<double>::about({0.6, 0, 0.8}, 2.5), {1, 2, 3}};
  builder.add("weld", WeldConstraint(Place("world", place), "plate"));
  const AssemblyResult result = assemble(builder.build().default_state());
  expect_assembled(result);
  EXPECT_NEAR(result.state.q(0), std::cos(1.25), 1e-9);
  EXPECT_NEAR(result.state.q(6), 3, 1e-9);
}

/// Points 2 apart that rods of 0.5, 0.9 and 0.5 shall connect.
TEST(Assembly, SaysWhatCannotClose) {
  const System system = four_bar_of(2, 0.5, 0.9, 0.5);
  const AssemblyResult result = assemble(system.default_state(), {.restarts = 5});
  EXPECT_FALSE(result.succeeded);
  ASSERT_EQ(result.opposing.size(), 1u);
  EXPECT_EQ(result.opposing[0].name, "tip");
  EXPECT_NEAR(result.opposing[0].amount, 0.1, 1e-6);
  EXPECT_SAYS(result.text(), "constraint 'tip' stays open by 0.1");
  expect_error([&] { assembled(system.default_state(), {.restarts = 5}); },
               {"'four-bar' cannot be assembled", "'tip' stays open by 0.1"});
}

/// Speeds of 1 and 2 on one joint: each is off by half of the difference at 1.5.
TEST(Assembly, NamesSpeedsThatContradictEachOther) {
  ModelBuilder model("point");
  model.body("point", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "point");
  SystemBuilder builder(model.build());
  builder.add("slow", ConstantSpeedConstraint({"place", 0}, 1.0));
  builder.add("quick", ConstantSpeedConstraint({"place", 0}, 2.0));
  builder.add("across", ConstantSpeedConstraint({"place", 1}, 3.0));
  const AssemblyResult result = assemble(builder.build().default_state());
  EXPECT_FALSE(result.succeeded);
  ASSERT_EQ(result.opposing.size(), 2u);
  for (const AssemblyConflict& part : result.opposing) {
    EXPECT_EQ(part.level, MotionLevel::velocity);
    EXPECT_NEAR(part.amount, part.name == "slow" ? 0.5 : -0.5, 1e-12);
  }
  EXPECT_SAYS(result.text(), "no speeds satisfy the constraints");
  EXPECT_SAYS(result.text(), "'quick' is off by -0.5 in velocity");
}

/// Two rods of lengths 1 and 1.2 between the same points: each is off by half of the difference.
TEST(Assembly, NamesConstraintsThatContradictEachOther) {
  ModelBuilder model("point");
  model.body("point", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "point").start({1, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("short", RodConstraint("world", "point", 1.0));
  builder.add("long", RodConstraint("world", "point", 1.2));
  builder.add("plane", PointInPlaneConstraint("world", "point"));
  const AssemblyResult result = assemble(builder.build().default_state(), {.restarts = 3});
  EXPECT_FALSE(result.succeeded);
  ASSERT_EQ(result.opposing.size(), 2u);
  for (const AssemblyConflict& part : result.opposing)
    EXPECT_NEAR(part.amount, part.name == "short" ? 0.1 : -0.1, 1e-8);
  EXPECT_SAYS(result.text(), "contradict each other");
}

TEST(Assembly, NamesWhatIsInTheWay) {
  State start = point_on_circle().default_state();
  start.set_q({2, 0.5});
  const AssemblyResult held = assemble(start, {.hold = {"x"}, .restarts = 3});
  EXPECT_FALSE(held.succeeded);
  EXPECT_SAYS(held.text(), "in the way: 'x', which is held");
  const AssemblyResult bounded = assemble(start, {.ranges = {{"x", 1.5, 3}}, .restarts = 3});
  EXPECT_FALSE(bounded.succeeded);
  EXPECT_SAYS(bounded.text(), "the range of 'x'");
  EXPECT_NEAR(bounded.opposing[0].amount, 0.5, 1e-9);
}

TEST(Assembly, RefusesWhatDoesNotExist) {
  const State start = point_on_circle().default_state();
  expect_error([&] { assemble(start, {.hold = {"z"}}); }, {"'z'"});
  expect_error([&] { assemble(start, {.ranges = {{"x", 1, 0}}}); }, {"'x'", "from 1 to 0"});
  expect_error([&] { assemble(start, {.hold = {"x"}, .goals = {{"x", 1}}}); }, {"'x'", "held"});
  expect_error([&] { assemble(start, {.weights = {1}}); }, {"weights", "1 entries"});
  expect_error([&] { assemble(start, {.weights = {1, 0}}); }, {"weight", "0"});
}

}  // namespace
}  // namespace sarrus::testing::assembly_test
