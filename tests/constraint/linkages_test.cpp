#include "tests/support/linkages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"

namespace sarrus::testing::linkages_test {
namespace {

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

double rate(const State& state, const std::string& joint) {
  return udot(state)[state.model().body(state.model().joint_body(joint)).u0];
}

/// Values of Simbody 3.9 for the same mechanism.
TEST(Linkages, FourBarAcceleratesAsInAnotherProgram) {
  for (const Closure closure : {Closure::ball, Closure::in_plane}) {
    const State state = four_bar(closure).start;
    EXPECT_LT(largest(position_errors(state)), 1e-15);
    EXPECT_LT(largest(velocity_errors(state)), 1e-14);
    EXPECT_NEAR(rate(state, "crank"), -4.6498684037435449, 1e-11);
    EXPECT_NEAR(rate(state, "rocker"), 4.8762837707182065, 1e-11);
    EXPECT_NEAR(rate(state, "coupler"), 13.942510054948151, 1e-11);
    EXPECT_LT(largest(acceleration_errors(state)), 1e-12);
  }
}

TEST(Linkages, BricardAcceleratesAsInAnotherProgram) {
  const State state = bricard().start;
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_LT(largest(acceleration_errors(state)), 1e-12);
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(udot(state)[k], k % 2 == 0 ? 1.962 : -1.962, 1e-13);
}

TEST(Linkages, LadderAcceleratesAsInAnotherProgram) {
  for (const LadderStart start : {LadderStart::swing, LadderStart::skew, LadderStart::up}) {
    const State state = ladder(10, Closure::ball, start).start;
    EXPECT_LT(largest(position_errors(state)), 1e-14);
    EXPECT_LT(largest(velocity_errors(state)), 1e-14);
    EXPECT_LT(largest(acceleration_errors(state)), 1e-11);
    if (start != LadderStart::swing) continue;
    EXPECT_NEAR(rate(state, "V0"), 9.6353775199348259, 1e-12);
    EXPECT_NEAR(rate(state, "H7"), -9.6353775199348259, 1e-12);
  }
}

}  // namespace
}  // namespace sarrus::testing::linkages_test
