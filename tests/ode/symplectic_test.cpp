/// Over ten thousand periods the energy of symplectic methods errs, but does not drift.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"

namespace sarrus::testing::symplectic_test {
namespace {

double energy(In<double> y) { return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / std::hypot(y[0], y[1]); }

/// The largest error of the energy in the first hundred revolutions and in the last hundred of `revolutions`.
struct EnergyError {
  double first = 0, last = 0;
};
EnergyError energy_error(std::string_view name, int steps_per_revolution, int revolutions) {
  KeplerProblem kepler(0.2);
  const double h = 2 * pi / steps_per_revolution;
  const auto integrator = make_integrator(name, kepler, {.fixed_step = h});
  integrator->start(0, kepler.start());
  EnergyError error;
  for (int step = 0; step < revolutions * steps_per_revolution; ++step) {
    integrator->step(1e9);
    const double e = std::abs(energy(integrator->y()) + 0.5);
    if (step < 100 * steps_per_revolution) error.first = std::max(error.first, e);
    if (step >= (revolutions - 100) * steps_per_revolution) error.last = std::max(error.last, e);
  }
  return error;
}

TEST(Symplectic, VerletDoesNotDrift) {
  const EnergyError error = energy_error("verlet", 40, 10000);
  EXPECT_LT(error.first, 0.01);
  EXPECT_NEAR(error.last, error.first, 0.02 * error.first);
}

TEST(Symplectic, SemiExplicitEulerDoesNotDrift) {
  const EnergyError error = energy_error("semi-explicit-euler", 80, 10000);
  EXPECT_LT(error.first, 0.05);
  EXPECT_NEAR(error.last, error.first, 0.02 * error.first);
}

TEST(Symplectic, OthersDo) {
  const EnergyError second = energy_error("rk2", 80, 200), fourth = energy_error("merson", 40, 1000);
  EXPECT_GT(second.last, 1.2 * second.first);
  EXPECT_GT(fourth.last, 5 * fourth.first);
}

}  // namespace
}  // namespace sarrus::testing::symplectic_test
