/// What interpolation within a step is worth.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"
#include "tests/support/says.h"

namespace sarrus::testing::dense_output_test {
namespace {

/// The largest error of interpolated values over an integration of Kepler's problem to t = 2.
double interpolation_error(std::string_view name, const IntegratorOptions& options) {
  KeplerProblem kepler(0.3);
  const auto integrator = make_integrator(name, kepler, options);
  integrator->start(0, kepler.start());
  std::vector<double> y(4);
  double largest = 0;
  while (integrator->time() < 2) {
    integrator->step(2);
    for (const double s : {0.2, 0.5, 0.7}) {
      const double t = integrator->previous_time() + s * (integrator->time() - integrator->previous_time());
      integrator->interpolate(t, y);
      largest = std::max(largest, distance(y, kepler.at(t)));
    }
  }
  return largest;
}

TEST(DenseOutput, HasTheOrderOfTheMethod) {
  struct Method {
    const char* name;
    int order, steps;
  };
  // cubic Hermite up to order 3, quartics for orders 4 and 5, the seventh-order extension for order 8
  for (const Method& method :
       {Method{"euler", 1, 1000}, Method{"rk2", 2, 200}, Method{"rk3", 3, 100}, Method{"merson", 4, 60},
        Method{"fehlberg", 5, 50}, Method{"dormand-prince5", 5, 50}, Method{"dormand-prince8", 8, 16},
        Method{"verlet", 2, 200}, Method{"semi-explicit-euler", 1, 1000}, Method{"radau5", 4, 20},
        Method{"rodas4", 4, 60}, Method{"implicit-euler", 1, 1000}}) {
    const double coarse =
        interpolation_error(method.name, {.accuracy = 1e-8, .fixed_step = 2.0 / method.steps});
    const double fine =
        interpolation_error(method.name, {.accuracy = 1e-8, .fixed_step = 1.0 / method.steps});
    EXPECT_NEAR(std::log2(coarse / fine), method.order, 0.35) << method.name;
  }
}

TEST(DenseOutput, IsHardlyWorseThanTheStepsThemselves) {
  KeplerProblem kepler(0.3);
  for (const char* name : {"rk3", "merson", "fehlberg", "dormand-prince5", "dormand-prince8", "bdf", "adams",
                           "radau5", "rodas4"}) {
    if (!usable(name)) continue;
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-7});
    integrator->start(0, kepler.start());
    double at_ends = 0;
    while (integrator->time() < 2) {
      integrator->step(2);
      at_ends = std::max(at_ends, distance(integrator->y(), kepler.at(integrator->time())));
    }
    EXPECT_LT(interpolation_error(name, {.accuracy = 1e-7}), 10 * at_ends) << name;
  }
}

TEST(DenseOutput, MeetsTheEndsOfTheStep) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-4});
    integrator->start(0, kepler.start());
    std::vector<double> before, y(4);
    for (int i = 0; i < 10; ++i) {
      before.assign(integrator->y().begin(), integrator->y().end());
      integrator->step(10);
      integrator->interpolate(integrator->previous_time(), y);
      EXPECT_LT(distance(y, before), 1e-14) << name;
      integrator->interpolate(integrator->time(), y);
      EXPECT_EQ(distance(y, integrator->y()), 0) << name;
    }
  }
}

TEST(DenseOutput, EvaluatesOnlyWhenAskedAndOnce) {
  KeplerProblem kepler(0.3);
  struct Method {
    const char* name;
    int extra;
  };
  for (const Method& method :
       {Method{"rk3", 0}, Method{"merson", 1}, Method{"fehlberg", 1}, Method{"dormand-prince5", 0},
        Method{"dormand-prince8", 3}, Method{"verlet", 0}, Method{"radau5", 0}, Method{"rodas4", 0},
        Method{"implicit-euler", 0}, Method{"auto", 0}}) {
    const auto integrator = make_integrator(method.name, kepler);
    integrator->start(0, kepler.start());
    std::vector<double> y(4);
    for (int step = 0; step < 2; ++step) {
      integrator->step(1);
      const auto before = integrator->statistics().evaluations;
      integrator->interpolate(0.4 * integrator->previous_time() + 0.6 * integrator->time(), y);
      integrator->interpolate(0.7 * integrator->previous_time() + 0.3 * integrator->time(), y);
      EXPECT_EQ(integrator->statistics().evaluations - before, method.extra) << method.name;
    }
  }
}

TEST(DenseOutput, RefusesTimesOutsideTheStep) {
  KeplerProblem kepler(0.3);
  const auto integrator = make_integrator("rk3", kepler);
  integrator->start(0, kepler.start());
  std::vector<double> y(4), short_y(3);
  integrator->interpolate(0, y);
  EXPECT_EQ(y, kepler.start());
  integrator->step(0.25);
  expect_error([&] { integrator->interpolate(0.3, y); }, {"t = 0.3", "from", "0"});
  expect_error([&] { integrator->interpolate(-0.1, y); }, {"t = -0.1"});
  expect_error([&] { integrator->interpolate(0, short_y); }, {"3 entries", "= 4"});
}

}  // namespace
}  // namespace sarrus::testing::dense_output_test
