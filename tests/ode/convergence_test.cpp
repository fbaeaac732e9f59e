/// The orders of the methods with fixed steps, on problems whose solutions are known.

#include <gtest/gtest.h>

#include "tests/ode/problems.h"
#include "tests/support/close.h"

namespace sarrus::testing::convergence_test {
namespace {

struct Method {
  const char* name;
  int order;
  int steps;  ///< A number with which errors are no longer coarse and not yet rounding.
};
constexpr Method methods[] = {{"euler", 1, 1000},
                              {"rk2", 2, 200},
                              {"rk3", 3, 100},
                              {"merson", 4, 60},
                              {"fehlberg", 5, 50},
                              {"dormand-prince5", 5, 50},
                              {"dormand-prince8", 8, 8},
                              {"verlet", 2, 200},
                              {"semi-explicit-euler", 1, 1000},
                              {"radau5", 5, 20},
                              {"rodas4", 4, 80},
                              {"implicit-euler", 1, 1000},
                              {"auto", 5, 50}};

using Solution = std::function<std::vector<double>(double)>;

/// The largest error over all steps of equal length from 0 to `end`.
double largest_error(const Method& method, InitialValueProblem& problem, double end, int steps,
                     const Solution& exact) {
  const auto integrator =
      make_integrator(method.name, problem, {.accuracy = 1e-10, .fixed_step = end / steps});
  integrator->start(0, exact(0));
  double largest = 0;
  while (integrator->time() < end) {
    integrator->step(end);
    largest = std::max(largest, distance(integrator->y(), exact(integrator->time())));
  }
  return largest;
}

/// log₂ of what halving all steps divides the error by, the mean of two halvings.
double observed_order(const Method& method, InitialValueProblem& problem, double end, const Solution& exact) {
  return std::log2(largest_error(method, problem, end, method.steps, exact) /
                   largest_error(method, problem, end, 4 * method.steps, exact)) /
         2;
}

TEST(Convergence, Kepler) {
  KeplerProblem kepler(0.3);
  for (const Method& method : methods) {
    const double order = observed_order(method, kepler, 3, [&](double t) { return kepler.at(t); });
    EXPECT_NEAR(order, method.order, 0.3) << method.name;
  }
}

TEST(Convergence, HarmonicOscillator) {
  MechanicalProblem oscillator(1, [](double, In<double> q, In<double>, Out<double> a) { a[0] = -q[0]; });
  for (const Method& method : methods) {
    const double order = observed_order(method, oscillator, 4, [](double t) -> std::vector<double> {
      return {std::cos(t), -std::sin(t)};
    });
    EXPECT_GT(order, method.order - 0.3) << method.name;
  }
}

TEST(Convergence, DampedOscillatorWhoseForcesDependOnSpeed) {
  // q̈ = −0.4·q̇ − 1.04·q: q = exp(−0.2·t)·cos(t) if q̇(0) = −0.2
  MechanicalProblem damped(
      1, [](double, In<double> q, In<double> u, Out<double> a) { a[0] = -0.4 * u[0] - 1.04 * q[0]; });
  for (const Method& method : methods) {
    const double order = observed_order(method, damped, 4, [](double t) -> std::vector<double> {
      const double decay = std::exp(-0.2 * t);
      return {decay * std::cos(t), decay * (-0.2 * std::cos(t) - std::sin(t))};
    });
    EXPECT_GT(order, method.order - 0.3) << method.name;
  }
}

TEST(Convergence, LogisticEquation) {
  // ż = z·(1 − z), a Riccati equation: z = 1/(1 + (1/z₀ − 1)·exp(−t))
  PlainProblem logistic(1, [](double, In<double> z, Out<double> rate) { rate[0] = z[0] * (1 - z[0]); });
  for (const Method& method : methods) {
    const double order = observed_order(
        method, logistic, 8, [](double t) -> std::vector<double> { return {1 / (1 + 9 * std::exp(-t))}; });
    EXPECT_GT(order, method.order - 0.3) << method.name;
  }
}

TEST(Convergence, RateThatDependsOnTime) {
  // ż = z·cos(t): z = exp(sin t); shows a wrong node c
  PlainProblem timed(1, [](double t, In<double> z, Out<double> rate) { rate[0] = z[0] * std::cos(t); });
  for (const Method& method : methods) {
    const double order = observed_order(
        method, timed, 4, [](double t) -> std::vector<double> { return {std::exp(std::sin(t))}; });
    EXPECT_GT(order, method.order - 0.3) << method.name;
  }
}

TEST(Convergence, PolynomialsUpToTheOrderAreExact) {
  // ż = n·t^(n−1): a quadrature, exact if n does not exceed the order
  for (const Method& method : methods)
    for (int n = 1; n <= method.order; ++n) {
      PlainProblem power(1,
                         [n](double t, In<double>, Out<double> rate) { rate[0] = n * std::pow(t, n - 1); });
      const double z = integrate_fixed(method.name, power, {0.5}, 2, 3)[0];
      // the derivative with respect to time that a Rosenbrock method needs is differenced
      const double roundings = std::string_view(method.name) == "rodas4" ? 1e8 : 16;
      EXPECT_TRUE(close(z, 0.5 + std::pow(2, n), roundings)) << method.name << ", t^" << n;
    }
}

TEST(Convergence, VerletIsExactForConstantAcceleration) {
  MechanicalProblem falling(1, [](double, In<double>, In<double>, Out<double> a) { a[0] = -9.81; });
  const auto y = integrate_fixed("verlet", falling, {1.0, 2.0}, 0.5, 3);
  EXPECT_TRUE(close(y[0], 1 + 2 * 0.5 - 9.81 / 2 * 0.25, 8));
  EXPECT_TRUE(close(y[1], 2 - 9.81 * 0.5, 8));
}

/// q̇ = N(q)·u with N = 1/(2q): q² is the integral of u.
class SquareRootProblem : public MechanicalProblem {
 public:
  SquareRootProblem()
      : MechanicalProblem(1, [](double t, In<double>, In<double>, Out<double> a) { a[0] = -std::sin(t); }) {}
  void calc_derivative(double t, In<double> y, Out<double> ydot) override {
    MechanicalProblem::calc_derivative(t, y, ydot);
    ydot[0] = y[1] / (2 * y[0]);
  }
  void calc_qdot(double, In<double> q, In<double> u, Out<double> qdot) override {
    qdot[0] = u[0] / (2 * q[0]);
  }
  void calc_qddot(double, In<double> y, In<double> ydot, Out<double> qddot) override {
    qddot[0] = ydot[1] / (2 * y[0]) - y[1] * ydot[0] / (2 * y[0] * y[0]);
  }
};

TEST(Convergence, CoordinatesWhoseRatesAreNotSpeeds) {
  // u = cos t, q = √(2 + sin t)
  SquareRootProblem problem;
  for (const Method& method : methods) {
    const double order = observed_order(method, problem, 4, [](double t) -> std::vector<double> {
      return {std::sqrt(2 + std::sin(t)), std::cos(t)};
    });
    EXPECT_GT(order, method.order - 0.3) << method.name;
  }
}

}  // namespace
}  // namespace sarrus::testing::convergence_test
