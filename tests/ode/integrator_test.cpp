/// What all methods promise: names, options, starting, ending, restarting, counting, no memory asked for on
/// the way.

#include <gtest/gtest.h>

#include <limits>

#include "tests/ode/problems.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::integrator_test {
namespace {

TEST(Integrator, IsMadeByName) {
  KeplerProblem kepler(0.3);
  EXPECT_EQ(integrator_names().size(), 15u);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler);
    EXPECT_EQ(integrator->name(), name);
    EXPECT_TRUE(integrator->has_error_control());
  }
  EXPECT_FALSE(make_integrator("verlet", kepler, {.fixed_step = 0.1})->has_error_control());
  EXPECT_EQ(make_integrator("dormand-prince8", kepler)->order(), 8);
  expect_error([&] { make_integrator("dormand-prince4", kepler); },
               {"dormand-prince4", "did you mean 'dormand-prince5'?"});
  expect_error([&] { make_integrator("", kepler); }, {"''"});
}

TEST(Integrator, RefusesOptionsThatMakeNoSense) {
  KeplerProblem kepler(0.3);
  const auto refused = [&](const IntegratorOptions& options, std::initializer_list<const char*> parts) {
    expect_error([&] { make_integrator("rk2", kepler, options); }, parts);
  };
  refused({.accuracy = nan}, {"accuracy = nan"});
  refused({.accuracy = -1e-3}, {"accuracy = -0.001"});
  refused({.accuracy = 0}, {"accuracy = 0"});
  refused({.accuracy = 1e-20}, {"accuracy = 1e-20"});
  refused({.accuracy = 10}, {"accuracy = 10", "between 1e-15 and 1"});
  refused({.fixed_step = -0.1}, {"fixed_step = -0.1"});
  refused({.initial_step = nan}, {"initial_step = nan"});
  refused({.smallest_step = -2}, {"smallest_step = -2"});
  refused({.largest_step = std::numeric_limits<double>::infinity()}, {"largest_step = inf"});
  refused({.smallest_step = 0.2, .largest_step = 0.1}, {"smallest_step = 0.2", "largest_step = 0.1"});
  refused({.initial_step = 0.2, .largest_step = 0.1}, {"initial_step = 0.2", "largest_step = 0.1"});
  refused({.initial_step = 0.1, .smallest_step = 0.2}, {"smallest_step = 0.2", "initial_step = 0.1"});
  refused({.fixed_step = 0.2, .largest_step = 0.1}, {"fixed_step = 0.2", "largest_step = 0.1"});
  refused({.fixed_step = 0.1, .smallest_step = 0.2}, {"smallest_step = 0.2", "fixed_step = 0.1"});
  refused({.fixed_step = 0.1, .initial_step = 0.2}, {"initial_step = 0.2", "fixed_step = 0.1"});
}

TEST(Integrator, EndsExactlyAtTheEnd) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-3});
    integrator->start(0.1, kepler.at(0.1));
    for (const double end : {0.3, 0.3 + 1e-9, 1.0 / 3, 2.7}) {
      advance(*integrator, end);
      EXPECT_EQ(integrator->time(), end) << name;
      EXPECT_LT(integrator->previous_time(), end) << name;
    }
  }
}

TEST(Integrator, StepOfLengthZeroChangesNothing) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler);
    integrator->start(0, kepler.start());
    integrator->step(0);
    EXPECT_EQ(integrator->statistics().steps, 0) << name;
    advance(*integrator, 0.5);
    const double before = integrator->previous_time();
    const auto statistics = integrator->statistics();
    integrator->step(0.5);
    EXPECT_EQ(integrator->time(), 0.5) << name;
    EXPECT_EQ(integrator->previous_time(), before) << name;
    EXPECT_EQ(integrator->statistics().steps, statistics.steps) << name;
    EXPECT_EQ(integrator->statistics().evaluations, statistics.evaluations) << name;
  }
}

TEST(Integrator, RefusesToGoBack) {
  KeplerProblem kepler(0.3);
  const auto integrator = make_integrator("rk3", kepler);
  integrator->start(1, kepler.at(1));
  expect_error([&] { integrator->step(0.5); }, {"t = 1", "0.5", "forward only"});
  expect_error([&] { integrator->step(nan); }, {"nan"});
}

