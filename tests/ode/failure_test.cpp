/// What happens where a solution ends, jumps or cannot be computed.

#include <gtest/gtest.h>

#include <limits>

#include "tests/ode/problems.h"
#include "tests/support/says.h"

namespace sarrus::testing::failure_test {
namespace {

TEST(Failure, BlowUpNamesTimeAndVariable) {
  // ż₁ = z₁² from 1: z₁ = 1/(1 − t); z₀ has nothing to do with it
  PlainProblem blow_up(2, [](double, In<double> z, Out<double> rate) { rate[0] = 1, rate[1] = z[1] * z[1]; });
  for (const std::string& name : integrator_names()) {
    if (!usable(name) || name == "euler" || name == "semi-explicit-euler" || name == "verlet" ||
        name == "rk2")
      continue;
    const auto integrator = make_integrator(name, blow_up, {.accuracy = 1e-5});
    integrator->start(0, {0.0, 1.0});
    const std::string text = message([&] {
      for (int i = 0; i < 100000; ++i) integrator->step(2);
    });
    EXPECT_SAYS(text, " z1");
    EXPECT_SAYS(text, name + " cannot go on at t = ");
    EXPECT_NEAR(integrator->time(), 1, 0.01) << text;
    EXPECT_NEAR(std::stod(text.substr(text.find("t = ") + 4)), integrator->time(), 1e-6) << text;
  }
}

TEST(Failure, IsNumericalWithTimeAndVariableAsData) {
  PlainProblem blow_up(2, [](double, In<double> z, Out<double> rate) { rate[0] = 1, rate[1] = z[1] * z[1]; });
  const auto integrator = make_integrator("dormand-prince5", blow_up, {.accuracy = 1e-5});
  integrator->start(0, {0.0, 1.0});
  try {
    advance(*integrator, 2);
    FAIL() << "the solution ends at t = 1";
  } catch (const NumericalError& error) {
    EXPECT_NEAR(error.time(), 1, 0.01);
    EXPECT_SAYS(error.variable(), "z1");
  }
  // a wrong call is not
  try {
    integrator->step(-1);
    FAIL() << "time goes forward";
  } catch (const Error& error) {
    EXPECT_EQ(dynamic_cast<const NumericalError*>(&error), nullptr);
  }
}

TEST(Failure, MessageTellsTheLastStepsAndWhatHelps) {
  PlainProblem blow_up(1, [](double, In<double> z, Out<double> rate) { rate[0] = z[0] * z[0]; });
  const auto integrator = make_integrator("dormand-prince5", blow_up,
                                          {.accuracy = 1e-5, .smallest_step = 1e-3, .largest_step = 0.5});
  integrator->start(0, {1.0});
  expect_error([&] { advance(*integrator, 2); },
               {"shorter than 0.001", "smallest allowed", "The last steps tried:", "times the accuracy",
                "'bdf'", "coarser accuracy than 1e-05", "event"});
  // what was reached remains
  EXPECT_GT(integrator->time(), 0.9);
  EXPECT_NEAR(integrator->y()[0] * (1 - integrator->time()), 1, 0.01);
}

TEST(Failure, RateThatIsNotANumberIsAvoidedBySmallerSteps) {
  // ż = −√z has no rate below zero: steps that would go there are repeated
  PlainProblem root(1, [](double, In<double> z, Out<double> rate) { rate[0] = -std::sqrt(z[0]); });
  for (const char* name : {"rk3", "merson", "dormand-prince5", "dormand-prince8"}) {
    const auto integrator = make_integrator(name, root, {.accuracy = 1e-2, .initial_step = 1.9});
    integrator->start(0, {1.0});
    advance(*integrator, 1.9);
    EXPECT_NEAR(integrator->y()[0], 0.05 * 0.05, 0.02) << name;  // z = (1 − t/2)²
  }
  const auto integrator = make_integrator("merson", root, {.accuracy = 1e-2, .initial_step = 1.99});
  integrator->start(0, {1.0});
  integrator->step(100);
  EXPECT_GE(integrator->statistics().failure_rejections + integrator->statistics().error_rejections, 1);
}

TEST(Failure, RepeatsAQuarterAsLong) {
  double longest = 0;
  PlainProblem fussy(1, [&](double t, In<double>, Out<double> rate) {
    longest = std::max(longest, t);
    rate[0] = t > 0.1 ? std::numeric_limits<double>::quiet_NaN() : 1;
  });
  const auto integrator = make_integrator("rk3", fussy, {.initial_step = 1});
  integrator->start(0, {0.0});
  integrator->step(10);
  EXPECT_EQ(longest, 1);
  EXPECT_EQ(integrator->time(), 1.0 / 16);
  EXPECT_EQ(integrator->statistics().failure_rejections, 2);
  EXPECT_EQ(integrator->statistics().steps, 1);
}

TEST(Failure, NotANumberNamesTheVariable) {
  PlainProblem bad(3, [](double t, In<double>, Out<double> rate) {
    rate[0] = rate[1] = rate[2] = 1;
    if (t > 1) rate[2] = std::numeric_limits<double>::quiet_NaN();
  });
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, bad, {.accuracy = 1e-3, .largest_step = 0.3});
    integrator->start(0, {0.0, 0.0, 0.0});
    expect_error([&] { advance(*integrator, 2); }, {"z2 is NaN"});
    EXPECT_NEAR(integrator->time(), 1, 0.1) << name;
    EXPECT_LE(integrator->time(), 1) << name;
    EXPECT_NEAR(integrator->y()[2], integrator->time(), 1e-12) << name;
    EXPECT_GT(integrator->statistics().failure_rejections, 0) << name;
  }
}

