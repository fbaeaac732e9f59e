// What happens to positions and speeds when a handler of an event changes constraints, against laws of
// impact.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "tests/support/mechanisms.h"
#include "tests/support/says.h"

namespace sarrus::testing::constraints_at_events_test {
namespace {

constexpr double rounding = 1e-9;

/// Carts a of 1 kg and b of 9 kg on one rail, which can be coupled.
SystemBuilder carts() {
  ModelBuilder model("carts");
  model.gravity({0, 0, 0});
  model.body("a", solid_sphere(1.0, 0.1)).body("b", solid_sphere(9.0, 0.1));
  model.joint("a", Slider{}, "world", "a");
  model.joint("b", Slider{}, "world", "b");
  SystemBuilder builder(model.build());
  builder.add("coupling", GearConstraint("a", "b", 1, 0));
  return builder;
}

/// A ball of 2 kg that flies without gravity, and rods from the world to it.
SystemBuilder ball_on_rods(Vec3<double> start, std::initializer_list<std::pair<const char*, Place>> rods,
                           double length) {
  ModelBuilder model("ball");
  model.gravity({0, 0, 0});
  model.body("ball", solid_sphere(2.0, 0.1));
  model.joint("flight", Translation{}, "world", "ball").start({start.x, start.y, start.z});
  SystemBuilder builder(model.build());
  for (const auto& [name, place] : rods) builder.add(name, RodConstraint(place, "ball", length));
  return builder;
}

/// An event at a time that does something once.
void at_time(SystemBuilder& builder, const char* name, double time, std::function<void(State&)> act) {
  builder.declare().event(on_schedule(
      name, [time](const State&, double after) { return after < time ? time : INFINITY; },
      [act](State& state, EventCall&) { act(state); }));
}
/// The same when a quantity of the coordinates rises through zero.
void on_rising(SystemBuilder& builder, const char* name, std::function<double(const State&)> quantity,
               std::function<void(State&)> act) {
  const auto witness = builder.declare().quantity<double>(
      "witness", {Source::q}, 0.0,
      [quantity](const State& state, double& value) { value = quantity(state); });
  builder.declare().event(
      on_crossing(name, witness, Crossing::rising, [act](State& state, EventCall&) { act(state); }));
}

/// Momentum 1 kg·m/s on 10 kg, and of ½ J there is left ½·0.1² · 10 = 0.05 J.
TEST(ConstraintsAtEvents, CartsThatLatchKeepTheirMomentum) {
  SystemBuilder builder = carts();
  const ElementId coupling = builder.build().element("coupling");
  builder.disable(coupling);
  on_rising(
      builder, "latch", [](const State& state) { return state.q(0); },
      [coupling](State& state) { state.set_enabled(coupling, true); });
  State start = builder.build().default_state();
  start.set_q(0, -1), start.set_u(0, 1);
  Simulation simulation(start, {.accuracy = 1e-6, .energy_balance = true});
  simulation.run(2);
  EXPECT_NEAR(simulation.state().u(0), 0.1, rounding);
  EXPECT_NEAR(simulation.state().u(1), 0.1, rounding);
  EXPECT_NEAR(simulation.state().q(1), 0.1, 1e-6);
  EXPECT_NEAR(momentum(simulation.state()).f.x, 1, 1e-8);
  EXPECT_NEAR(simulation.energy_balance().by_events, -0.45, 1e-8);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-8);
}

TEST(ConstraintsAtEvents, AStartWithSpeedsThatDoNotFitIsAnImpulseToo) {
  State start = carts().build().default_state();
  start.set_u(0, 1);
  Simulation simulation(start);
  simulation.run(1);
  EXPECT_NEAR(simulation.state().u(0), 0.1, rounding);
  EXPECT_NEAR(simulation.state().u(1), 0.1, rounding);
}

/// Carnot's theorem: the kinetic energy that an impulse of constraints at rest takes is that of the jump.
TEST(ConstraintsAtEvents, LinkagesLoseTheEnergyOfTheJump) {
  for (const Linkage& linkage : {sarrus_linkage(), stewart_platform(), jansen_walker(4)}) {
    State state = linkage.start;
    for (int k = 0; k < state.nu(); ++k) state.set_u(k, std::sin(1 + k));
    const double before = kinetic_energy(state);
    Simulation simulation(state, {.accuracy = 1e-6});
    simulation.run(0);
    const double after = kinetic_energy(simulation.state());
    for (int k = 0; k < state.nu(); ++k) state.set_u(k, simulation.state().u(k) - state.u(k));
    EXPECT_LT(after, before);
    EXPECT_NEAR(before - after, kinetic_energy(state), 1e-9 * before);
    for (const double error : velocity_errors(simulation.state())) EXPECT_NEAR(error, 0, 1e-7);
  }
}

/// A tether of 1 m comes taut at (0.8, 0.6) m: of 2 m/s the part across it, 1.2 m/s, is left, as the angular
/// momentum about the other end says, and ½·2·(2² − 1.2²) = 2.56 J are lost.
TEST(ConstraintsAtEvents, ATetherTakesTheSpeedAlongIt) {
  SystemBuilder builder = ball_on_rods({0, 0.6, 0}, {{"tether", "world"}}, 1);
  const ElementId tether = builder.build().element("tether");
  builder.disable(tether);
  on_rising(
      builder, "taut", [](const State& state) { return state.q(0) - 0.8; },
      [tether](State& state) { state.set_enabled(tether, true); });
  State start = builder.build().default_state();
  start.set_u(0, 2);
  Simulation simulation(start, {.accuracy = 1e-6, .energy_balance = true});
  simulation.run(1);
  const State& end = simulation.state();
  EXPECT_NEAR(std::hypot(end.u(0), end.u(1)), 1.2, 1e-6);
  EXPECT_NEAR(std::atan2(end.q(1), end.q(0)), std::atan2(0.6, 0.8) - 1.2 * 0.6, 1e-5);
  EXPECT_NEAR(simulation.energy_balance().by_events, -2.56, 1e-6);
}

/// A ball of 1 kg at 2 m/s latches onto the tip of a rod of 1 m whose inertia about its pivot is 3·1²/3 = 1
/// kg·m²: the angular momentum 2 kg·m²/s turns both, 2 kg·m², at 1 rad/s.
TEST(ConstraintsAtEvents, ABallThatLatchesOntoARodTurnsIt) {
  ModelBuilder model("latch");
  model.gravity({0, 0, 0});
  model.body("rod", Pose<double>::translation({0.5, 0, 0}) * thin_rod(3.0, {1, 0, 0}));
  model.body("ball", solid_sphere(1.0, 0.1));
  model.joint("pivot", Pin{}, "world", "rod");
  model.joint("flight", Translation{}, "world", "ball").start({1, -1, 0});
  SystemBuilder builder(model.build());
  const ElementId latch = builder.add("latch", BallConstraint(Place("rod", Vec3<double>{1, 0, 0}), "ball"));
  builder.disable(latch);
  const Model latched = builder.build().model();
  const int swing = latched.coordinate_number("pivot"), flight = latched.coordinate_number("flight.y");
  on_rising(
      builder, "meet", [flight](const State& state) { return state.q(flight); },
      [latch](State& state) { state.set_enabled(latch, true); });
  State start = builder.build().default_state();
  start.set_u(flight, 2);
  Simulation simulation(start, {.accuracy = 1e-6});
  simulation.run(1);
  EXPECT_NEAR(simulation.state().u(swing), 1, 1e-6);
  EXPECT_NEAR(simulation.state().q(swing), 0.5, 1e-6);
  EXPECT_NEAR(kinetic_energy(simulation.state()), 1, 1e-6);
}

/// The rod of a ball that goes round at 1 m/s is lengthened at once: the ball is moved along it, keeps its
/// speed, and turns at 1/1.02 rad/s.
TEST(ConstraintsAtEvents, ALengthThatIsChangedMovesTheBall) {
  SystemBuilder builder = ball_on_rods({1, 0, 0}, {{"rod", "world"}}, 1);
  const Parameter length = builder.build().parameter("rod.length");
  at_time(builder, "lengthen", 0.5, [length](State& state) { state.set(length, 1.02); });
  State start = builder.build().default_state();
  start.set_u(1, 1);
  Simulation simulation(start, {.accuracy = 1e-7});
  simulation.run(1.5);
  const State& end = simulation.state();
  EXPECT_NEAR(std::hypot(end.q(0), end.q(1)), 1.02, 1e-7);
  EXPECT_NEAR(std::hypot(end.u(0), end.u(1)), 1, 1e-6);
  EXPECT_NEAR(std::atan2(end.q(1), end.q(0)), 0.5 + 1 / 1.02, 1e-6);
}

/// Both coordinates are moved by half of what the coupling is off by, then both carts go on at 0.1 m/s.
TEST(ConstraintsAtEvents, AConstraintThatIsOffIsMetAsNearAsPossible) {
  SystemBuilder builder = carts();
  const ElementId coupling = builder.build().element("coupling");
  builder.disable(coupling);
  at_time(builder, "couple", 1, [coupling](State& state) { state.set_enabled(coupling, true); });
  State start = builder.build().default_state();
  start.set_q(0, -0.9), start.set_u(0, 1);  // 0.1 m ahead when it is coupled
  Simulation simulation(start, {.accuracy = 1e-6});
  simulation.run(3);
  EXPECT_NEAR(simulation.state().q(0), 0.05 + 2 * 0.1, 1e-6);
  EXPECT_NEAR(simulation.state().q(1), 0.05 + 2 * 0.1, 1e-6);
}

/// The ball is driven towards the end of a rod of 1 m, where it arrives at 0.4 s.
TEST(ConstraintsAtEvents, ADeadEndIsSaidToBeOne) {
  for (const double accuracy : {1e-3, 1e-6}) {
    SystemBuilder builder = ball_on_rods({0.6, 0.8, 0}, {{"rod", "world"}}, 1);
    builder.add("drive", PrescribedCoordinateConstraint({"flight", 0}, polynomial({0.6, 1.0})));
    builder.add("plane", ConstantCoordinateConstraint({"flight", 2}, 0));
    Simulation simulation(builder.build().default_state(), {.accuracy = accuracy});
    expect_error([&] { simulation.run(2); },
                 {"At t = 0.", "of 'rod', 'drive'", "end of its reach", "singular position", "diagnose"});
    EXPECT_NEAR(simulation.state().time(), 0.4, accuracy);
  }
}

/// From points 2 m apart rods of 1.2 m and 5 m do not meet.
TEST(ConstraintsAtEvents, WhatCannotBeMetIsNamed) {
  SystemBuilder builder = ball_on_rods(
      {0, std::sqrt(0.44), 0},
      {{"left", Place("world", Vec3<double>{-1, 0, 0})}, {"right", Place("world", Vec3<double>{1, 0, 0})}},
      1.2);
  const Parameter length = builder.build().parameter("right.length");
  at_time(builder, "stretch", 0.5, [length](State& state) { state.set(length, 5.0); });
  Simulation simulation(builder.build().default_state());
  expect_error([&] { simulation.run(1); },
               {"constraint 'right' is off by 3.8 after the event 'stretch', at t = 0.5 s", "assemble()"});
}

}  // namespace
}  // namespace sarrus::testing::constraints_at_events_test
