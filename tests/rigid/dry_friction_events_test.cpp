/// Dry friction of joints as events of a Simulation: joints that stick and start together, agreement with
/// time stepping, saved states, impulses, hard stops, driven joints, bad input.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/rigid/hard_stops.h"
#include "sarrus/rigid/time_stepping.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/system/state_values.h"
#include "tests/rigid/friction_oscillator.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::dry_friction_events_test {
namespace {

/// A double pendulum in a vertical plane with friction in both joints, and springs.
System make_arm(double static_force, double dynamic_force) {
  ModelBuilder model("arm");
  model.gravity({0, 0, -g});
  model.body("upper", thin_rod(2, {0.5, 0, 0})).body("lower", thin_rod(1, {0.4, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({-0.25, 0, 0});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0.25, 0, 0})
      .child_frame({-0.2, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("push 1", MobilityConstant("shoulder", 0));
  builder.add("push 2", MobilityConstant("elbow", 0));
  builder.add("friction 1", DryFriction("shoulder", static_force, dynamic_force));
  builder.add("friction 2", DryFriction("elbow", 0.5 * static_force, 0.5 * dynamic_force));
  return builder.build();
}

/// What the two joints of an arm at rest do, by trying all nine combinations of modes with equations of
/// motion written out. Only for equal static and dynamic forces, where the answer is unique.
TEST(DryFrictionInSimulations, DecidesTwoJointsAtOnceAsTheListOfAllCasesSays) {
  const double f[2] = {3, 1.5};
  const System system = make_arm(f[0], f[0]);
  std::mt19937 random(16);
  std::uniform_real_distribution<double> load(-6, 6), angle(-3, 3);
  int seen[9] = {};
  for (int trial = 0; trial < 300; ++trial) {
    State state = system.default_state();
    state.set_q(Array<double>{angle(random), angle(random)});
    set_value(state, "gravity.z", 0.0);
    double p[2] = {load(random), load(random)};
    set_value(state, "push 1.force", p[0]);
    set_value(state, "push 2.force", p[1]);
    const MatrixX<double>& M = mass_matrix(state);
    const double det = M(0, 0) * M(1, 1) - M(0, 1) * M(1, 0);
    int found = -1, count = 0;
    for (int code = 0; code < 9; ++code) {
      const int sign[2] = {code % 3 - 1, code / 3 - 1};
      double a[2] = {0, 0}, r[2];
      const double load_left[2] = {p[0] - sign[0] * f[0], p[1] - sign[1] * f[1]};
      if (sign[0] != 0 && sign[1] != 0) {
        a[0] = (M(1, 1) * load_left[0] - M(0, 1) * load_left[1]) / det;
        a[1] = (M(0, 0) * load_left[1] - M(1, 0) * load_left[0]) / det;
      } else if (sign[0] != 0) {
        a[0] = load_left[0] / M(0, 0);
      } else if (sign[1] != 0) {
        a[1] = load_left[1] / M(1, 1);
      }
      bool fits = true;
      for (int i = 0; i < 2; ++i) {
        r[i] = M(i, 0) * a[0] + M(i, 1) * a[1] - p[i];
        fits = fits && (sign[i] == 0 ? std::abs(r[i]) <= f[i] : sign[i] * a[i] > 0);
      }
      if (fits) found = code, ++count;
    }
    ASSERT_EQ(count, 1);
    ++seen[found];
    Simulation simulation(state);
    simulation.run(0);
    simulation.change([](State&) {});  // begins
    int code = 0, factor = 1;
    for (const char* name : {"friction 1", "friction 2"}) {
      code += factor * (1 + system.force<DryFriction>(name).sliding_sign(simulation.state()));
      factor *= 3;
    }
    EXPECT_EQ(code, found) << "with the loads " << p[0] << " and " << p[1];
  }
  for (const int times : seen) EXPECT_GT(times, 0);
}

/// A block carries another one. Its push exceeds its static force, and with its dynamic force it accelerates
/// so much that the upper one, which the static force alone would let rest, slips at the same instant, or
/// holds if its friction can.
TEST(DryFrictionInSimulations, AJointThatStartsLetsAnotherStart) {
  const double push = 11, dynamic_lower = 2, dynamic_upper = 1, t = 0.1;
  for (const double static_upper : {2.0, 5.0}) {
    ModelBuilder model("two blocks");
    model.gravity({0, 0, 0}).body("lower", solid_sphere(1, 0.1)).body("upper", solid_sphere(1, 0.1));
    model.joint("slide", Slider{}, "world", "lower");
    model.joint("slip", Slider{}, "lower", "upper");
    SystemBuilder builder(model.build());
    builder.add("push", MobilityConstant("slide", push));
    builder.add("friction of lower", DryFriction("slide", 10, dynamic_lower));
    builder.add("friction of upper", DryFriction("slip", static_upper, dynamic_upper));
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-9});
    simulation.run(t);
    const bool slips = 0.5 * (push - dynamic_lower) > static_upper;
    const double a = slips ? push - dynamic_lower - dynamic_upper : 0.5 * (push - dynamic_lower);
    EXPECT_NEAR(simulation.state().q("slide"), 0.5 * a * t * t, 1e-9);
    EXPECT_NEAR(simulation.state().q("slip"), slips ? 0.5 * (dynamic_upper - a) * t * t : 0, 1e-9);
  }
}

TEST(DryFrictionInSimulations, AgreesWithTimeSteppingAsStepsGetShort) {
  State state = make_arm(1.5, 1.2).default_state();
  state.set_q(Array<double>{0.3, -0.9});
  Simulation simulation(state, {.accuracy = 1e-9, .energy_balance = true});
  simulation.run(3);
  EXPECT_GE(simulation.event_counts().at("friction 1.stop"), 3);
  EXPECT_GE(simulation.event_counts().at("friction 2.stop"), 3);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-7);
  double last = 1;
  for (const double step : {1e-3, 1e-4}) {
    TimeStepping stepping(state, {.step = step});
    stepping.run(3);
    const double error = std::abs(stepping.state().q(0) - simulation.state().q(0)) +
                         std::abs(stepping.state().q(1) - simulation.state().q(1));
    EXPECT_LT(error, 30 * step) << step;
    EXPECT_LT(error, 0.3 * last) << step;
    last = error;
  }
}

/// Two equal blocks on one spring each, let go together: their events fall together, and both rest.
TEST(DryFrictionInSimulations, HandlesEventsThatFallTogether) {
  ModelBuilder model("two blocks");
  model.body("a", solid_sphere(1, 0.1)).body("b", solid_sphere(1, 0.1));
  model.joint("a", Slider{}, "world", "a").start({0.2});
  model.joint("b", Slider{}, "world", "b").start({0.2});
  SystemBuilder builder(model.build());
  for (const char* name : {"a", "b"}) {
    builder.add(std::string("spring ") + name, MobilitySpring(name, 100, 0));
    builder.add(std::string("friction ") + name, DryFriction(name, 3));
  }
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-9});
  simulation.run(2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(simulation.state().q(i), -0.02, 1e-7);
  EXPECT_EQ(simulation.event_counts().at("friction a.stop"), 3);
  EXPECT_EQ(simulation.event_counts().at("friction b.stop"), 3);
}

