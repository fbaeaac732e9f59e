// The instants of crossings against those of functions whose zeros are known.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/measures.h"
#include "tests/support/random.h"

namespace sarrus::testing::event_window_test {
namespace {

Model turntable() {
  ModelBuilder builder("turntable");
  builder.gravity({0, 0, 0});
  builder.body("table", solid_sphere(1.0, 0.1));
  builder.joint("axle", Pin{}, "world", "table");
  return builder.build();
}

/// Zeros of sin(ωt + φ) in (0, end): every one, or those with the sign of the slope that a direction wants.
std::vector<double> zeros(double omega, double phase, Crossing direction, double end) {
  std::vector<double> times;
  for (int k = -2; k < 1000; ++k) {
    const double t = (k * std::numbers::pi - phase) / omega;
    const bool rises = k % 2 == 0;
    if (direction == Crossing::rising && !rises) continue;
    if (direction == Crossing::falling && rises) continue;
    if (t > 0 && t < end) times.push_back(t);
  }
  return times;
}

TEST(EventWindow, HoldsTheInstantOfEveryCrossing) {
  Random random(7);
  for (int trial = 0; trial < 40; ++trial) {
    const double omega = random.number(0.5, 12.0), phase = random.number(0.1, 3.0);
    const double window = std::pow(10.0, random.number(-11, -2));
    const auto direction = static_cast<Crossing>(random.index(3));
    SystemBuilder builder(turntable());
    const Measure wave = sinusoid_measure(builder.declare(), "wave", 1.0, omega, phase);
    std::vector<double> found;
    builder.declare().event(report_on_crossing(
        "zero", wave, direction, [&found](const State& state) { found.push_back(state.time()); }, window));
    State state = builder.build().default_state();
    state.set_u(0, 1.0);
    Simulation simulation(state, {.accuracy = 1e-4, .largest_step = 0.2, .record = false});
    simulation.run(5.0);
    const std::vector<double> expected = zeros(omega, phase, direction, 5.0);
    ASSERT_EQ(found.size(), expected.size()) << "omega " << omega << ", phase " << phase;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_GE(found[i], expected[i] - 1e-14 * 5);
      EXPECT_LE(found[i], expected[i] + window + 1e-13);
    }
  }
}

TEST(EventWindow, SeveralCrossingsInOneStepComeInTheirOrder) {
  SystemBuilder builder(turntable());
  std::vector<std::string> order;
  for (const double angle : {0.7, 0.2, 0.5, 0.3}) {
    const std::string name = "at " + std::to_string(angle).substr(0, 3);
    const Measure past = builder.declare().quantity<double>(
        name, {Source::q}, 0.0, [angle](const State& s, double& x) { x = s.q(0) - angle; });
    builder.declare().event(report_on_crossing(name, past, Crossing::rising,
                                               [&order, name](const State&) { order.push_back(name); }));
  }
  State state = builder.build().default_state();
  state.set_u(0, 1.0);
  Simulation simulation(state, {.accuracy = 1e-3, .initial_step = 1.0, .record = false});
  simulation.run(1.0);
  EXPECT_EQ(simulation.statistics().steps, 1);
  EXPECT_EQ(order, (std::vector<std::string>{"at 0.2", "at 0.3", "at 0.5", "at 0.7"}));
}

/// A force that fails beyond an angle.
class Fragile : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration&) override { return {Source::q}; }
  void add_forces(const State& state, AppliedForces&) const override {
    require(state.q(0) < 1, "the string is torn at {:.3f} rad", state.q(0));
  }
};

TEST(EventWindow, AForceThatThrowsEndsTheRunWithItsReasonAndKeepsTheRest) {
  SystemBuilder builder(turntable());
  builder.add("string", Fragile());
  State state = builder.build().default_state();
  state.set_u(0, 1.0);
  Simulation simulation(state, {.accuracy = 1e-3, .every = 0.1});
  std::string said;
  try {
    simulation.run(2.0);
  } catch (const Error& error) {
    said = error.what();
  }
  EXPECT_NE(said.find("the string is torn"), std::string::npos) << said;
  EXPECT_GE(simulation.trajectory().size(), 8u);
  EXPECT_LT(simulation.state().q(0), 1.0);
}

}  // namespace
}  // namespace sarrus::testing::event_window_test
