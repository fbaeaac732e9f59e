/// The method that chooses: explicit where nothing is stiff, implicit where something is, and back.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::automatic_test {
namespace {

/// ż = −λ(t)·(z − cos t)
PlainProblem relaxation(const std::function<double(double)>& lambda) {
  return {1, [lambda](double t, In<double> z, Out<double> rate) {
            rate[0] = -lambda(t) * (z[0] - std::cos(t)) - std::sin(t);
          }};
}

TEST(Automatic, IsItsExplicitMethodWhereNothingIsStiff) {
  KeplerProblem kepler(0.5);
  for (const double accuracy : {1e-3, 1e-4, 1e-8}) {
    const auto automatic = make_integrator("auto", kepler, {.accuracy = accuracy}),
               plain = make_integrator("dormand-prince5", kepler, {.accuracy = accuracy});
    for (Integrator* integrator : {automatic.get(), plain.get()}) {
      integrator->start(0, kepler.start());
      advance(*integrator, 20 * pi);
    }
    EXPECT_EQ(distance(automatic->y(), plain->y()), 0) << accuracy;
    EXPECT_EQ(automatic->statistics().steps, plain->statistics().steps) << accuracy;
    EXPECT_LE(static_cast<double>(automatic->statistics().evaluations),
              1.02 * static_cast<double>(plain->statistics().evaluations))
        << accuracy;
    EXPECT_EQ(automatic->statistics().switches, 0) << accuracy;
    EXPECT_TRUE(std::isnan(automatic->statistics().first_switch)) << accuracy;
  }
}

TEST(Automatic, BecomesImplicitAndSaysSo) {
  PlainProblem stiff = relaxation([](double) { return 1e5; });
  const auto integrator = make_integrator("auto", stiff, {.accuracy = 1e-5});
  integrator->start(0, {1.0});
  advance(*integrator, 10);
  const IntegratorStatistics& done = integrator->statistics();
  EXPECT_NEAR(integrator->y()[0], std::cos(10.0), 1e-4);
  EXPECT_EQ(done.switches, 1);
  EXPECT_LT(done.first_switch, 0.02);
  EXPECT_GT(done.implicit_steps, 5);
  EXPECT_LT(done.steps, 500);  // 10⁵·10/3.3 with the explicit method alone
  EXPECT_GT(done.jacobians, 0);
}

TEST(Automatic, GoesBackWhenStiffnessIsOver) {
  // stiff until t = 5, then a forced oscillation that wants short steps
  PlainProblem problem(3, [](double t, In<double> z, Out<double> rate) {
    const double lambda = t < 5 ? 1e5 : 1;
    rate[0] = -lambda * (z[0] - std::cos(t)) - std::sin(t);
    rate[1] = t < 5 ? 0 : 40 * std::cos(z[2]);
    rate[2] = t < 5 ? 0 : 40;
  });
  const auto integrator = make_integrator("auto", problem, {.accuracy = 1e-7});
  integrator->start(0, {1.0, 0.0, 0.0});
  advance(*integrator, 5);
  EXPECT_EQ(integrator->statistics().switches, 1);
  advance(*integrator, 15);
  EXPECT_EQ(integrator->statistics().switches, 2);
  const std::int64_t implicit_steps = integrator->statistics().implicit_steps;
  advance(*integrator, 25);
  EXPECT_EQ(integrator->statistics().implicit_steps, implicit_steps);
  EXPECT_NEAR(integrator->y()[1], std::sin(40 * 20.0), 1e-4);
  EXPECT_NEAR(integrator->y()[0], std::cos(25.0), 1e-5);
}

TEST(Automatic, FindsStiffSpringsWithLittleDamping) {
  // Close to the imaginary axis explicit steps are limited by 1/ω, although the oscillation is over.
  MechanicalProblem loaded(1, [](double t, In<double> q, In<double> u, Out<double> a) {
    a[0] = -1e8 * (q[0] - std::sin(t)) - 10 * u[0];
  });
  const auto integrator = make_integrator("auto", loaded, {.accuracy = 1e-4});
  integrator->start(0, {0.0, 1.0});
  advance(*integrator, 20);
  EXPECT_NEAR(integrator->y()[0], std::sin(20.0), 1e-3);
  EXPECT_GT(integrator->statistics().implicit_steps, 10);
  EXPECT_LT(integrator->statistics().steps, 20000);  // 200 000 and more with the explicit method alone
}

TEST(Automatic, RestartsAndInterpolatesWithEitherMethod) {
  double target = 0;
  PlainProblem stiff(1, [&](double t, In<double> z, Out<double> rate) {
    rate[0] = -1e5 * (z[0] - target - std::cos(t)) - std::sin(t);
  });
  const auto integrator = make_integrator("auto", stiff, {.accuracy = 1e-6});
  integrator->start(0, {1.0});
  std::vector<double> z(1);
  double largest = 0;
  while (integrator->time() < 5) {
    integrator->step(10);
    const double middle = (integrator->previous_time() + integrator->time()) / 2;
    integrator->interpolate(middle, z);
    largest = std::max(largest, std::abs(z[0] - std::cos(middle)));
  }
  EXPECT_LT(largest, 1e-4);
  ASSERT_EQ(integrator->statistics().switches, 1);
  integrator->interpolate(5, z);
  target = 1;
  integrator->restart(5, z, Restart::derivative);
  EXPECT_EQ(integrator->time(), 5);
  advance(*integrator, 6);
  EXPECT_NEAR(integrator->y()[0], 1 + std::cos(6.0), 1e-5);
  EXPECT_EQ(integrator->statistics().restarts, 1);
}

TEST(Automatic, StaysExplicitWithFixedSteps) {
  PlainProblem stiff = relaxation([](double) { return 1e3; });
  const auto integrator = make_integrator("auto", stiff, {.fixed_step = 3e-3});
  EXPECT_FALSE(integrator->has_error_control());
  integrator->start(0, {1.0});
  advance(*integrator, 3);
  EXPECT_EQ(integrator->statistics().implicit_steps, 0);
  EXPECT_EQ(integrator->statistics().steps, 1000);
}

}  // namespace
}  // namespace sarrus::testing::automatic_test