TEST(Failure, ExceptionIsQuoted) {
  PlainProblem wall(1, [](double t, In<double>, Out<double> rate) {
    if (t > 0.5) fail("the spring 'left' broke");
    rate[0] = 1;
  });
  for (const char* name : {"euler", "dormand-prince8", "verlet", "semi-explicit-euler"}) {
    const auto integrator = make_integrator(name, wall);
    integrator->start(0, {0.0});
    expect_error([&] { advance(*integrator, 2); }, {"the spring 'left' broke", "t = 0.5"});
  }
}

TEST(Failure, ExceptionOfLongAgoIsNotQuoted) {
  int calls = 0;
  PlainProblem blow_up(1, [&](double, In<double> z, Out<double> rate) {
    require(++calls != 10, "hiccup");
    rate[0] = z[0] * z[0];
  });
  for (const char* name : {"dormand-prince5", "bdf"}) {
    if (!usable(name)) continue;
    calls = 0;
    const auto integrator = make_integrator(name, blow_up, {.accuracy = 1e-5, .smallest_step = 1e-6});
    integrator->start(0, {1.0});
    const std::string text = message([&] { advance(*integrator, 2); });
    EXPECT_SAYS(text, " z0");
    EXPECT_EQ(text.find("hiccup"), std::string::npos) << text;
    EXPECT_GE(integrator->statistics().failure_rejections, 1) << name;
    EXPECT_GT(integrator->time(), 0.99) << name;
  }
}

TEST(Failure, FixedStepsAreNotRepeated) {
  PlainProblem wall(1, [](double t, In<double>, Out<double> rate) {
    require(t < 0.55, "too late");
    rate[0] = 1;
  });
  const auto integrator = make_integrator("rk2", wall, {.fixed_step = 0.1});
  integrator->start(0, {0.0});
  expect_error([&] { advance(*integrator, 2); }, {"fixed at 0.1", "too late", "t = 0.5"});
  EXPECT_EQ(integrator->statistics().steps, 5);
  EXPECT_EQ(integrator->statistics().failure_rejections, 1);
}

TEST(Failure, InitialValuesAreChecked) {
  PlainProblem problem(2, [](double t, In<double> z, Out<double> rate) {
    rate[0] = 1 / t;
    rate[1] = z[1];
  });
  const auto integrator = make_integrator("rk2", problem);
  expect_error([&] { integrator->start(0, {1.0, 2.0}); }, {"the rate of z0 is infinite at t = 0"});
  expect_error(
      [&] {
        integrator->start(1, {1.0, std::numeric_limits<double>::quiet_NaN()});
      },
      {"z1 is NaN at t = 1"});
  expect_error([&] { integrator->start(1, {1.0}); }, {"1 entries", "= 2"});
  expect_error([&] { integrator->start(std::numeric_limits<double>::infinity(), {1.0, 2.0}); }, {"inf"});
  expect_error([&] { integrator->step(2); }, {"call start() first"});
  integrator->start(1, {1.0, 2.0});
  integrator->step(2);
  EXPECT_GT(integrator->time(), 1);
}

TEST(Failure, DiscontinuityIsCrossed) {
  // ż = 1 up to t = 0.4321, then −2: nobody says where, error control finds it
  PlainProblem jump(1, [](double t, In<double>, Out<double> rate) { rate[0] = t < 0.4321 ? 1 : -2; });
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, jump, {.accuracy = 1e-4});
    integrator->start(0, {0.0});
    advance(*integrator, 1);
    // two half steps see the rates at the beginning and in the middle only: a jump in the second half comes
    // late
    const double tolerance = name == "semi-explicit-euler" ? 0.05 : 5e-3;
    EXPECT_NEAR(integrator->y()[0], 0.4321 - 2 * (1 - 0.4321), tolerance) << name;
    EXPECT_GT(integrator->statistics().error_rejections, 0) << name;
  }
}

}  // namespace
}  // namespace sarrus::testing::failure_test
