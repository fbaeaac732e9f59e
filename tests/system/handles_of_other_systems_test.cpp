/// Handles and numbers that do not belong to a State are refused, whatever they would find there.

#include <gtest/gtest.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/recorded_output.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/says.h"

namespace sarrus::testing::handles_of_other_systems_test {
namespace {

Model sliding() {
  ModelBuilder builder("sliding");
  builder.body("block", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "block");
  return builder.build();
}

/// A system with one of everything.
struct Everything {
  Everything() : builder(sliding()) {
    spring = builder.add("spring", MobilitySpring("rail", 4, 0));
    stop = builder.add("stop", ConstantCoordinateConstraint("rail", 0));
    builder.disable(stop);
    parameter = builder.declare().declare_parameter("number", 3);
    discrete = builder.declare().discrete<double>("switch", 5);
    quantity = builder.declare().quantity<double>("answer", {Source::q}, 0.0,
                                                  [](const State&, double& x) { x = 42; });
    auxiliary = builder.declare().auxiliary("z", {1, 2}, {},
                                            [](const State&, Out<double> zdot) { zdot[0] = zdot[1] = 0; });
  }
  SystemBuilder builder;
  ElementId spring, stop;
  Parameter parameter;
  Discrete<double> discrete;
  Quantity<double> quantity;
  Auxiliary auxiliary;
};

TEST(HandlesOfOtherSystems, AreRefusedEverywhere) {
  const Everything one, other;  // the same tables, so that all of them would find something
  State state = one.builder.build().default_state();
  EXPECT_EQ(state[one.quantity], 42);
  EXPECT_EQ(state[one.auxiliary].size(), 2U);
  const auto refused = [](auto&& f) { expect_error(f, {"another system", "'sliding'"}); };
  refused([&] { (void)state[other.parameter]; });
  refused([&] { state.set(other.parameter, 7); });
  refused([&] { (void)state[other.discrete]; });
  refused([&] { state.set(other.discrete, 7); });
  refused([&] { (void)state[other.quantity]; });
  refused([&] { (void)state.has(other.quantity); });
  refused([&] { (void)state.evaluations(other.quantity); });
  refused([&] { (void)state[other.auxiliary]; });
  refused([&] { (void)state.is_enabled(other.spring); });
  refused([&] { state.set_enabled(other.spring, false); });
  refused([&] { (void)multipliers(state, other.stop); });
  refused([&] { (void)RecordedOutput(other.quantity).column(state); });
  EXPECT_EQ(state[one.parameter], 3);
  EXPECT_TRUE(state.is_enabled(one.spring));
}

TEST(HandlesOfOtherSystems, AreRefusedWhereASystemIsBuilt) {
  Everything one, other;
  expect_error([&] { one.builder.disable(other.spring); }, {"another system"});
  expect_error([&] { one.builder.declare().update_each_step(one.discrete, other.quantity); },
               {"another system"});
  one.builder.declare().quantity<double>("sum", {other.parameter}, 0.0, [](const State&, double&) {});
  expect_error([&] { (void)one.builder.build(); }, {"'sum'", "another system"});
}

/// What every System computes is found at the same place in all of them.
TEST(HandlesOfOtherSystems, AreRightForWhatEverySystemHas) {
  const Everything one;
  const System plain(sliding());
  State state = one.builder.build().default_state();
  state.set_u(0, 3);
  EXPECT_EQ(state[plain.quantities().kinetic_energy], 4.5);
  EXPECT_EQ(state[plain.quantities().accelerations].udot[0], udot(state)[0]);
  EXPECT_EQ(plain.quantities().constraint_forces.index, one.builder.quantities().constraint_forces.index);
  EXPECT_EQ(plain.quantities().derivative.index, one.builder.quantities().derivative.index);
}

TEST(HandlesOfOtherSystems, ServeAllSystemsOfTheirBuilder) {
  Everything one;
  const System first = one.builder.build();
  const Parameter late = one.builder.declare().declare_parameter("late", 1);
  const Quantity<double> later =
      one.builder.declare().quantity<double>("later", {late}, 0.0, [](const State&, double&) {});
  const System second = one.builder.build();
  EXPECT_EQ(first.default_state()[one.parameter], 3);
  EXPECT_EQ(second.default_state()[one.parameter], 3);
  EXPECT_EQ(second.default_state()[late], 1);
  const State state = first.default_state();
  expect_error([&] { (void)state[late]; }, {"after the system"});
  expect_error([&] { (void)state[later]; }, {"after the system"});
  expect_error([&] { (void)state[Parameter{}]; }, {"never declared"});
  expect_error([&] { (void)state[Quantity<double>{}]; }, {"never declared"});
}

TEST(NumbersOutOfRange, AreRefused) {
  State state = System(sliding()).default_state();
  for (const int i : {-1, 1, 99}) {
    expect_error([&] { (void)state.q(i); }, {"no q[", "has 1"});
    expect_error([&] { (void)state.u(i); }, {"no u[", "has 1"});
    expect_error([&] { state.set_q(i, 1); }, {"no q[", "has 1"});
  }
  for (const int body : {-1, 2, 99}) {
    EXPECT_THROW((void)state.lock_level(body), Error);
    EXPECT_THROW(state.lock(body), Error);
    EXPECT_THROW(state.set_mass(body, 1), Error);
    EXPECT_THROW(state.set_inertia(body, solid_sphere(1.0, 0.1)), Error);
    EXPECT_THROW((void)pose(state, body), Error);
    EXPECT_THROW((void)velocity(state, body), Error);
    EXPECT_THROW((void)acceleration(state, body), Error);
    EXPECT_THROW((void)reaction(state, body), Error);
  }
  EXPECT_THROW((void)motion_force(state, 1), Error);
  EXPECT_THROW((void)state.evaluations(9999), Error);
}

TEST(NumbersOutOfRange, AreNoPlaceForForces) {
  AppliedForces forces(2, 1);
  forces.add_at(1, {1, 0, 0}, {0, 2, 0});
  forces.add_to_speed(0, 3);
  for (const int i : {-1, 2, 7}) {
    expect_error([&] { forces.add(i, Force<double>::zero()); }, {"no body", "are 2"});
    expect_error([&] { forces.add_at(i, {0, 0, 0}, {1, 0, 0}); }, {"no body"});
    expect_error([&] { forces.add_to_speed(i, 1); }, {"no speed", "are 1"});
    expect_error([&] { (void)forces.on_body(i); }, {"no body"});
    expect_error([&] { (void)forces.on_speed(i); }, {"no speed"});
  }
  EXPECT_EQ(forces.on_body(1).t.z, 2);
  EXPECT_EQ(forces.on_speed(0), 3);
}

}  // namespace
}  // namespace sarrus::testing::handles_of_other_systems_test
