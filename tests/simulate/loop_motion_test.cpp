/// Where a loop is cut makes no difference to how it moves.
#include <gtest/gtest.h>

#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/by_joint.h"
#include "tests/support/cut_loops.h"

namespace sarrus::testing::loop_motion_test {
namespace {

double distance(const Pose<double>& a, const Pose<double>& b) {
  double sum = norm(a.p - b.p);
  for (int i = 0; i < 3; ++i) sum += norm(a.R.col(i) - b.R.col(i));
  return sum;
}

State after_two_seconds(const State& start, double tolerance) {
  Simulation simulation(start, {.accuracy = 1e-9});
  simulation.run(2);
  EXPECT_NEAR(energy(simulation.state()), energy(start), 4 * tolerance);
  return simulation.state();
}

void expect_same_places(const Loop& loop, const State& state, const State& expected, double tolerance) {
  for (const std::string& body : loop.bodies)
    EXPECT_LT(distance(pose(state, state.model().body_number(body)),
                       pose(expected, expected.model().body_number(body))),
              tolerance)
        << loop.model.description().name << ", " << body;
}

void expect_same_motion(const Loop& loop, double tolerance) {
  const State start = loop.moving(loop.cut(loop.joints[0]).build());
  const State expected = after_two_seconds(start, tolerance);
  const int last = start.model().body_number(loop.bodies.back());
  EXPECT_GT(distance(pose(start, last), pose(expected, last)), 0.1);
  for (const std::string& joint : loop.joints) {
    State same = loop.cut(joint).build().default_state();
    copy_joints(start, same);
    const State end = after_two_seconds(same, tolerance);
    expect_same_places(loop, end, expected, tolerance);
    for (const std::string& other : loop.joints)
      EXPECT_NEAR(end.q(joint_named(end, other).q0), expected.q(joint_named(expected, other).q0), tolerance);
    State plain = loop.cut(joint, LoopClosing::constraints_only).build().default_state();
    copy_joints(start, plain);
    expect_same_places(loop, after_two_seconds(plain, tolerance), expected, tolerance);
  }
}

TEST(LoopMotion, IsTheSameWhereverTheLoopIsCut) {
  expect_same_motion(four_bar_of_pins(), 1e-6);
  expect_same_motion(spatial_four_bar(), 1e-6);
}

/// One equation too many, and not always the same one: where another takes its place, digits are lost.
TEST(LoopMotion, OfALinkageWithAnEquationTooManyIsTheSameWhereverItIsCut) {
  expect_same_motion(bricard_of_pins(), 1e-4);
}

/// The parts of a split body stay together.
TEST(LoopMotion, PartsOfABodyStayTogether) {
  const Loop loop = spatial_four_bar();
  Simulation simulation(loop.moving(loop.cut("cross").build()), {.accuracy = 1e-6, .every = 0.1});
  simulation.run(2);
  for (const State& state : simulation.trajectory())
    EXPECT_LT(distance(pose(state, state.model().body_number("rocker")),
                       pose(state, state.model().body_number("rocker at cross"))),
              1e-6);
}

}  // namespace
}  // namespace sarrus::testing::loop_motion_test
