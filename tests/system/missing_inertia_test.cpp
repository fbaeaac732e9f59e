/// Joints that no inertia resists, and other ways to accelerations that are no numbers: what is told of them.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/linear.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/model/internal/missing_inertia.h"
#include "sarrus/ode/problem.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/numbers.h"
#include "tests/support/random_tree.h"
#include "tests/support/says.h"

namespace sarrus::testing::missing_inertia_test {

using namespace internal;
namespace {

template <class F>
void expect_refused(const F& describe, std::initializer_list<const char*> parts) {
  ModelBuilder builder("lack");
  describe(builder);
  expect_error([&] { (void)builder.build(); }, parts);
}
template <class F>
void expect_built(const F& describe) {
  ModelBuilder builder("enough");
  describe(builder);
  const State state = System(builder.build()).default_state();
  for (const double rate : udot(state)) EXPECT_TRUE(std::isfinite(rate));
}

TEST(MissingInertia, IsToldWhenAModelIsBuilt) {
  expect_refused([](ModelBuilder& b) { b.particle("x", 1), b.joint("j", Ball{}, "world", "x"); },
                 {"joint 'j' (ball)", "no inertia resists", "'j.wx'", "'j.wz'", "'x'", "InertiaCheck::any"});
  expect_refused([](ModelBuilder& b) { b.particle("x", 1), b.joint("j", Free{}, "world", "x"); },
                 {"joint 'j' (free)", "'j.wx', 'j.wy', 'j.wz':"});
  expect_refused([](ModelBuilder& b) { b.particle("x", 1), b.joint("j", Pin{}, "world", "x"); },
                 {"joint 'j' (pin)", "it accelerates"});
  expect_refused([](ModelBuilder& b) { b.line_body("x", 1, 0, 0.1), b.joint("j", Ball{}, "world", "x"); },
                 {"joint 'j' (ball)", "its speed 'j.w"});
  expect_refused([](ModelBuilder& b) { b.line_body("x", 1, 0, 0.1), b.joint("j", Pin{}, "world", "x"); },
                 {"joint 'j' (pin)"});
  // The axis of a pin through a particle that is elsewhere, along no axis of any frame.
  expect_refused(
      [](ModelBuilder& b) {
        b.particle("x", 1), b.joint("j", Pin{}, "world", "x").axis({1, 2, 3}).child_frame({0.1, 0.2, 0.3});
      },
      {"joint 'j' (pin)"});
  // Bodies without mass in a row, on axes that stay parallel: what one pin resists the next gives way to.
  expect_refused(
      [](ModelBuilder& b) {
        b.massless_body("x").massless_body("y").particle("z", 1);
        b.joint("j", Pin{}, "world", "x");
        b.joint("k", Pin{}, "x", "y").parent_frame({1, 0, 0});
        b.joint("l", Pin{}, "y", "z").parent_frame({1, 0, 0}).child_frame({-1, 0, 0});
      },
      {"'j'"});
}

TEST(MissingInertia, IsNotSeenWhereThereIsEnough) {
  expect_built([](ModelBuilder& b) { b.particle("x", 1), b.joint("j", Translation{}, "world", "x"); });
  expect_built([](ModelBuilder& b) {
    b.particle("x", 1), b.joint("j", Pin{}, "world", "x").child_frame({1, 0, 0});
  });
  expect_built([](ModelBuilder& b) {
    b.line_body("x", 1, 0.5, 0.1), b.joint("j", Universal{}, "world", "x").start({0.3, 0.2});
  });
  // A thin wheel in a heavy machine.
  expect_built([](ModelBuilder& b) {
    b.body("frame", solid_brick(1000, {5, 5, 5})).body("wheel", solid_cylinder(1e-3, 1e-3, 1e-3));
    b.joint("j", Free{}, "world", "frame");
    b.joint("k", Pin{}, "frame", "wheel").parent_frame({4, 4, 4});
  });
  // Stretched out, two massless arms have nothing to resist; anywhere else they do.
  expect_built([](ModelBuilder& b) {
    b.massless_body("x").particle("y", 1);
    b.joint("j", Pin{}, "world", "x").start({0.2});
    b.joint("k", Pin{}, "x", "y").parent_frame({1, 0, 0}).child_frame({-1, 0, 0}).start({1.0});
  });
  for (unsigned seed = 1; seed <= 10; ++seed)
    EXPECT_TRUE(
        inertia_lacks(random_tree({.bodies = 30, .seed = seed, .massless = 0.2, .line = 0.2})).empty());
}

Model pendulum() {
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.1});
  return builder.build();
}

TEST(MissingInertia, IsToldWhenAStateTakesItAway) {
  const System system(pendulum());
  State state = system.default_state();
  const auto refused = [](auto&& f) { expect_error(f, {"'rod'", "'hinge'", "no inertia resists", "lock"}); };
  refused([&] { state.set_mass(1, 0); });
  refused([&] { set_value(state, "rod.mass", 0); });
  refused([&] { state.set_inertia(1, {}); });
  EXPECT_NEAR(state.model_parameters().inertia[1].m, 1, 0);
  state.set_inertia(1, {.m = 2, .h = {0, 0, -0.6}, .I = Sym3<double>::diagonal(0.18, 0.18, 0)});
  EXPECT_TRUE(std::isfinite(udot(state)[0]));
  state.lock(1);
  state.set_mass(1, 0);  // nothing moves it
  EXPECT_EQ(udot(state)[0], 0);
}

