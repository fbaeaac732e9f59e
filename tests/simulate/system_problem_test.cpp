#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::system_problem_test {

using namespace internal;
namespace {

/// Three pins in a row, the first two of which may be driven.
Model arm() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  for (const char* name : {"a", "b", "c"}) {
    builder.body(name, thin_rod(1.0, {0, 0, 1}));
    builder.joint(name, Pin{}, parent, name).axis({0, 1, 0}).child_frame({0, 0, 0.5});
    parent = name;
  }
  return builder.build();
}

/// They are exact, but what a method would make of their rates counts: it says how quickly they change.
TEST(SystemProblem, PrescribedVariablesAreSetAndKeepTheirErrors) {
  SystemBuilder builder(arm());
  builder.prescribe("position", "a", MotionLevel::position, {sinusoid(0.5, 3.0, 0.0)});
  builder.prescribe("velocity", "b", MotionLevel::velocity, {sinusoid(0.5, 3.0, 0.0)});
  SystemProblem problem(builder.build().default_state());
  std::vector<double> y(6, 0.25), error(6, 1.0);
  EXPECT_FALSE(problem.project(0.7, Out<double>(y), Out<double>(error)));
  EXPECT_TRUE(close(y[0], 0.5 * std::sin(2.1)));
  EXPECT_TRUE(close(y[3], 1.5 * std::cos(2.1)));
  EXPECT_TRUE(close(y[4], 0.5 * std::sin(2.1)));
  EXPECT_EQ(y[1], 0.25);
  EXPECT_EQ(error, (std::vector<double>{1, 1, 1, 1, 1, 1}));
}

TEST(SystemProblem, AForceThatIsNoNumberIsNamed) {
  const auto error_of = [](double from, double value) {
    SystemBuilder builder(arm());
    builder.add("good", MobilityConstant("a", 1.0));
    builder.add("bad", CustomForce({Source::time}, [=](const State& s, AppliedForces& forces) {
                  forces.add_to_speed(1, s.time() > from ? value : 1.0);
                }));
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-3});
    return message([&] { simulation.run(1.0); });
  };
  for (const double value : {std::nan(""), -std::nan("")}) {
    EXPECT_EQ(error_of(0.5, value).find("the force 'bad' is not finite at t = 0.5"), 0u)
        << error_of(0.5, value);
    EXPECT_EQ(error_of(-1, value).find("the force 'bad' is not finite at t = 0 s: on speed 'b.rate' it is"),
              0u)
        << error_of(-1, value);
  }
  EXPECT_SAYS(error_of(-1, INFINITY), "the force 'bad' is not finite at t = 0 s");
  // No force is to blame:
  SystemBuilder builder(arm());
  builder.declare().auxiliary("z", {0.0}, {}, [](const State&, Out<double> zdot) { zdot[0] = NAN; });
  Simulation simulation(builder.build().default_state());
  EXPECT_EQ(message([&] { simulation.run(1.0); }), "the rate of variable 'z' is NaN at t = 0 s");
}

TEST(SystemProblem, QuaternionsAreScaledAndHaveNoErrorAlongThemselves) {
  ModelBuilder builder("ball");
  builder.body("ball", solid_sphere(1.0, 0.1));
  builder.joint("ball", Ball{}, "world", "ball");
  SystemProblem problem(System(builder.build()).default_state());
  std::vector<double> y{1.2, 0, 1.6, 0, 0, 0, 0}, error{1, 2, 3, 4, 5, 6, 7};
  EXPECT_TRUE(problem.project(0, Out<double>(y), Out<double>(error)));
  EXPECT_TRUE(close(y[0], 0.6));
  EXPECT_TRUE(close(y[2], 0.8));
  EXPECT_TRUE(close(0.6 * error[0] + 0.8 * error[2], 0));
  EXPECT_EQ(error[1], 2);
  EXPECT_FALSE(problem.project(0, Out<double>(y), {}));
}

/// A pendulum with a substance whose amount changes by a millionth, faster than the pendulum swings.
System with_traces(double unit_change) {
  SystemBuilder builder(arm());
  builder.declare().auxiliary(
      "trace", {0.0}, {Source::time},
      [](const State& state, Out<double> zdot) { zdot[0] = 30e-6 * std::cos(30 * state.time()); },
      unit_change);
  return builder.build();
}

TEST(SystemProblem, AUnitChangeSaysHowMuchAnAuxiliaryVariableMatters) {
  const auto error = [](double unit_change) {
    Simulation simulation(with_traces(unit_change).default_state(), {.accuracy = 1e-4});
    simulation.run(2.0);
    return std::abs(simulation.state().z()[0] - 1e-6 * std::sin(60));
  };
  EXPECT_GT(error(1), 1e-7);           // it does not matter, and nobody looks
  EXPECT_LT(error(1e-6), 50 * 1e-10);  // some steps of 1e-4 of the unit change
  SystemProblem problem(with_traces(1e-6).default_state());
  const std::vector<double> y(7, 0.0);
  std::vector<double> e(7, 0.0), weights(7);
  e[6] = 3e-6;
  EXPECT_TRUE(close(problem.measure_error(0, y, e, ErrorNorm::rms).size, 3));
  problem.calc_error_weights(0, y, weights);
  EXPECT_TRUE(close(weights[6], 1e6));
  EXPECT_SAYS(message([] { with_traces(0); }), "cannot be 0");
}

TEST(SystemProblem, UnitChangesOfSpeedsAreInverseWeights) {
  SystemBuilder builder(arm());
  builder.unit_change("b.rate", 0.01);
  const State state = builder.build().default_state(), plain = System(arm()).default_state();
  SystemProblem problem(state);
  const std::vector<double> y(6, 0.0);
  for (const int moved : {1, 4}) {  // the coordinate counts as its speed
    std::vector<double> e(6, 0.0);
    e[static_cast<std::size_t>(moved)] = 0.02;
    EXPECT_TRUE(close(problem.measure_error(0, y, e, ErrorNorm::infinity).size, 2));
  }
  const auto steps = [](const State& start, std::vector<double> weights) {
    State moving = start;
    moving.set_q(1, 1.0);
    Simulation simulation(moving, {.accuracy = 1e-5, .speed_weights = std::move(weights)});
    simulation.run(2.0);
    return simulation.statistics().steps;
  };
  EXPECT_EQ(steps(state, {}), steps(plain, {1, 100, 1}));
  EXPECT_GT(steps(state, {}), steps(plain, {}));
  EXPECT_SAYS(message([&] { builder.unit_change("b.rat", 1); }), "Did you mean 'b.rate'?");
  EXPECT_SAYS(message([&] { builder.unit_change("b.rate", -1); }), "cannot be -1");
}

}  // namespace
}  // namespace sarrus::testing::system_problem_test
