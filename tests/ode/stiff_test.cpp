/// The multistep methods of CVODE.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"
#include "tests/support/says.h"

namespace sarrus::testing::stiff_test {
namespace {

class Cvode : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!internal::cvode_available()) GTEST_SKIP() << "built without CVODE";
  }
};

/// Robertson's reaction [Hairer, Wanner: Solving Ordinary Differential Equations II, IV.1].
PlainProblem robertson() {
  return {3, [](double, In<double> z, Out<double> rate) {
            const double slow = 0.04 * z[0], back = 1e4 * z[1] * z[2], fast = 3e7 * z[1] * z[1];
            rate[0] = -slow + back, rate[1] = slow - back - fast, rate[2] = fast;
          }};
}

TEST_F(Cvode, BdfSolvesRobertsonsProblem) {
  PlainProblem problem = robertson();
  const auto integrator = make_integrator("bdf", problem, {.accuracy = 1e-8});
  integrator->start(0, {1.0, 0.0, 0.0});
  advance(*integrator, 40);
  // the values in the example cvRoberts_dns of SUNDIALS
  EXPECT_NEAR(integrator->y()[0], 0.7158, 5e-5);
  EXPECT_NEAR(integrator->y()[1], 9.185e-6, 5e-9);
  EXPECT_NEAR(integrator->y()[2], 0.2842, 5e-5);
  EXPECT_NEAR(integrator->y()[0] + integrator->y()[1] + integrator->y()[2], 1, 1e-10);
}

TEST_F(Cvode, BdfNeedsAHundredthOfTheStepsOfAnExplicitMethod) {
  std::int64_t steps[2];
  for (const bool implicit : {false, true}) {
    PlainProblem problem = robertson();
    const auto integrator =
        make_integrator(implicit ? "bdf" : "dormand-prince5", problem, {.accuracy = 1e-6});
    integrator->start(0, {1.0, 0.0, 0.0});
    advance(*integrator, 40);
    EXPECT_NEAR(integrator->y()[0], 0.7158, 1e-3);
    steps[implicit] = integrator->statistics().steps;
  }
  EXPECT_GT(steps[0], 100 * steps[1]);
}

TEST_F(Cvode, StepsEndExactlyWhereTheyHaveTo) {
  KeplerProblem kepler(0.3);
  for (const char* name : {"bdf", "adams"}) {
    const auto integrator = make_integrator(name, kepler, {.accuracy = 1e-6});
    integrator->start(0, kepler.start());
    for (const double end : {0.1, 0.7, 0.70001, 3.0}) {
      advance(*integrator, end);
      EXPECT_EQ(integrator->time(), end) << name;
      EXPECT_LT(distance(integrator->y(), kepler.at(end)), 1e-3) << name;
    }
    for (int i = 0; i < 20; ++i) integrator->step(std::numeric_limits<double>::infinity());
    EXPECT_GT(integrator->time(), 3) << name;
    EXPECT_LT(distance(integrator->y(), kepler.at(integrator->time())), 3e-3) << name;
  }
}

TEST_F(Cvode, LimitsOfTheStepAreKept) {
  KeplerProblem kepler(0.3);
  const auto integrator =
      make_integrator("adams", kepler, {.accuracy = 1e-3, .initial_step = 1e-3, .largest_step = 0.05});
  integrator->start(0, kepler.start());
  EXPECT_EQ(integrator->next_step(), 1e-3);
  integrator->step(3);
  EXPECT_NEAR(integrator->time(), 1e-3, 1e-12);
  advance(*integrator, 3);
  EXPECT_LE(integrator->statistics().largest_step, 0.05 * (1 + 1e-12));
  EXPECT_GT(integrator->statistics().largest_step, 0.04);
}

TEST_F(Cvode, FixedStepsAreRefused) {
  KeplerProblem kepler(0.3);
  expect_error([&] { make_integrator("bdf", kepler, {.fixed_step = 0.1}); }, {"bdf", "0.1", "not possible"});
}

TEST_F(Cvode, ExceptionsAreCarriedAcrossAndTheStepRepeated) {
  int calls = 0, thrown = 0;
  PlainProblem unreliable(1, [&](double t, In<double>, Out<double> rate) {
    if (++calls % 15 == 0) ++thrown, fail("not now");
    rate[0] = std::cos(t);
  });
  for (const char* name : {"bdf", "adams"}) {
    calls = thrown = 0;
    const auto integrator = make_integrator(name, unreliable, {.accuracy = 1e-5});
    integrator->start(0, {0.0});
    advance(*integrator, 2);
    EXPECT_GE(thrown, 2) << name;
    EXPECT_EQ(integrator->statistics().evaluations, calls) << name;
    EXPECT_GE(integrator->statistics().failure_rejections, 1) << name;
    EXPECT_NEAR(integrator->y()[0], std::sin(2.0), 2e-3) << name;
  }
}

TEST_F(Cvode, WhatIsThrownIsPartOfTheMessage) {
  PlainProblem wall(1, [](double t, In<double>, Out<double> rate) {
    require(t <= 2, "no rate known after t = 2, asked for {}", t);
    rate[0] = 1;
  });
  for (const char* name : {"bdf", "adams"}) {
    const auto integrator = make_integrator(name, wall, {.accuracy = 1e-3, .largest_step = 0.3});
    integrator->start(0, {0.0});
    expect_error([&] { advance(*integrator, 3); },
                 {name, "too short", "no rate known after t = 2", "What usually helps"});
    EXPECT_GT(integrator->time(), 1.6) << name;
    EXPECT_LE(integrator->time(), 2) << name;
    EXPECT_NEAR(integrator->y()[0], integrator->time(), 1e-12) << name;
    EXPECT_GT(integrator->statistics().failure_rejections, 2) << name;
  }
}

}  // namespace

TEST(CvodeAbsent, SaysWhatToInstall) {
  PlainProblem problem(1, [](double, In<double>, Out<double> rate) { rate[0] = 1; });
  for (const char* name : {"bdf", "adams"}) {
    if (internal::cvode_available())
      EXPECT_EQ(make_integrator(name, problem)->name(), name);
    else
      expect_error([&] { make_integrator(name, problem); }, {name, "libsundials-dev"});
  }
}

}  // namespace sarrus::testing::stiff_test