/// Where nothing could be known before: the first evaluation tells, and a simulation says the same.
TEST(MissingInertia, IsToldWhenAccelerationsAreAskedFor) {
  State state = System(pendulum()).default_state();
  state.lock(1);
  state.set_mass(1, 0);
  state.unlock(1);
  expect_error([&] { (void)udot(state); }, {"'hinge'", "no inertia resists", "'rod'", "lock it"});
  expect_error([&] { Simulation(state, {}).run(1); }, {"'hinge'", "no inertia resists"});

  ModelBuilder builder("spinning");
  builder.body("x", {.m = 1}, InertiaCheck::any);
  builder.joint("j", Ball{}, "world", "x").child_frame({0, 0, 1});
  SystemBuilder with_rod(builder.build());
  with_rod.add("rod", RodConstraint(Place("world", Vec3<double>{1, 0, -1}), Place("x"), 1));
  const State held = with_rod.build().default_state();
  expect_error([&] { (void)udot(held); }, {"'j.wx'", "nothing to move", "inertia"});
}

/// Prescribed or locked, a joint needs no inertia.
TEST(MissingInertia, IsNoFaultOfWhatIsGiven) {
  ModelBuilder builder("driven");
  builder.body("x", {.m = 1}, InertiaCheck::any);
  builder.joint("j", Pin{}, "world", "x");
  SystemBuilder driven(builder.build());
  driven.prescribe("spin", "j", MotionLevel::position, {linear({3.0}, 0.0)});
  State state = driven.build().default_state();
  EXPECT_EQ(udot(state)[0], 0);
  State locked = System(builder.build()).default_state();
  locked.lock(1);
  EXPECT_EQ(udot(locked)[0], 0);
}

/// A port resists as inertia does, as long as its element is enabled.
TEST(MissingInertia, IsNoFaultWhereAPortResists) {
  SystemBuilder builder(pendulum());
  const ElementId rotor = builder.add("rotor", RotorInertia("hinge", 0.02, 10));
  State state = builder.build().default_state();
  state.set_mass(1, 0);
  EXPECT_EQ(udot(state)[0], 0);
  state.set_enabled(rotor, false);
  expect_error([&] { (void)udot(state); }, {"hinge"});
}

TEST(NumbersThatAreNone, AreTracedToTheForce) {
  SystemBuilder builder(pendulum());
  builder.add("wind", CustomForce({Source::time}, [](const State& state, AppliedForces& forces) {
                forces.add_at(1, {0, 0, 0}, {state.time() > 0.5 ? nan : 0.0, 0, 0});
              }));
  builder.add("brake", CustomForce({Source::time}, [](const State& state, AppliedForces& forces) {
                forces.add_to_speed(0, state.time() > 1.5 ? nan : 0.0);
              }));
  State state = builder.build().default_state();
  state.set_time(1);
  expect_error([&] { (void)udot(state); }, {"force 'wind'", "t = 1 s", "'rod'", "nan"});
  state.set_enabled(state.layout().element(1), false);
  EXPECT_TRUE(std::isfinite(udot(state)[0]));
  state.set_time(2);
  expect_error([&] { (void)udot(state); }, {"force 'brake'", "'hinge", "nan"});
}

TEST(NumbersThatAreNone, AreTracedToThePlaceOfAConstraint) {
  SystemBuilder builder(pendulum());
  builder.add("rod", RodConstraint(Place("world", Vec3<double>{1, 0, -1}), Place("rod"), 1));
  const System system = builder.build();
  State state = system.default_state();
  state.set(system.constraint_entry("rod").frames[1], Pose<double>::translation({nan, 0, 0}));
  expect_error([&] { (void)udot(state); }, {"'rod.M'", "constraint 'rod'", "nan"});
  expect_error([&] { (void)position_errors(state); }, {"'rod.M'"});
}

/// What a real body cannot have, on purpose: the first body of the Manutec r3 robot, and a rotor of which
/// only the moment about its axis counts.
TEST(AnyInertia, IsTakenWhereItIsAskedFor) {
  const auto r3 =
      RigidInertia<double>::from_central(1, {0, 0, 0}, Sym3<double>::diagonal(0.001, 1.16, 0.001));
  const RigidInertia<double> rotor{.I = Sym3<double>::diagonal(0, 0, 0.02)};
  ModelBuilder strict("strict");
  strict.body("b1", r3).body("rotor", rotor);
  strict.joint("r1", Pin{}, "world", "b1").axis({0, 1, 0});
  strict.joint("shaft", Pin{}, "b1", "rotor").axis({0, 0, 1});
  expect_error([&] { (void)strict.build(); }, {"2 faults", "'b1'", "'rotor'"});

  ModelBuilder builder("lenient");
  builder.gravity({0, 0, 0});
  builder.body("b1", r3, InertiaCheck::any).body("rotor", rotor, InertiaCheck::any);
  builder.joint("r1", Pin{}, "world", "b1").axis({0, 1, 0});
  builder.joint("shaft", Pin{}, "b1", "rotor").axis({0, 0, 1});
  const System system(builder.build());
  State state = system.default_state();
  EXPECT_NEAR(mass_matrix(state)(0, 0), 1.16, 1e-15);
  EXPECT_NEAR(mass_matrix(state)(1, 1), 0.02, 1e-15);
  EXPECT_EQ(system.model().with(RotationCoordinates::euler).body(1).inertia_check, InertiaCheck::any);
  state.set_inertia(1, 2.0 * r3);
  EXPECT_NEAR(mass_matrix(state)(0, 0), 2.32, 1e-15);
  expect_error([&] { state.set_inertia(1, {.m = nan}); }, {"'b1'", "finite"});
  expect_error([&] { state.set_inertia(1, {.m = -1}); }, {"'b1'", "negative"});
}

}  // namespace
}  // namespace sarrus::testing::missing_inertia_test