TEST(Integrator, UnknownNamesGetAdvice) {
  KeplerProblem kepler(0.3);
  expect_error([&] { make_integrator("rk4", kepler); }, {"'rk4'", "merson (of order 4)", "auto, euler, rk2"});
  expect_error([&] { make_integrator("ode45", kepler); }, {"'ode45'", "you may mean dormand-prince5"});
  expect_error([&] { make_integrator("verlt", kepler); }, {"'verlt'", "did you mean 'verlet'?"});
  expect_error([&] { make_integrator("something else", kepler); }, {"'something else'; choose one."});
}

TEST(Integrator, FixedStepsAreAllOfOneLength) {
  KeplerProblem kepler(0.3);
  for (const char* name : {"euler", "rk3", "verlet", "semi-explicit-euler"}) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-9, .fixed_step = 0.1});
    integrator->start(0, kepler.start());
    advance(*integrator, 1);
    EXPECT_EQ(integrator->statistics().steps, 10) << name;  // although 0.1 + … + 0.1 is not 1
    EXPECT_NEAR(integrator->statistics().smallest_step, 0.1, 1e-15) << name;
    EXPECT_NEAR(integrator->statistics().largest_step, 0.1, 1e-15) << name;
    advance(*integrator, 1.25);
    EXPECT_EQ(integrator->statistics().steps, 13) << name;
    EXPECT_NEAR(integrator->statistics().smallest_step, 0.05, 1e-15) << name;
    EXPECT_EQ(integrator->next_step(), 0.1) << name;
  }
}

TEST(Integrator, CountsWhatItDoes) {
  struct Method {
    const char* name;
    int per_step;  ///< Evaluations.
  };
  for (const Method& method :
       {Method{"euler", 1}, Method{"rk2", 2}, Method{"rk3", 3}, Method{"merson", 5}, Method{"fehlberg", 6},
        Method{"dormand-prince5", 6}, Method{"dormand-prince8", 12}, Method{"verlet", 2},
        Method{"semi-explicit-euler", 1}}) {
    int calls = 0;
    MechanicalProblem oscillator(
        1, [&](double, In<double> q, In<double>, Out<double> a) { a[0] = -q[0], ++calls; });
    const auto integrator = make_integrator(method.name, oscillator, {.fixed_step = 0.05});
    integrator->start(0, {1.0, 0.0});
    for (int i = 0; i < 7; ++i) integrator->step(10);
    EXPECT_EQ(integrator->statistics().steps, 7) << method.name;
    EXPECT_EQ(integrator->statistics().evaluations, 1 + 7 * method.per_step) << method.name;
    EXPECT_EQ(calls, integrator->statistics().evaluations) << method.name;
  }
  // Repeated steps begin at the same ẏ: each costs a stage less than an accepted one if that needs ẏ at the
  // end.
  for (const std::string& name : usable_names()) {
    int calls = 0;
    MechanicalProblem swing(1, [&](double t, In<double> q, In<double>, Out<double> a) {
      a[0] = -q[0] * (1 + 30 * (t > 1)), ++calls;
    });
    const auto integrator = make_integrator(name, swing, {.accuracy = 1e-4});
    integrator->start(0, {1.0, 0.0});
    std::int64_t steps = 0;
    double shortest = 10, longest = 0;
    for (; integrator->time() < 2; ++steps) {
      integrator->step(2);
      shortest = std::min(shortest, integrator->time() - integrator->previous_time());
      longest = std::max(longest, integrator->time() - integrator->previous_time());
    }
    const IntegratorStatistics& s = integrator->statistics();
    EXPECT_EQ(s.steps, steps) << name;
    EXPECT_EQ(s.evaluations, calls) << name;
    EXPECT_GT(s.error_rejections, 0) << name;
    EXPECT_EQ(s.restarts, 0) << name;
    EXPECT_NEAR(s.smallest_step, shortest, 1e-15) << name;
    EXPECT_NEAR(s.largest_step, longest, 1e-15) << name;
    if (name == "rk3") {
      EXPECT_EQ(calls, 2 + 3 * (s.steps + s.error_rejections));
    }
    if (name == "merson") {
      EXPECT_EQ(calls, 2 + 5 * s.steps + 4 * s.error_rejections);
    }
  }
}

TEST(Integrator, RatesAreThoseAtTheEndOfTheStep) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler);
    integrator->start(0, kepler.start());
    std::vector<double> rates(4);
    const In<double> y = integrator->y(), ydot = integrator->ydot();  // stay valid
    for (int i = 0; i < 5; ++i) {
      integrator->step(3);
      kepler.calc_derivative(integrator->time(), y, rates);
      EXPECT_EQ(distance(ydot, rates), 0) << name;
    }
  }
}

