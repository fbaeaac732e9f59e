#include "sarrus/system/measures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/study/simulation.h"
#include "tests/support/close.h"

namespace sarrus::testing {
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
  const Parameter parameter = builder.declare().parameter("p", 2.5);
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
  const Measure largest = extreme(system, "largest", wave, Extreme::maximum, true);
  const Measure smallest = extreme(system, "smallest", wave, Extreme::minimum);
  const Measure size = extreme(system, "size", wave, Extreme::maximum_absolute);
  const Measure least = extreme(system, "least", wave, Extreme::minimum_absolute);
  const State state = end_of(builder.build(), 3.0);
  EXPECT_NEAR(state[largest], 3.0, 1e-10);   // within a step
  EXPECT_NEAR(state[smallest], -3.0, 0.02);  // at the end of one
  EXPECT_NEAR(std::abs(state[size]), 3.0, 0.02);
  EXPECT_NEAR(state[least], 0.0, 0.2);
  EXPECT_LT(std::abs(state[least]), std::abs(state[size]));
}

TEST(Measures, ADelayedMeasureIsWhatItWas) {
  SystemBuilder builder(slider());
  const Measure wave = sinusoid_measure(builder.declare(), "wave", 1, 2);
  const Measure delayed = delay(builder.declare(), "delayed", wave, 0.37);
  const System system = builder.build();
  EXPECT_NEAR(end_of(system, 2.0)[delayed], std::sin(2 * (2.0 - 0.37)), 1e-5);
  EXPECT_EQ(end_of(system, 0.2)[delayed], 0.0);
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
}  // namespace sarrus::testing
