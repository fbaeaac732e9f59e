#include "sarrus/system/state.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::state_test {

using namespace internal;
namespace {

/// A double pendulum with a ball joint at its end.
Model arm() {
  ModelBuilder builder("arm");
  builder.body("upper", thin_rod(1.0, {0, 0, 1}));
  builder.body("lower", thin_rod(2.0, {0, 0, 1}));
  builder.body("hand", solid_sphere(0.5, 0.1));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.3});
  builder.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.5});
  builder.joint("wrist", Ball{}, "lower", "hand").parent_frame({0, 0, -0.5});
  return builder.build();
}

TEST(State, StartsAtTheDefaults) {
  const System system(arm());
  const State state = system.default_state();
  EXPECT_EQ(state.time(), 0);
  EXPECT_EQ(state.nq(), 6);
  EXPECT_EQ(state.nu(), 5);
  EXPECT_EQ(state.q(0), 0.3);
  EXPECT_EQ(state.q(2), 1);
}

TEST(State, ComputesOnReadingAndOnlyOnce) {
  const System system(arm());
  State state = system.default_state();
  const Quantity<Accelerations> accelerations = system.quantities().accelerations;
  EXPECT_FALSE(state.has(accelerations));
  const double before = udot(state)[0];
  EXPECT_EQ(udot(state)[0], before);
  EXPECT_EQ(state.evaluations(accelerations), 1);
  state.set_q(0, 0.4);
  EXPECT_FALSE(state.has(accelerations));
  EXPECT_NE(udot(state)[0], before);
  EXPECT_EQ(state.evaluations(accelerations), 2);
  state.set_q(0, 0.3);
  EXPECT_EQ(udot(state)[0], before);
}

TEST(State, WritingWhatIsThereAlreadyLeavesEverythingValid) {
  const System system(arm());
  State state = system.default_state();
  const Quantity<Accelerations> accelerations = system.quantities().accelerations;
  udot(state);
  const State same = state;
  state.set_time(same.time());
  state.set_y(same.y());
  state.set_q(same.q());
  state.set_u(0, same.u(0));
  EXPECT_TRUE(state.has(accelerations));
  state.set_u(0, -same.u(0));  // −0: another number, to the last bit
  EXPECT_FALSE(state.has(accelerations));
}

TEST(State, SpeedsLeavePositionsValid) {
  const System system(arm());
  State state = system.default_state();
  pose(state, 3), velocity(state, 3);
  state.set_u(0, 2.0);
  EXPECT_TRUE(state.has(system.quantities().position));
  EXPECT_FALSE(state.has(system.quantities().velocity));
}

TEST(State, CopiesAreIndependentValues) {
  const System system(arm());
  State a = system.default_state();
  a.set_mass(1, 3.0);
  State b = a;
  b.set_mass(1, 5.0);
  b.set_q(0, 1.0);
  EXPECT_EQ(a.q(0), 0.3);
  EXPECT_EQ(mass(a), 3.0 + 2.0 + 0.5);
  EXPECT_EQ(mass(b), 5.0 + 2.0 + 0.5);
  a = b;
  EXPECT_EQ(udot(a)[0], udot(b)[0]);
}

TEST(State, ParametersOfTheModelAct) {
  const System system(arm());
  State state = system.default_state();
  state.lock(2), state.lock(3);
  state.set_q(0, 0.5);
  const double g = udot(state)[0];
  state.set_gravity({0, 0, -2 * 9.81});
  EXPECT_TRUE(close(udot(state)[0], 2 * g));
  state.set_mass(1, 4.0), state.set_mass(2, 8.0), state.set_mass(3, 2.0);
  EXPECT_TRUE(close(udot(state)[0], 2 * g));
}

TEST(State, AnglesInsteadOfQuaternionsGiveTheSameMotion) {
  const System system(arm());
  State state = system.default_state();
  const std::vector<double> u{0.1, 0.2, 0.3, 0.4, 0.5};
  state.set_u(u);
  state.set_q(std::vector<double>{0.3, 0.2, 0.8, 0.0, 0.6, 0.0});
  const std::vector<double> before(udot(state).begin(), udot(state).end());
  state.set_rotation_coordinates(RotationCoordinates::euler);
  EXPECT_EQ(state.nq(), 5);
  for (int k = 0; k < 5; ++k) EXPECT_TRUE(close(udot(state)[k], before[static_cast<std::size_t>(k)], 1e3));
  state.set_rotation_coordinates(RotationCoordinates::quaternion);
  EXPECT_EQ(state.nq(), 6);
  EXPECT_TRUE(close(state.q(2), 0.8));
}

TEST(State, RefusesWhatIsNotANumberOrDoesNotExist) {
  const System system(arm());
  State state = system.default_state();
  expect_error([&] { state.set_q(1, nan); }, {"q[1]", "nan"});
  expect_error([&] { state.set_u(std::vector<double>{0, 0, nan, 0, 0}); }, {"u[2]", "nan"});
  expect_error([&] { state.set_u(std::vector<double>{0, 0}); }, {"u has 2", "5"});
  expect_error([&] { state.set_time(nan); }, {"time", "nan"});
  expect_error([&] { state.set_mass(1, -2); }, {"upper", "-2"});
  expect_error([&] { state.lock(0); }, {"world"});
  expect_error([&] { (void)system.parameter("gravty"); }, {"gravty"});
}

TEST(State, AQuantityThatReadsWhatItDidNotDeclareIsAnError) {
  SystemBuilder builder(arm());
  const Quantity<double> wrong = builder.declare().quantity<double>(
      "wrong", {Source::q}, 0.0, [](const State& s, double& x) { x = s.u(0); });
  const Quantity<double> worse = builder.declare().quantity<double>(
      "worse", {Source::q}, 0.0, [](const State& s, double& x) { x = kinetic_energy(s); });
  const System system = builder.build();
  const State state = system.default_state();
  expect_error([&] { (void)state[wrong]; }, {"'wrong'", "'u'", "declared"});
  expect_error([&] { (void)state[worse]; }, {"'worse'", "'kinetic energy'"});
}

TEST(State, QuantitiesInACircleAreRefused) {
  SystemBuilder builder(arm());
  const Quantity<double> a =
      builder.declare().quantity<double>("a", {Source::q}, 0.0, [](const State&, double&) {});
  const Quantity<double> b = builder.declare().quantity<double>(
      "b", {a, Quantity<double>{a.index + 1, a.system}}, 0.0, [](const State&, double&) {});
  (void)b;
  expect_error([&] { builder.build(); }, {"cycle", "'b'"});
}

}  // namespace
}  // namespace sarrus::testing::state_test