TEST(Integrator, RepeatsBitByBit) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-4});
    std::vector<double> first;
    for (int run = 0; run < 2; ++run) {
      integrator->start(0, kepler.start());
      EXPECT_EQ(integrator->statistics().steps, 0) << name;
      advance(*integrator, 3);
      if (run == 0) first.assign(integrator->y().begin(), integrator->y().end());
    }
    EXPECT_EQ(distance(integrator->y(), first), 0) << name;
  }
}

/// With names that do not fit into a string without memory of its own: nobody may ask for them on the way.
class LongNames : public KeplerProblem {
 public:
  using KeplerProblem::KeplerProblem;
  std::string variable_name(int index) const override {
    return fmt::format("the variable that has the number {}", index);
  }
};

TEST(Integrator, AsksForNoMemoryOnTheWay) {
  LongNames kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-4});
    integrator->start(0, kepler.start());
    std::vector<double> y(4);
    const long before = allocations();
    while (integrator->time() < 6) {
      integrator->step(6);
      integrator->interpolate((integrator->previous_time() + integrator->time()) / 2, y);
    }
    EXPECT_EQ(allocations() - before, 0) << name;
    EXPECT_GT(integrator->statistics().steps, 5) << name;
  }
}

TEST(Restart, OfRatesGoesOnWithinTheStepAtTheSameLength) {
  // ż = 1, from t = 0.5 on −1, with the switch thrown by hand
  for (const std::string& name : usable_names()) {
    double rate = 1;
    PlainProblem switched(
        1, [&](double t, In<double>, Out<double> r) { r[0] = rate * (1 + 0.1 * std::cos(t)); });
    const auto exact = [](double t) { return t + 0.1 * std::sin(t); };
    const auto integrator = make_integrator(name, switched, {.accuracy = 1e-5, .largest_step = 0.2});
    integrator->start(0, {0.0});
    while (integrator->time() < 0.5) integrator->step(3);
    std::vector<double> z(1);
    integrator->interpolate(0.5, z);
    EXPECT_NEAR(z[0], exact(0.5), 1e-3) << name;
    const double planned = integrator->next_step();
    rate = -1;
    integrator->restart(0.5, z, Restart::derivative);
    EXPECT_EQ(integrator->time(), 0.5) << name;
    EXPECT_EQ(integrator->previous_time(), 0.5) << name;
    EXPECT_LT(integrator->ydot()[0], 0) << name;
    EXPECT_EQ(integrator->statistics().restarts, 1) << name;
    if (name != "bdf" && name != "adams") {
      EXPECT_EQ(integrator->next_step(), planned) << name;
    }
    advance(*integrator, 2);
    EXPECT_NEAR(integrator->y()[0], 2 * exact(0.5) - exact(2), 2e-3) << name;
  }
}

TEST(Restart, OfVariablesTakesTheNewOnesAndChoosesTheLengthAnew) {
  KeplerProblem kepler(0.3);
  for (const std::string& name : usable_names()) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-5});
    integrator->start(0, kepler.start());
    const double first = integrator->next_step();
    advance(*integrator, 1);
    const auto steps = integrator->statistics().steps;
    integrator->restart(integrator->time(), kepler.start(), Restart::variables);
    EXPECT_EQ(distance(integrator->y(), kepler.start()), 0) << name;
    EXPECT_EQ(integrator->next_step(), first) << name;
    EXPECT_EQ(integrator->statistics().steps, steps) << name;
    advance(*integrator, 2);
    EXPECT_LT(distance(integrator->y(), kepler.at(1)), name.find("euler") == std::string::npos ? 3e-3 : 0.3)
        << name;
  }
}

TEST(Restart, OutsideTheLastStepIsRefused) {
  KeplerProblem kepler(0.3);
  const auto integrator = make_integrator("rk3", kepler);
  expect_error([&] { integrator->restart(0, kepler.start(), Restart::variables); }, {"start()"});
  integrator->start(0, kepler.start());
  integrator->step(0.1);
  integrator->step(0.2);
  expect_error([&] { integrator->restart(0, kepler.start(), Restart::variables); }, {"t = 0", "last step"});
  expect_error([&] { integrator->restart(0.3, kepler.start(), Restart::variables); },
               {"t = 0.3", "last step"});
}

}  // namespace
}  // namespace sarrus::testing::integrator_test