/// A simulation that begins with a saved state goes on like one that begins with the state itself, and modes
/// are those of the state.
TEST(DryFrictionInSimulations, GoesOnFromASavedStateBitByBit) {
  const System system = make_arm(1.5, 1.2);
  State state = system.default_state();
  state.set_q(Array<double>{0.3, -0.9});
  const SimulationOptions options{.accuracy = 1e-8, .fixed_step = 1e-3};
  for (const double t : {0.2, 0.25, 0.6, 1.0, 2.0}) {
    Simulation first(state, options);
    first.run_until(t);
    Simulation second(make_state(system, values_of(first.state())), options);
    first.restart(first.state());
    first.run(0.5), second.run(0.5);
    EXPECT_TRUE(first.state() == second.state()) << t;
  }
}

TEST(DryFrictionInSimulations, ParametersMayChangeBetweenRuns) {
  Simulation simulation(make_friction_oscillator(2, 50, 1.5, 1.2).default_state(), {.accuracy = 1e-9});
  const auto set = [&](const char* name, double value) {
    simulation.change([&](State& state) { set_value(state, name, value); });
  };
  set("push.force", 1.4);
  simulation.run(1);
  EXPECT_EQ(simulation.state().q(0), 0);
  set("friction.dynamic_force", 1.0);
  set("friction.static_force", 1.3);  // now it starts: x = (1.4 − 1.0)/k·(1 − cos ωt)
  simulation.run(0.1);
  EXPECT_NEAR(simulation.state().q(0), 0.4 / 50 * (1 - std::cos(0.5)), 1e-8);
  set("friction.dynamic_force", 0.0);
  set("friction.static_force", 0.0);
  const double x = simulation.state().q(0), u = simulation.state().u(0), at = 1.4 / 50;
  simulation.run(0.2);
  EXPECT_NEAR(simulation.state().q(0), at + (x - at) * std::cos(1.0) + u / 5 * std::sin(1.0), 1e-8);
  set("friction.static_force", 50.0);
  set("friction.dynamic_force", 50.0);
  simulation.run(1);
  EXPECT_EQ(simulation.state().u(0), 0);
  simulation.change([](State& state) { state.set_enabled("friction", false); });
  EXPECT_NE(udot(simulation.state())[0], 0);
  simulation.change([](State& state) { state.set_u(0, 1); });
  simulation.change([](State& state) { state.set_enabled("friction", true); });
  EXPECT_NEAR(udot(simulation.state())[0], (1.4 - 50 * simulation.state().q(0) - 50) / 2, 1e-9);
}

