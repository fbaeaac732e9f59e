#include "sarrus/system/measures.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::measures_test {
namespace {

/// A mass that moves along x with nothing acting on it.
Model slider() {
  ModelBuilder builder("slider");
  builder.gravity({0, 0, 0});
  builder.body("mass", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "mass");
  return builder.build();
}

/// Runs a system for a duration and returns where it ends.
State end_of(const System& system, double duration, double accuracy = 1e-8) {
  State state = system.default_state();
  state.set_u(0, 2.0);
  Simulation simulation(state, {.accuracy = accuracy, .largest_step = 0.05});
  simulation.run(duration);
  return simulation.state();
}

TEST(Measures, ArithmeticFollowsTime) {
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const Measure t = time_measure(system, "t"), five = constant_measure(system, "five", 5);
  const Measure wave = sinusoid_measure(system, "wave", 2, 3, 0.5);
  const Measure sum = plus(system, "sum", t, five), difference = minus(system, "difference", sum, wave);
  const Measure scaled = scale(system, "scaled", -2, difference);
  State state = builder.build().default_state();
  for (const double time : {0.0, 0.7, 12.0}) {
    state.set_time(time);
    EXPECT_TRUE(close(state[scaled], -2 * (time + 5 - 2 * std::sin(3 * time + 0.5))));
  }
}

TEST(Measures, VariablesAndParametersFollowWhatIsSet) {
  SystemBuilder builder(slider());
  const Discrete<double> variable = builder.declare().discrete<double>("v", 1.5);
  const Parameter parameter = builder.declare().declare_parameter("p", 2.5);
  const Measure a = variable_measure(builder.declare(), "a", variable);
  const Measure b = variable_measure(builder.declare(), "b", parameter);
  State state = builder.build().default_state();
  EXPECT_EQ(state[a], 1.5);
  EXPECT_EQ(state[b], 2.5);
  state.set(variable, 4.0);
  state.set(parameter, 5.0);
  EXPECT_EQ(state[a], 4.0);
  EXPECT_EQ(state[b], 5.0);
}

TEST(Measures, AnIntegralIsIntegratedWithTheMotion) {
  SystemBuilder builder(slider());
  const Measure wave = sinusoid_measure(builder.declare(), "wave", 1, 1);
  const Measure integral = integrate(builder.declare(), "integral", wave, 0.25);
  const State state = end_of(builder.build(), 2.0);
  EXPECT_NEAR(state[integral], 0.25 + 1 - std::cos(2.0), 1e-7);
}

TEST(Measures, ADerivativeIsThatAlongTheMotion) {
  SystemBuilder builder(slider());
  const Measure x =
      builder.declare().quantity<double>("sin x", {Source::q, Source::time}, 0.0,
                                         [](const State& s, double& v) { v = std::sin(s.q(0)) * s.time(); });
  const Measure rate = differentiate(builder.declare(), "rate", x);
  const State state = end_of(builder.build(), 1.0);
  EXPECT_NEAR(state[rate], std::sin(2.0) + 2 * std::cos(2.0), 1e-8);
}

TEST(Measures, ExtremesAreKept) {
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const Measure wave = sinusoid_measure(system, "wave", 3, 2, 0.3);
  const ExtremeMeasure largest = extreme(system, "largest", wave, Extreme::maximum, true);
  const Measure smallest = extreme(system, "smallest", wave, Extreme::minimum);
  const ExtremeMeasure size = extreme(system, "size", wave, Extreme::maximum_absolute);
  const ExtremeMeasure least = extreme(system, "least", wave, Extreme::minimum_absolute, true);
  const State state = end_of(builder.build(), 3.0);
  EXPECT_NEAR(state[largest], 3.0, 1e-10);   // within a step
  EXPECT_NEAR(state[smallest], -3.0, 0.02);  // at the end of one
  EXPECT_NEAR(std::abs(state[size]), 3.0, 0.02);
  EXPECT_NEAR(state[largest.time], (M_PI / 2 - 0.3) / 2, 1e-6);
  EXPECT_NEAR(state[least], 0.0, 1e-12);  // 3·sin(2t + 0.3) passes through it
  EXPECT_NEAR(state[least.time], (M_PI - 0.3) / 2, 1e-12);
  EXPECT_NEAR(3 * std::sin(2 * state[size.time] + 0.3), state[size], 1e-12);
}

TEST(Measures, ALeastAbsoluteValueThatIsNotZeroIsFound) {
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const Measure wave = sinusoid_measure(system, "wave", 1, 2),
                above = plus(system, "above", wave, constant_measure(system, "1.25", 1.25));
  const ExtremeMeasure least = extreme(system, "least", above, Extreme::minimum_absolute, true);
  const State state = end_of(builder.build(), 3.0);
  EXPECT_NEAR(state[least], 0.25, 1e-9);
  EXPECT_NEAR(state[least.time], 3 * M_PI / 4, 1e-6);
}

TEST(Measures, ADelayedMeasureIsWhatItWas) {
  SystemBuilder builder(slider());
  const Measure wave = sinusoid_measure(builder.declare(), "wave", 1, 2);
  const Measure delayed = delay(builder.declare(), "delayed", wave, 0.37);
  const System system = builder.build();
  EXPECT_NEAR(end_of(system, 2.0)[delayed], std::sin(2 * (2.0 - 0.37)), 1e-5);
  EXPECT_EQ(end_of(system, 0.2)[delayed], 0.0);
}

TEST(Measures, ADelayedMeasureIsWhatItWasAtEveryTime) {
  SystemBuilder builder(slider());
  const Measure wave = sinusoid_measure(builder.declare(), "wave", 1, 2);
  const Measure delayed = delay(builder.declare(), "delayed", wave, 0.37);
  State state = builder.build().default_state();
  state.set_u(0, 2.0);
  double worst = 0;
  SimulationOptions options{.accuracy = 1e-8, .largest_step = 0.05, .every = 0.013, .record = false};
  options.report = [&](const State& s) {
    worst = std::max(worst, std::abs(s[delayed] - std::sin(2 * std::max(0.0, s.time() - 0.37))));
  };
  Simulation(state, options).run(4.0);
  EXPECT_GT(worst, 0);
  EXPECT_LT(worst, 3.0 / 128 * std::pow(0.05, 4) * 16 + 1e-7);  // cubics through equidistant samples
}

TEST(Measures, AJumpIsDelayedAsAJump) {
  // The speed is 2 m/s, 5 m/s from t = 1 s on and 3 m/s from t = 1.02 s on.
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const Measure speed =
      system.quantity<double>("speed", {Source::u}, 0.0, [](const State& s, double& x) { x = s.u(0); });
  const Measure delayed = delay(system, "delayed", speed, 0.5);
  const auto kick = [&](const char* name, double time, double u) {
    system.event(on_schedule(
        name, [time](const State&, double t) { return t < time ? time : INFINITY; },
        [u](State& s, EventCall&) { s.set_u(0, u); }));
  };
  kick("faster", 1.0, 5.0), kick("slower", 1.02, 3.0);
  State state = builder.build().default_state();
  state.set_u(0, 2.0);
  double worst = 0;
  SimulationOptions options{.accuracy = 1e-6, .largest_step = 0.1, .every = 0.003, .record = false};
  options.report = [&](const State& s) {
    const double then = s.time() - 0.5;
    if (std::abs(then - 1) < 1e-9 || std::abs(then - 1.02) < 1e-9) return;
    worst = std::max(worst, std::abs(s[delayed] - (then < 1 ? 2 : then < 1.02 ? 5 : 3)));
  };
  Simulation(state, options).run(3.0);
  EXPECT_LT(worst, 1e-12);
}

TEST(Measures, VectorsAreMeasuredAsNumbersAre) {
  // The mass moves as x = 2t; everything about the point (0, 3, 0) m.
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const VectorMeasure place = system.quantity<Vec3<double>>(
      "place", {system.quantities().position}, {}, [](const State& s, Vec3<double>& x) { x = pose(s, 1).p; });
  const VectorMeasure from = constant_measure(system, "from", Vec3<double>{0, 3, 0});
  const VectorMeasure arm = minus(system, "arm", place, from), twice = scale(system, "twice", 2, arm);
  const VectorMeasure velocity = differentiate(system, "velocity", arm);
  const VectorMeasure area = integrate(system, "area", arm, {1, 1, 1});
  const VectorMeasure earlier = delay(system, "earlier", arm, 0.25),
                      held = sample_and_hold(system, "held", arm, 0.5);
  const Measure distance = magnitude(system, "distance", arm), x = component(system, "x", twice, 0);
  const Quantity<Motion<double>> motion =
      system.quantity<Motion<double>>("motion", {system.quantities().velocity}, {},
                                      [](const State& s, Motion<double>& V) { V = sarrus::velocity(s, 1); });
  const Quantity<Motion<double>> traveled = integrate(system, "traveled", motion);
  EXPECT_SAYS(message([&] { (void)component(system, "w", arm, 3); }), "component 3");
  const State end = end_of(builder.build(), 1.2);
  const auto expect = [](const Vec3<double>& a, const Vec3<double>& b) { EXPECT_NEAR(norm(a - b), 0, 1e-7); };
  expect(end[arm], {2.4, -3, 0});
  expect(end[twice], {4.8, -6, 0});
  expect(end[velocity], {2, 0, 0});
  expect(end[area], {1 + 1.44, 1 - 3.6, 1});
  expect(end[earlier], {1.9, -3, 0});
  expect(end[held], {2.0, -3, 0});
  EXPECT_NEAR(end[distance], std::hypot(2.4, 3), 1e-12);
  EXPECT_NEAR(end[x], 4.8, 1e-12);
  expect(end[traveled].v, {2.4, 0, 0});
  expect(end[traveled].w, {0, 0, 0});
}

TEST(Measures, AResultIsWhatAHandlerSets) {
  SystemBuilder builder(slider());
  Declaration& system = builder.declare();
  const ResultMeasure<double> furthest = result_measure(system, "furthest", -1.0);
  const Measure twice = scale(system, "twice", 2, Measure(furthest));
  const ResultMeasure<Vec3<double>> spot = result_measure<Vec3<double>>(system, "spot");
  system.event(periodically("work out", 0.5, [furthest, spot](State& s, EventCall&) {
    furthest.set(s, s.q(0));
    spot.set(s, pose(s, 1).p);
  }));
  const State start = builder.build().default_state();
  EXPECT_EQ(start[furthest], -1);
  EXPECT_EQ(start[twice], -2);
  const State end = end_of(builder.build(), 1.2);
  EXPECT_NEAR(end[furthest], 2.0, 1e-12);
  EXPECT_NEAR(end[twice], 4.0, 1e-12);
  EXPECT_NEAR(end[spot].x, 2.0, 1e-12);
}

TEST(Measures, ASampleIsHeldUntilTheNext) {
  SystemBuilder builder(slider());
  const Measure t = time_measure(builder.declare(), "t");
  const Measure held = sample_and_hold(builder.declare(), "held", t, 0.5);
  const System system = builder.build();
  EXPECT_EQ(end_of(system, 0.3)[held], 0.0);
  EXPECT_EQ(end_of(system, 1.7)[held], 1.5);
}

}  // namespace
}  // namespace sarrus::testing::measures_test
