/// What accuracy does: the errors that result, the number of steps, and how smoothly their length changes.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::error_control_test {
namespace {

struct Outcome {
  double error = 0;
  IntegratorStatistics statistics;
};

/// One revolution of Kepler's problem with e = 0.3.
Outcome revolve(std::string_view name, double accuracy) {
  KeplerProblem kepler(0.3);
  const auto integrator = make_integrator(name, kepler, {.accuracy = accuracy});
  integrator->start(0, kepler.start());
  advance(*integrator, 2 * pi);
  return {distance(integrator->y(), kepler.start()), integrator->statistics()};
}

TEST(ErrorControl, ErrorFollowsAccuracy) {
  // Along one revolution errors of single steps add up and grow by a factor of about ten.
  struct Method {
    const char* name;
    double least, most;  ///< Of the error as a multiple of the accuracy.
  };
  for (const Method& method :
       {Method{"rk2", 1, 100}, Method{"rk3", 1, 100}, Method{"merson", 0.3, 100},
        Method{"fehlberg", 0.3, 100}, Method{"dormand-prince5", 0.3, 100},
        Method{"dormand-prince8", 0.03, 30}, Method{"verlet", 1, 50}, Method{"bdf", 1, 2000},
        Method{"adams", 1, 300}, Method{"radau5", 0.01, 100}, Method{"rodas4", 0.1, 100}}) {
    if (!usable(method.name)) continue;
    for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
      const bool many_steps =
          std::string_view(method.name) == "rk2" || std::string_view(method.name) == "verlet";
      if (many_steps && accuracy < 5e-9) continue;
      const double error = revolve(method.name, accuracy).error;
      EXPECT_LT(error, method.most * accuracy) << method.name << ", accuracy " << accuracy;
      EXPECT_GT(error, method.least * accuracy) << method.name << ", accuracy " << accuracy;
    }
  }
}

TEST(ErrorControl, OfFirstOrderMethodsErrorsAddUp) {
  for (const char* name : {"euler", "semi-explicit-euler", "implicit-euler"})
    for (const double accuracy : {1e-5, 1e-6, 1e-7, 1e-8}) {
      const Outcome outcome = revolve(name, accuracy);
      const double sum = accuracy * static_cast<double>(outcome.statistics.steps);
      EXPECT_LT(outcome.error, 50 * sum) << name << ", accuracy " << accuracy;
      EXPECT_GT(outcome.error, 0.1 * sum) << name << ", accuracy " << accuracy;
    }
}

TEST(ErrorControl, NumberOfStepsFollowsTheOrderOfTheEstimate) {
  struct Method {
    const char* name;
    double exponent;
  };
  for (const Method& method :
       {Method{"euler", 2}, Method{"rk2", 2}, Method{"rk3", 3}, Method{"merson", 4}, Method{"fehlberg", 5},
        Method{"dormand-prince5", 5}, Method{"dormand-prince8", 8}, Method{"verlet", 2},
        Method{"semi-explicit-euler", 2}, Method{"radau5", 4}, Method{"rodas4", 4},
        Method{"implicit-euler", 2}}) {
    const double coarse = method.exponent < 3 ? 1e-5 : 1e-7, fine = coarse * 1e-3;
    const double more = static_cast<double>(revolve(method.name, fine).statistics.steps) /
                        static_cast<double>(revolve(method.name, coarse).statistics.steps);
    EXPECT_NEAR(std::log(1e3) / std::log(more), method.exponent, 0.12 * method.exponent) << method.name;
  }
}

TEST(ErrorControl, FewStepsAreRepeated) {
  for (const std::string& name : usable_names()) {
    for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
      const IntegratorStatistics s = revolve(name, accuracy).statistics;
      EXPECT_LE(s.error_rejections + s.failure_rejections, 3 + s.steps / 8)
          << name << ", accuracy " << accuracy;
      EXPECT_LE(s.largest_error, 1) << name;
      EXPECT_GT(s.largest_error, 0.1) << name;
    }
  }
}

TEST(ErrorControl, StepsSettleWhereStabilityLimitsThem) {
  // ż = −1000·(z − cos t): without a controller that damps, every other step would be repeated
  PlainProblem stiff(
      1, [](double t, In<double> z, Out<double> rate) { rate[0] = -1000 * (z[0] - std::cos(t)); });
  for (const char* name : {"euler", "rk2", "merson", "fehlberg", "dormand-prince5", "dormand-prince8"}) {
    const auto integrator = make_integrator(name, stiff, {.accuracy = 1e-3});
    integrator->start(0, {1.0});
    advance(*integrator, 3);
    const IntegratorStatistics& s = integrator->statistics();
    EXPECT_LT(s.error_rejections, s.steps / 10) << name;
    EXPECT_NEAR(integrator->y()[0], std::cos(3.0), 3e-3) << name;
  }
}

TEST(ErrorControl, OfLengthKeepsStillOnACircle) {
  // Nothing changes along a circular orbit: after the beginning, nor does the length of steps.
  KeplerProblem circle(0);
  for (const char* name : {"rk3", "merson", "dormand-prince5", "dormand-prince8"}) {
    const auto integrator = make_integrator(name, circle, {.accuracy = 1e-6});
    integrator->start(0, circle.start());
    advance(*integrator, 2);
    const double h = integrator->next_step();
    int changes = 0;
    while (integrator->time() < 20) {
      integrator->step(100);
      changes += integrator->next_step() != h;
    }
    EXPECT_EQ(changes, 0) << name;
    EXPECT_LE(integrator->statistics().error_rejections, 2) << name;
  }
}

TEST(ErrorControl, InfinityNormIsStricterThanRms) {
  // one variable of ten moves: its error is √10 times what rms says
  PlainProblem sparse(10, [](double t, In<double>, Out<double> rate) {
    std::fill(rate.begin(), rate.end(), 0.0);
    rate[3] = std::cos(t);
  });
  const std::vector<double> zero(10);
  for (const char* name : {"rk2", "adams"}) {
    if (!usable(name)) continue;
    double steps[2];
    for (const ErrorNorm norm : {ErrorNorm::rms, ErrorNorm::infinity}) {
      const auto integrator = make_integrator(name, sparse, {.accuracy = 1e-6, .norm = norm});
      integrator->start(0, zero);
      advance(*integrator, 1.5);
      steps[norm == ErrorNorm::infinity] = static_cast<double>(integrator->statistics().steps);
    }
    if (name[0] == 'r') {
      EXPECT_NEAR(steps[1] / steps[0], std::pow(10, 0.25), 0.1);  // √√10 for an error estimate of h²
    } else {
      EXPECT_GT(steps[1], steps[0]);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::error_control_test
