/// Changes of a simulation from outside, between its runs.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/rod_constraint.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "tests/support/says.h"

namespace sarrus::testing::simulation_change_test {
namespace {

/// A ball that falls from a height of 5 m at 10 m/s², and what is added to it.
struct Falling {
  SystemBuilder builder = SystemBuilder([] {
    ModelBuilder model("ball");
    model.gravity({0, 0, -10});
    model.body("ball", solid_sphere(1.0, 0.1));
    model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1});
    return model.build();
  }());
  State start() const {
    State state = builder.build().default_state();
    state.set_q(0, 5);
    return state;
  }
};

TEST(SimulationChange, GoesOnFromTheChangedState) {
  Simulation simulation(Falling().start(), {.accuracy = 1e-9});
  simulation.run_until(0.5);
  simulation.change([](State& state) {
    EXPECT_NEAR(state.q(0), 5 - 5 * 0.25, 1e-8);
    state.set_u(0, 2);
  });
  EXPECT_EQ(simulation.state().u(0), 2);
  simulation.run_until(1.5);
  EXPECT_NEAR(simulation.state().q(0), 3.75 + 2 - 5, 1e-8);
  // Both sides of the jump are in the record.
  EXPECT_NEAR(simulation.trajectory().at(0.4).u(0), -4, 1e-6);
  EXPECT_NEAR(simulation.trajectory().at(0.6).u(0), 1, 1e-6);
}

TEST(SimulationChange, CanComeBeforeTheFirstStep) {
  Simulation simulation(Falling().start(), {.accuracy = 1e-9});
  simulation.change([](State& state) { state.set_q(0, 7); });
  simulation.run(1);
  EXPECT_NEAR(simulation.state().q(0), 2, 1e-8);
}

TEST(SimulationChange, TriggersEvents) {
  Falling falling;
  falling.builder.on_crossing(
      "floor", {Source::q}, [](const State& s) { return s.q(0); }, Crossing::falling,
      [](State& s, EventCall&) { s.set_q(0, 1), s.set_u(0, 0); });
  Simulation simulation(falling.start());
  simulation.run_until(0.1);
  simulation.change([](State& state) { state.set_q(0, -1); });
  EXPECT_EQ(simulation.event_counts().at("floor"), 1);
  EXPECT_EQ(simulation.state().q(0), 1);
}

TEST(SimulationChange, MeetsConstraintsAgainOrLeavesTheStateAsItWas) {
  ModelBuilder model("pair");
  model.body("bob", solid_sphere(1.0, 0.1));
  model.joint("plane", Planar{}, "world", "bob");
  SystemBuilder builder(model.build());
  builder.add("string", RodConstraint("world", "bob", 1.0));
  State state = builder.build().default_state();
  state.set_q(1, 1);
  Simulation simulation(state, {.accuracy = 1e-8});
  simulation.run(0.1);
  simulation.change([](State& s) { s.set_q(1, 0.3), s.set_q(2, 0.4); });
  EXPECT_NEAR(std::hypot(simulation.state().q(1), simulation.state().q(2)), 1, 1e-8);
  const State before = simulation.state();
  EXPECT_THROW(simulation.change([](State& s) { s.set_q(1, NAN); }), Error);
  EXPECT_EQ(simulation.state().q(1), before.q(1));
  expect_error([&] { simulation.change([](State& s) { s.set_time(9); }); }, {"time", "restart it"});
  EXPECT_EQ(simulation.state().time(), before.time());
  simulation.run(0.1);
  EXPECT_NEAR(std::hypot(simulation.state().q(1), simulation.state().q(2)), 1, 1e-8);
}

TEST(SimulationChange, RestartsWithTheSameOptions) {
  const State start = Falling().start();
  Simulation simulation(start, {.accuracy = 1e-9, .every = 0.25});
  simulation.run(1);
  simulation.finish();
  expect_error([&] { simulation.change([](State&) {}); }, {"finished"});
  State other = start;
  other.set_time(-1), other.set_q(0, 9);
  simulation.restart(other);
  EXPECT_EQ(simulation.state().time(), -1);
  simulation.run(1);
  EXPECT_NEAR(simulation.state().q(0), 4, 1e-8);
  EXPECT_EQ(simulation.trajectory().size(), 5U);
}

}  // namespace
}  // namespace sarrus::testing::simulation_change_test