/// A finite force does not resist an impulse: a blow moves a joint that sticks, as if there were no friction.
TEST(DryFrictionInSimulations, YieldsToBlows) {
  State state = make_arm(50, 40).default_state();
  State smooth = state;
  for (const char* name : {"friction 1", "friction 2"}) smooth.set_enabled(name, false);
  const Place at{"lower", {0.2, 0, 0}};
  apply_impulse(smooth, at, Vec3<double>{0, 0, 3});
  Simulation simulation(state, {.accuracy = 1e-8});
  simulation.run(0.1);
  EXPECT_EQ(simulation.state().u(1), 0);
  simulation.change([&](State& now) { apply_impulse(now, at, Vec3<double>{0, 0, 3}); });
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(simulation.state().u(i), smooth.u(i), 1e-12);
  simulation.run(1);
  EXPECT_EQ(simulation.state().u(1), 0);

  // What would hardly move goes on sticking.
  simulation.change([&](State& now) { apply_impulse(now, at, Vec3<double>{0, 0, 1e-5}); });
  for (int i = 0; i < 2; ++i) EXPECT_EQ(simulation.state().u(i), 0);

  // The jerk of a lock is one, too: the elbow is thrown on with its momentum about its axis.
  state.set_u(Array<double>{2, 0});
  const MatrixX<double> M = mass_matrix(state);
  Simulation jerk(state);
  jerk.change([](State& now) { now.lock_speed(0); });
  EXPECT_EQ(jerk.state().u(0), 0);
  EXPECT_NEAR(jerk.state().u(1), 2 * M(1, 0) / M(1, 1), 1e-12);
}

/// A joint with friction that is thrown against its stop: while it lies there friction does nothing, and when
/// the stop lets go it must be overcome.
TEST(DryFrictionInSimulations, ActsBesideHardStops) {
  ModelBuilder model("slide");
  model.body("mass", solid_sphere(2, 0.1));
  model.joint("x", Slider{}, "world", "mass").limit(0, 1);
  SystemBuilder builder(model.build());
  builder.add("push", MobilityConstant("x", -10));
  builder.add("friction", DryFriction("x", 4, 3));
  builder.add("stops", HardStops::of_model(builder.model()));
  const System system = builder.build();
  State state = system.default_state();
  state.set_q(0, 0.5);
  const auto& friction = system.force<DryFriction>("friction");
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(1);
  const double a = (10.0 - 3.0) / 2;
  EXPECT_NEAR(simulation.last_event_times().at("stops.x.lower stop"), std::sqrt(2 * 0.5 / a), 1e-8);
  EXPECT_EQ(simulation.state().q(0), 0);
  EXPECT_NEAR(system.force<HardStops>("stops").force(simulation.state(), 0), 10, 1e-12);
  const auto push = [&](double force) {
    simulation.change([&](State& now) { set_value(now, "push.force", force); });
    simulation.run(1);
  };
  push(3.9);
  EXPECT_EQ(simulation.state().q(0), 0);
  EXPECT_NEAR(friction.force(simulation.state()), -3.9, 1e-12);
  push(4.1);
  EXPECT_NEAR(simulation.state().q(0), 0.5 * (1.1 / 2), 1e-8);
}

