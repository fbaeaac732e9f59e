// Derivatives of motions with events, against closed forms and against differences of whole simulations.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/sensitivity/simulation_gradient.h"
#include "sarrus/sensitivity/simulation_sensitivity.h"
#include "sarrus/system/declaration.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::event_sensitivity_test {
namespace {

SystemBuilder thrown_bead() {
  ModelBuilder model("bead");
  model.gravity({0, 0, -g});
  model.particle("bead", 2);
  model.joint("move", Translation{}, "world", "bead");
  return SystemBuilder(model.build());
}

double height(const State& state) { return state.q(2); }

// z = v₁·(t − t₁) − g/2·(t − t₁)² after the first bounce at t₁ = √(2·z₀/g) with v₁ = e·g·t₁.
TEST(EventSensitivity, OfABounceIsThatOfTheClosedForm) {
  const double e = 0.7, z0 = 1.3, t = 0.9;
  SystemBuilder builder = thrown_bead();
  builder.on_crossing("floor", {Source::q}, height, Crossing::falling,
                      [e](State& state, EventCall&) { state.set_u(2, -e * state.u(2)); });
  State start = builder.build().default_state();
  start.set_q(2, z0);
  SimulationSensitivity motion(start, {.accuracy = 1e-10, .parameters = {"gravity.z"}});
  EXPECT_EQ(motion.run_until(t), Outcome::finished);

  const double t1 = std::sqrt(2 * z0 / g), v1 = e * g * t1, after = t - t1;
  EXPECT_NEAR(motion.state().q(2), v1 * after - g / 2 * after * after, 1e-9);
  const auto by = [&](double dt1, double dv1, double dg) {
    return dv1 * after - v1 * dt1 + g * after * dt1 - dg * after * after / 2;
  };
  EXPECT_NEAR(motion.matrix()(2, 2), by(1 / (g * t1), e / t1, 0), 1e-8);
  const double dt1 = -t1 / (2 * g);
  EXPECT_NEAR(motion.matrix()(2, motion.column_of_parameter(0)), -by(dt1, e * (t1 + g * dt1), 1), 1e-8);
}

// A throw from the ground ends after T = 2·w/g at x = v·T.
TEST(EventSensitivity, WhereAnEventStopsTheMotionItIsThatOfThePlaceAndOfTheTime) {
  SystemBuilder builder = thrown_bead();
  builder.on_crossing("ground", {Source::q}, height, Crossing::falling,
                      [](State&, EventCall& call) { call.stop("landed"); });
  State start = builder.build().default_state();
  const double v = 3, w = 4, T = 2 * w / g;
  start.set_u(Array<double>{v, 0, w});
  SimulationSensitivity motion(start);
  EXPECT_EQ(motion.run_until(10), Outcome::stopped);
  EXPECT_NEAR(motion.state().time(), T, 1e-9);
  EXPECT_NEAR(motion.matrix()(0, motion.column_of_speed(0)), T, 1e-8);
  EXPECT_NEAR(motion.matrix()(0, motion.column_of_speed(2)), 2 * v / g, 1e-8);
  EXPECT_NEAR(motion.matrix()(2, motion.column_of_speed(2)), 0, 1e-8);

  const auto range = [](const State& state) { return state.q(0); };
  const SimulationGradient gradient = calc_simulation_gradient(start, 10, range);
  EXPECT_NEAR(gradient.value, v * T, 1e-8);
  EXPECT_NEAR(gradient.by_u[2], 2 * v / g, 1e-8);
  const SimulationGradient duration =
      calc_simulation_gradient(start, 10, SimulationObjective{.rate = [](const State&) { return 1.0; }});
  EXPECT_NEAR(duration.value, T, 1e-8);
  EXPECT_NEAR(duration.by_u[2], 2 / g, 1e-8);
}

/// A double pendulum whose elbow strikes a stop, gets a push at given times, and is turned by the start's
/// handler.
System make_clattering_pendulum() {
  ModelBuilder model("pendulum");
  model.gravity({0, 0, -g});
  model.body("upper", thin_rod(1.2, {0, 0, 1.0})).body("lower", thin_rod(0.7, {0, 0, 0.8}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.4});
  SystemBuilder builder(model.build());
  builder.add("damper", MobilityDamper("shoulder", 0.2));
  builder.on_crossing(
      "stop", {Source::q}, [](const State& state) { return state.q(1) - 0.1 + 0.1 * state.q(0); },
      Crossing::falling,
      [](State& state, EventCall&) {
        state.set_u(Array<double>{state.u(0) + 0.2 * state.u(1), -0.6 * state.u(1)});
      });
  builder.add(periodically(
      "push", 0.4, [](State& state, EventCall&) { state.set_u(0, state.u(0) + 0.3 * std::cos(state.q(1))); },
      0.2));
  builder.add(at_start("turn", [](State& state, EventCall&) { state.set_q(0, std::sin(state.q(0))); }));
  return builder.build();
}

const Array<std::string> parameters{"lower.mass", "damper.damping"};

double tip(const State& state) {
  return (pose(state, "lower") * Vec3<double>{0, 0, -0.4}).x + 0.1 * state.u(1);
}

double simulated_tip(const State& start, double end) {
  Simulation simulation(start, {.accuracy = 1e-12, .integrator = "dormand-prince8", .record = false});
  simulation.run_until(end);
  return tip(simulation.state());
}

State moved(const State& start, int column, double h) {
  State state = start;
  if (column < 2)
    state.set_q(column, start.q(column) + h);
  else if (column < 4)
    state.set_u(column - 2, start.u(column - 2) + h);
  else
    set_value(state, parameters[column - 4], value(start, parameters[column - 4]) + h);
  return state;
}

TEST(EventSensitivity, AgreesWithDifferencesOfSimulations) {
  const System system = make_clattering_pendulum();
  State start = system.default_state();
  start.set_q(Array<double>{0.8, 0.5});
  const double end = 0.85;
  const SensitivityOptions options{
      .accuracy = 1e-11, .integrator = "dormand-prince8", .parameters = parameters};
  SimulationSensitivity motion(start, options);
  motion.run_until(end);
  const VectorX<double> gradient = motion.gradient(tip);
  Simulation simulation(start, {.accuracy = 1e-10});
  simulation.run_until(end);
  EXPECT_GE(simulation.event_counts().at("stop"), 2);
  for (int j = 0; j < gradient.size(); ++j) {
    const auto at = [&](double h) {
      return VectorX<double>(VectorX<double>::Constant(1, simulated_tip(moved(start, j, h), end)));
    };
    const double expected = internal::calc_extrapolated_difference(at, 2e-3).derivative[0];
    EXPECT_NEAR(gradient[j], expected, 1e-8 * gradient.norm()) << "column " << j;
  }

  const SimulationGradient back = calc_simulation_gradient(start, end, tip, options);
  VectorX<double> all(gradient.size());
  all << back.by_dq, back.by_u, back.by_z, back.by_parameters;
  EXPECT_LT((all - gradient).norm(), 1e-9 * gradient.norm());
}

// While it slides with the dynamic force f:  x = f/k + (x₀ − f/k)·cos ωt + u₀/ω·sin ωt.
TEST(EventSensitivity, FrictionThatSlidesHasADerivativeAndStickingIsRefused) {
  ModelBuilder model("oscillator");
  model.body("mass", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("x", 100, 0));
  builder.add("friction", DryFriction("x", 3.1, 3));
  State start = builder.build().default_state();
  start.set_q(0, 0.2);
  start.set_u(0, -0.5);
  SimulationSensitivity motion(start, {.accuracy = 1e-10, .parameters = {"friction.dynamic_force"}});
  motion.run_until(0.1);
  const double omega = 10, angle = omega * 0.1;
  EXPECT_NEAR(motion.state().q(0), 0.03 + 0.17 * std::cos(angle) - 0.5 / omega * std::sin(angle), 1e-9);
  EXPECT_NEAR(motion.matrix()(0, 0), std::cos(angle), 1e-8);
  EXPECT_NEAR(motion.matrix()(0, 1), std::sin(angle) / omega, 1e-8);
  EXPECT_NEAR(motion.matrix()(0, 2), (1 - std::cos(angle)) / 100, 1e-8);
  expect_error([&] { motion.run_until(1); }, {"'friction.stop'", "discrete"});
}

TEST(EventSensitivity, RigidContactIsRefused) {
  SystemBuilder builder = thrown_bead();
  builder.add("contact", RigidContact({{"bead", "bead", SphereShape{0.1}, {}},
                                       {"floor", "world", HalfSpaceShape{}, {}}}));
  const State start = builder.build().default_state();
  expect_error([&] { SimulationSensitivity motion(start); }, {"'contact'", "TimeStepping"});
}

TEST(EventSensitivity, SaysWhichEventsItCannotDifferentiate) {
  const auto refuses = [](const auto& add_event, std::initializer_list<const char*> words) {
    SystemBuilder builder = thrown_bead();
    add_event(builder);
    State start = builder.build().default_state();
    start.set_q(2, 1);
    expect_error([&] { SimulationSensitivity(start).run_until(1); }, words);
  };
  refuses(
      [](SystemBuilder& builder) {
        builder.add(after_each_step("brake", [](State& state, EventCall&) { state.set_u(0, 0); }));
      },
      {"'brake'", "every step"});
  refuses(
      [](SystemBuilder& builder) {
        builder.add(on_schedule(
            "late", [](const State& state, double t) { return t + 1 + state.q(2); },
            [](State&, EventCall&) {}));
      },
      {"'late'", "depend on the state"});
  refuses(
      [](SystemBuilder& builder) {
        const Discrete<double> speed = builder.declare().discrete("speed", 0.0);
        builder.on_crossing("floor", {Source::q}, height, Crossing::falling,
                            [speed](State& state, EventCall&) { state.set(speed, state.u(2)); });
      },
      {"'floor'", "discrete"});
  refuses(
      [](SystemBuilder& builder) {
        builder.on_crossing("floor", {Source::q}, height, Crossing::falling,
                            [](State& state, EventCall&) { state.set_u(2, state.q(2) < 0 ? 1.0 : 2.0); });
      },
      {"'floor'", "smooth"});
}

}  // namespace
}  // namespace sarrus::testing::event_sensitivity_test
