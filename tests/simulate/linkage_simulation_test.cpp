#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "tests/support/linkages.h"

namespace sarrus::testing::linkage_simulation_test {

using namespace internal;
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

/// One of its equations is redundant wherever it is; the kinetic energy goes up to 4.5 J.
TEST(LinkageSimulation, BricardKeepsItsEnergyForLong) {
  for (const double accuracy : {1e-6, 1e-8}) {
    Simulation simulation(bricard().start, {.accuracy = accuracy, .every = 0.05});
    simulation.run(100);
    const double whole = energy(simulation.trajectory().front());
    double kinetic = 0;
    for (const State& state : simulation.trajectory()) {
      EXPECT_NEAR(energy(state), whole, 1000 * accuracy) << state.time();
      EXPECT_LT(largest(position_errors(state)), accuracy);
      kinetic = std::max(kinetic, kinetic_energy(state));
    }
    EXPECT_GT(kinetic, 4.5);
  }
}

/// Simbody 3.9.
TEST(LinkageSimulation, LadderSwingsAsInAnotherProgram) {
  Simulation simulation(ladder(10, Closure::in_plane, LadderStart::swing).start, {.accuracy = 1e-9});
  simulation.run(10);
  EXPECT_NEAR(angle(simulation.state(), "V0"), 2.1500157270805245, 1e-7);
  EXPECT_NEAR(angle(simulation.state(), "H10"), -2.1500157270805245, 1e-7);
}

/// The uprights fall through the flat position, where other motions branch off, several times: IFToMM
/// benchmark A02.
TEST(LinkageSimulation, LadderStaysAParallelogramThroughItsFlatPosition) {
  for (const int n : {1, 10, 40}) {
    Simulation simulation(ladder(n, Closure::ball, LadderStart::up).start, {.accuracy = 1e-6, .every = 0.05});
    simulation.run(10);
    const double whole = energy(simulation.trajectory().front());
    for (const State& state : simulation.trajectory()) {
      EXPECT_NEAR(energy(state), whole, 5e-6 * whole) << n;
      for (const int k : {1, n})
        EXPECT_NEAR(std::remainder(angle(state, "V0") + angle(state, "H" + std::to_string(k)), 2 * M_PI), 0,
                    1e-9)
            << n;
    }
    EXPECT_LT(angle(simulation.state(), "V0"), -12);  // round and round
  }
}

/// Parallelograms on top of each other, each carried by the one below: loops in a long row.
Linkage tower(int stages) {
  ModelBuilder model("tower");
  model.gravity({0, -9.81, 0});
  std::string below = "world";
  for (int i = 1; i <= stages; ++i) {
    const std::string n = std::to_string(i);
    for (const std::string side : {"left", "right"}) {
      model.body(side + n, solid_brick(1, {0.1, 1, 0.1}));
      model.joint(side + n, Pin{}, below, side + n)
          .parent_frame({side == "left" ? 0.0 : 1.0, 0, 0})
          .child_frame({0, -0.5, 0})
          .start({0.1});
    }
    model.body("floor" + n, solid_brick(2, {1, 0.1, 0.5}));
    model.joint("floor" + n, Pin{}, "left" + n, "floor" + n).parent_frame({0, 0.5, 0}).start({-0.1});
    below = "floor" + n;
  }
  SystemBuilder builder(model.build());
  for (int i = 1; i <= stages; ++i) {
    const std::string n = std::to_string(i);
    builder.add("corner" + n, BallConstraint(Place("right" + n, Vec3<double>{0, 0.5, 0}),
                                             Place("floor" + n, Vec3<double>{1, 0, 0})));
  }
  const System system = builder.build();
  return {system, system.default_state()};
}

TEST(LinkageSimulation, LoopsInALongRowAreSolvedLoopByLoop) {
  const auto method = [](const State& state) {
    EXPECT_LT(largest(acceleration_errors(state)), 1e-8);
    return state[state.layout().system.constraint_factors].dynamics->method();
  };
  EXPECT_EQ(method(tower(40).start), ConstraintMethod::loops);
  EXPECT_EQ(method(ladder(40, Closure::ball, LadderStart::skew).start), ConstraintMethod::mass_matrix);
  Simulation simulation(tower(5).start, {.accuracy = 1e-8});
  simulation.run(0.5);
  EXPECT_NEAR(energy(simulation.state()), energy(simulation.trajectory().front()), 1e-5);
}

}  // namespace
}  // namespace sarrus::testing::linkage_simulation_test