/// A joint whose motion is prescribed is braked while it moves: the motor does the work.
TEST(DryFrictionInSimulations, BrakesJointsThatAreDriven) {
  ModelBuilder model("driven");
  model.body("mass", solid_sphere(2, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.prescribe("motor", "x", MotionLevel::position, {sinusoid(0.1, 2 * std::numbers::pi, 0)});
  builder.add("friction", DryFriction("x", 4, 3));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8, .energy_balance = true});
  simulation.run(2.125);  // 8.5 amplitudes
  EXPECT_NEAR(simulation.energy_balance().element("friction").dissipated, 3 * 0.1 * (8 + std::sqrt(0.5)),
              1e-6);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-6);
}

/// Time stepping takes back what events have locked.
TEST(DryFrictionInSimulations, TimeSteppingGoesOn) {
  const System system = make_arm(50, 40);
  Simulation simulation(system.default_state());
  simulation.run(0.1);
  EXPECT_EQ(simulation.state().speed_lock_level(0), MotionLevel::velocity);
  State state = simulation.state();
  set_value(state, "friction 1.dynamic_force", 0.1);
  set_value(state, "friction 1.static_force", 0.1);
  TimeStepping stepping(state);
  stepping.run(0.1);
  EXPECT_EQ(stepping.state().speed_lock_level(0), MotionLevel::none);
  EXPECT_GT(std::abs(stepping.state().u(0)), 0.1);
}

TEST(DryFrictionInSimulations, TimeSteppingTakesStopsBackToo) {
  ModelBuilder model("slide");
  model.gravity({0, 0, -g});
  model.particle("mass", 1);
  model.joint("z", Slider{}, "world", "mass").axis({0, 0, 1}).limit(0, 1);
  SystemBuilder builder(model.build());
  builder.add("push", MobilityConstant("z", 0));
  builder.add("stops", HardStops::of_model(builder.model()));
  Simulation simulation(builder.build().default_state());
  simulation.run(0.1);
  State state = simulation.state();
  EXPECT_EQ(state.speed_lock_level(0), MotionLevel::position);
  set_value(state, "push.force", 2 * g);
  TimeStepping stepping(state, {.step = 1e-4});
  stepping.run(0.1);
  EXPECT_NEAR(stepping.state().q(0), 0.5 * g * 0.01, 1e-3);
}

TEST(DryFrictionInSimulations, SaysWhatIsWrong) {
  ModelBuilder model("slider");
  model.body("mass", solid_sphere(1, 0.1)).body("other", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  model.joint("y", Slider{}, "world", "other");
  const Model built = model.build();
  SystemBuilder weak(built);
  expect_error([&] { weak.add("friction", DryFriction("x", 1, 2)), weak.build(); },
               {"'friction'", "static force 1", "dynamic force 2"});
  SystemBuilder negative(built);
  expect_error([&] { negative.add("friction", DryFriction("x", -1, -2)), negative.build(); },
               {"friction.static_force", "-1"});
  SystemBuilder twice(built);
  twice.add("friction 1", DryFriction("x", 2, 1)), twice.add("friction 2", DryFriction("x", 3));
  expect_error([&] { Simulation(twice.build().default_state()).run(1); },
               {"'friction 1'", "'friction 2'", "'x.rate'", "one of them"});
  SystemBuilder tied(built);
  tied.add("gear", GearConstraint("x", "y", 2));
  tied.add("friction 1", DryFriction("x", 2, 1)), tied.add("friction 2", DryFriction("y", 3));
  expect_error([&] { Simulation(tied.build().default_state()).run(1); },
               {"'friction 1'", "'friction 2'", "tie", "TimeStepping"});
  Simulation changed(make_friction_oscillator(1, 100, 3, 3).default_state());
  changed.run(0.1);
  changed.change([](State& state) { set_value(state, "friction.static_force", 2.0); });
}

}  // namespace
}  // namespace sarrus::testing::dry_friction_events_test
