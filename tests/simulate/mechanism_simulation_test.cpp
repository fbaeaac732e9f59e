#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/mechanisms.h"

namespace sarrus::testing::mechanism_simulation_test {
namespace {

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}
Vec3<double> at(const State& state, const FrameOn<double>& frame) { return pose(state, frame).p; }
std::string foot(int leg) { return "foot" + std::to_string(leg); }

TEST(Mechanisms, BeginClosed) {
  for (const Linkage& mechanism : {sarrus_linkage(), stewart_platform(), jansen_walker(12, 0.4)}) {
    EXPECT_LT(largest(position_errors(mechanism.start)), 1e-14);
    EXPECT_LT(largest(velocity_errors(mechanism.start)), 1e-13);
  }
}

/// What the linkage was invented for (P. F. Sarrus, 1853): exact straight motion out of hinges.
TEST(Mechanisms, SarrusPlatformGoesStraight) {
  Simulation simulation(sarrus_linkage().start, {.accuracy = 1e-8, .every = 0.05});
  simulation.run(5);
  const FrameOn<double> platform(simulation.state().model().body_number("platform"));
  const double begin = energy(simulation.trajectory().front());
  double low = 2, high = 0;
  for (const State& state : simulation.trajectory()) {
    const Pose<double> X = pose(state, platform);
    EXPECT_LT(std::hypot(X.p.x, X.p.y), 1e-8);
    EXPECT_GT(X.R(0, 0) + X.R(1, 1) + X.R(2, 2), 3 - 1e-15);
    EXPECT_NEAR(energy(state), begin, 1e-5);
    low = std::min(low, X.p.z), high = std::max(high, X.p.z);
  }
  EXPECT_GT(high - low, 0.5);
}

/// By symmetry it comes to rest level and in the middle.
TEST(Mechanisms, StewartPlatformSettlesLevel) {
  Simulation simulation(stewart_platform().start, {.accuracy = 1e-5, .record = false});
  simulation.run(40);
  const State& state = simulation.state();
  const Pose<double> X = pose(state, FrameOn<double>(state.model().body_number("platform")));
  EXPECT_LT(std::hypot(X.p.x, X.p.y), 1e-4);
  EXPECT_NEAR(X.R(2, 2), 1, 1e-7);
  EXPECT_LT(largest(state.u()), 1e-3);
}

/// The feet of a walker that has moved are where circles of given radii meet.
TEST(Mechanisms, JansenFeetAreWhereGeometryPutsThem) {
  Simulation simulation(jansen_walker(4).start, {.accuracy = 1e-7, .record = false});
  simulation.run(1.3);
  const State& moved = simulation.state();
  const double crank = moved.q(moved.model().body(moved.model().joint_body("crank")).q0);
  EXPECT_GT(crank, 6);
  const State made = jansen_walker(4, crank).start;
  for (int leg = 0; leg < 4; ++leg) {
    const Vec3<double> p = at(moved, moved.model().point(foot(leg)));
    EXPECT_LT(norm(p - at(made, made.model().point(foot(leg)))), 1e-6) << leg;
  }
}

/// Jansen chose the lengths so that a foot that bears the walker stays level: for about half a turn.
TEST(Mechanisms, JansenFeetStayLevelForHalfATurn) {
  constexpr int angles = 180;
  std::vector<Vec3<double>> path;
  for (int i = 0; i < angles; ++i) {
    const State state = jansen_walker(1, 2 * 3.14159265358979323846 * i / angles).start;
    path.push_back(at(state, state.model().point(foot(0))));
  }
  const auto lower = [](const auto& a, const auto& b) { return a.y < b.y; };
  const auto [lowest, highest] = std::minmax_element(path.begin(), path.end(), lower);
  const double floor = lowest->y;
  const auto level =
      std::count_if(path.begin(), path.end(), [&](const auto& p) { return p.y < floor + 0.02; });
  EXPECT_GT(level, 0.4 * angles);
  EXPECT_GT(highest->y - floor, 0.1);
}

}  // namespace
}  // namespace sarrus::testing::mechanism_simulation_test
