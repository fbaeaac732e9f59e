/// The length of steps by itself.

#include <gtest/gtest.h>

#include "sarrus/ode/internal/step_control.h"
#include "tests/ode/problems.h"
#include "tests/support/close.h"

namespace sarrus::testing::step_control_test {

using namespace internal;
namespace {

using internal::plan_step;
using internal::StepController;

TEST(StepController, SteersToTheErrorOfNineTenthsOfTheLongestStep) {
  // e = (h/3)^k exactly: the longest step allowed is 3
  for (const int k : {2, 5, 8}) {
    StepController controller({}, k);
    double h = 0.01;
    int repeated = 0;
    for (int i = 0; i < 30; ++i) {
      const double error = std::pow(h / 3, k);
      repeated += error > 1;
      h = error > 1 ? controller.after_rejection(h, error) : controller.after_acceptance(h, error, h);
    }
    EXPECT_LE(h, 3) << k;
    EXPECT_GE(h, 0.9 * 3 / 1.15 * 0.97) << k;  // within the dead band
    EXPECT_LE(repeated, 1) << k;
    EXPECT_EQ(controller.after_acceptance(h, std::pow(h / 3, k), h), h) << k;
  }
}

TEST(StepController, KeepsItsLimits) {
  StepController controller({.smallest_step = 0.1, .largest_step = 10}, 4);
  EXPECT_EQ(controller.after_acceptance(1, 0, 1), 5);       // growth
  EXPECT_EQ(controller.after_acceptance(5, 1e-30, 5), 10);  // largest step
  controller.reset();
  EXPECT_DOUBLE_EQ(controller.after_rejection(1, 1e10), 0.2);
  EXPECT_DOUBLE_EQ(controller.after_failure(1), 0.25);
  EXPECT_EQ(controller.limited(0.01), 0.1);
}

TEST(StepController, DoesNotGrowRightAfterARepetition) {
  for (const bool failed : {false, true}) {
    StepController controller({}, 4);
    const double h = failed ? controller.after_failure(1) : controller.after_rejection(1, 2);
    EXPECT_EQ(controller.after_acceptance(h, 1e-9, h), h);
    EXPECT_GT(controller.after_acceptance(h, 1e-9, h), h);
  }
}

TEST(StepController, LearnsLittleFromStepsThatWereShortened) {
  StepController controller({}, 4);
  // a step of 1 was wanted and would have been right
  EXPECT_EQ(controller.after_acceptance(0.1, std::pow(0.09, 4), 1), 1);
  EXPECT_EQ(controller.after_acceptance(0.1, std::pow(0.9, 4), 1), 1);
  // even half of it has hardly an error
  EXPECT_EQ(controller.after_acceptance(0.5, 0, 1), 2.5);
  EXPECT_EQ(controller.after_acceptance(1, std::pow(0.9, 4), 1), 1);
}

TEST(PlanStep, LeavesNoTinyRemainder) {
  const IntegratorOptions options;
  const auto check = [&](double left, double length, bool reaches_end, bool shortened) {
    const internal::PlannedStep step = plan_step(0, left, 1, options);
    EXPECT_EQ(step.length, length) << left;
    EXPECT_EQ(step.reaches_end, reaches_end) << left;
    EXPECT_EQ(step.shortened, shortened) << left;
  };
  check(10, 1, false, false);
  check(1.5, 0.75, false, true);
  check(1.05, 1.05, true, false);
  check(1, 1, true, false);
  check(0.2, 0.2, true, true);
  // a largest step is not stretched
  EXPECT_EQ(plan_step(0, 1.05, 1, {.largest_step = 1}).length, 0.525);
  EXPECT_EQ(plan_step(0, 1.5, 1, {.fixed_step = 1}).length, 1);
  EXPECT_TRUE(plan_step(0, 1 + 1e-9, 1, {.fixed_step = 1}).reaches_end);
}

TEST(PlanStep, AnEndOnTheWayDoesNotMakeLaterStepsShort) {
  KeplerProblem kepler(0);
  const auto integrator = make_integrator("dormand-prince5", kepler, {.accuracy = 1e-6});
  integrator->start(0, kepler.start());
  advance(*integrator, 3);
  const double h = integrator->next_step();
  advance(*integrator, 3 + 1e-3 * h);
  EXPECT_EQ(integrator->time(), 3 + 1e-3 * h);
  EXPECT_GE(integrator->next_step(), h);
}

TEST(InitialStep, IsNeitherTinyNorRepeatedOften) {
  // The same oscillation slow and fast: the first step has the same share of the period, and its error is
  // within bounds.
  for (const double rate : {1e-3, 1.0, 1e3})
    for (const char* name : {"euler", "rk3", "dormand-prince5", "dormand-prince8"}) {
      PlainProblem oscillator(2, [rate](double, In<double> z, Out<double> zdot) {
        zdot[0] = rate * z[1], zdot[1] = -rate * z[0];
      });
      const auto integrator = make_integrator(name, oscillator, {.accuracy = 1e-5});
      integrator->start(0, {1.0, 0.5});
      const double first = integrator->next_step();
      advance(*integrator, 1 / rate);
      EXPECT_LE(integrator->statistics().error_rejections, 2) << name << ", rate " << rate;
      EXPECT_GT(first, 1e-4 * integrator->statistics().largest_step) << name << ", rate " << rate;
    }
}

TEST(InitialStep, CanBeGivenAndIsLimited) {
  KeplerProblem kepler(0.3);
  const auto next = [&](const IntegratorOptions& options) {
    const auto integrator = make_integrator("dormand-prince5", kepler, options);
    integrator->start(0, kepler.start());
    return integrator->next_step();
  };
  EXPECT_EQ(next({.initial_step = 1e-5}), 1e-5);
  EXPECT_EQ(next({.largest_step = 1e-6}), 1e-6);
  EXPECT_EQ(next({.smallest_step = 3}), 3);
  EXPECT_EQ(next({.fixed_step = 0.2}), 0.2);
}

TEST(InitialStep, IsFoundWhereTheRateEndsNearby) {
  // no rate beyond t = 1e-8
  PlainProblem edge(1, [](double t, In<double>, Out<double> rate) {
    require(t < 1e-8, "beyond");
    rate[0] = 1;
  });
  const auto integrator = make_integrator("rk3", edge);
  integrator->start(0, {1.0});
  EXPECT_GT(integrator->next_step(), 0);
  EXPECT_LT(integrator->next_step(), 1e-5);
  integrator->step(1);
  EXPECT_GT(integrator->time(), 0);
  EXPECT_LT(integrator->time(), 1e-8);
}

}  // namespace
}  // namespace sarrus::testing::step_control_test
