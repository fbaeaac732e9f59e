#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/study/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/linkages.h"

namespace sarrus {
namespace {

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}
double angle(const State& state, const std::string& joint) {
  return state.q(state.model().body(state.model().joint_body(joint)).q0);
}

/// Simbody 3.9 at accuracy 1e-10, whose own error is about 1e-6 here.
TEST(LinkageSimulation, FourBarTurnsAsInAnotherProgram) {
  for (const Closure closure : {Closure::ball, Closure::in_plane}) {
    Simulation simulation(four_bar(closure).start, {.accuracy = 1e-9, .every = 0.1});
    simulation.run(10);
    EXPECT_NEAR(angle(simulation.state(), "crank"), 95.137311408200247, 2e-6);
    EXPECT_NEAR(angle(simulation.state(), "rocker"), 0.63864718764454242, 1e-6);
    EXPECT_NEAR(energy(simulation.state()), energy(simulation.trajectory().front()), 1e-6);
    for (const State& state : simulation.trajectory()) {
      EXPECT_LT(largest(position_errors(state)), 1e-10);
      EXPECT_LT(largest(velocity_errors(state)), 1e-10);
    }
  }
}

/// Simbody 3.9; the linkage comes to rest nearly where it began.
TEST(LinkageSimulation, BricardSwingsAsInAnotherProgram) {
  Simulation simulation(bricard().start, {.accuracy = 1e-9, .every = 0.1});
  simulation.run(10);
  for (int k = 0; k < 5; ++k)
    EXPECT_NEAR(simulation.state().q(k), k % 2 == 0 ? 0.00073566032914985 : -0.00073511954011496, 1e-7);
  EXPECT_NEAR(energy(simulation.state()), energy(simulation.trajectory().front()), 1e-7);
}

/// Simbody 3.9.
TEST(LinkageSimulation, LadderSwingsAsInAnotherProgram) {
  Simulation simulation(ladder(10, Closure::in_plane, LadderStart::swing).start, {.accuracy = 1e-9});
  simulation.run(10);
  EXPECT_NEAR(angle(simulation.state(), "V0"), 2.1500157270805245, 1e-7);
  EXPECT_NEAR(angle(simulation.state(), "H10"), -2.1500157270805245, 1e-7);
}

}  // namespace
}  // namespace sarrus
