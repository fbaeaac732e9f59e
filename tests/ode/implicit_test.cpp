/// What implicit methods promise: stability, accuracy for stiff components, Jacobians, messages.

#include <gtest/gtest.h>

#include <limits>

#include "sarrus/ode/linear_solver.h"
#include "sarrus/sparse/internal/dense_lu.h"
#include "tests/ode/problems.h"
#include "tests/support/says.h"

namespace sarrus::testing::implicit_test {
namespace {

const char* const implicit_methods[] = {"radau5", "rodas4", "implicit-euler"};

/// Prothero and Robinson's problem ż = λ·(z − φ(t)) + φ̇(t) with φ = sin(t + 1): z = φ from z(0) = φ(0).
PlainProblem prothero_robinson(double lambda) {
  return {1, [lambda](double t, In<double> z, Out<double> rate) {
            rate[0] = lambda * (z[0] - std::sin(t + 1)) + std::cos(t + 1);
          }};
}

double prothero_robinson_error(const char* method, double lambda, int steps) {
  PlainProblem problem = prothero_robinson(lambda);
  return std::abs(integrate_fixed(method, problem, {std::sin(1.0)}, 2, steps)[0] - std::sin(3.0));
}

TEST(Implicit, StiffComponentsAreAccurate) {
  // Stiffly accurate methods have errors of order h^q/|λ|, with the order q of their stages plus one, and not
  // of their full order, but none that grows with |λ|.
  struct Method {
    const char* name;
    double order, largest;  ///< The order seen at least, and the largest error at λ = −10⁶.
  };
  for (const Method& method :
       {Method{"radau5", 2.8, 1e-9}, Method{"rodas4", 0.9, 1e-7}, Method{"implicit-euler", 0.9, 1e-6}}) {
    const double coarse = prothero_robinson_error(method.name, -1e6, 20);
    EXPECT_LT(coarse, method.largest) << method.name;
    EXPECT_GT(std::log2(coarse / prothero_robinson_error(method.name, -1e6, 40)), method.order)
        << method.name;
    EXPECT_LT(prothero_robinson_error(method.name, -1e9, 20), coarse) << method.name;
  }
}

TEST(Implicit, SpringsAndDampersAreStableWithAnyStep) {
  // k/m = 10⁹ 1/s², with a damper or without, steps of 0.1 s: 500 periods
  for (const char* name : implicit_methods)
    for (const double damping : {0.0, 1e3, 1e8}) {
      MechanicalProblem spring(1, [damping](double, In<double> q, In<double> u, Out<double> a) {
        a[0] = -1e9 * q[0] - damping * u[0];
      });
      const std::vector<double> y = integrate_fixed(name, spring, {1.0, 0.0}, 10, 100);
      EXPECT_LT(std::abs(y[0]), damping > 1e6 ? 0.5 : 1e-3) << name << ", damping " << damping;
      EXPECT_LT(std::abs(y[1]), 1e3) << name << ", damping " << damping;
    }
}

TEST(Implicit, AConstantLoadOnAStiffSpringIsHeldAtOnce) {
  // z̈ = −k·z − d·ż + 1: after a few steps z = 1/k
  MechanicalProblem loaded(
      1, [](double, In<double> q, In<double> u, Out<double> a) { a[0] = 1 - 1e6 * q[0] - 1e4 * u[0]; });
  for (const char* name : implicit_methods)
    EXPECT_NEAR(1e6 * integrate_fixed(name, loaded, {0.0, 0.0}, 2, 20)[0], 1, 1e-6) << name;
}

/// A stiff linear problem with an exact Jacobian, ż = A·z with eigenvalues −1 and −1000.
class WithJacobian : public PlainProblem {
 public:
  WithJacobian()
      : PlainProblem(2, [](double, In<double> z, Out<double> rate) {
          rate[0] = 998 * z[0] + 1998 * z[1], rate[1] = -999 * z[0] - 1999 * z[1];
        }) {}
  bool calc_jacobian(double, In<double>, In<double>, Out<double> jacobian) override {
    ++calls;
    jacobian[0] = 998, jacobian[1] = 1998, jacobian[2] = -999, jacobian[3] = wrong;
    return true;
  }
  /// From (1, 0): z = (2·exp(−t) − exp(−1000·t), −exp(−t) + exp(−1000·t)).
  static std::vector<double> at(double t) {
    return {2 * std::exp(-t) - std::exp(-1000 * t), -std::exp(-t) + std::exp(-1000 * t)};
  }

  int calls = 0;
  double wrong = -1999;  ///< The last element.
};

TEST(Implicit, ExactJacobianIsUsed) {
  for (const char* name : {"radau5", "rodas4", "implicit-euler", "bdf"}) {
    if (!usable(name)) continue;
    WithJacobian problem;
    const auto integrator = make_integrator(name, problem, {.accuracy = 1e-5});
    integrator->start(0, {1.0, 0.0});
    advance(*integrator, 1);
    const double tolerance = std::string_view(name) == "implicit-euler" ? 1e-2 : 2e-3;
    EXPECT_LT(distance(integrator->y(), WithJacobian::at(1)), tolerance) << name;
    EXPECT_GT(problem.calls, 0) << name;
    EXPECT_EQ(integrator->statistics().jacobians, problem.calls) << name;
    EXPECT_EQ(integrator->statistics().implicit_steps, integrator->statistics().steps) << name;
  }
}

TEST(Implicit, JacobianThatIsNotANumberIsNamed) {
  for (const char* name : {"radau5", "rodas4", "implicit-euler", "bdf"}) {
    if (!usable(name)) continue;
    WithJacobian problem;
    problem.wrong = std::numeric_limits<double>::quiet_NaN();
    const auto integrator = make_integrator(name, problem, {.accuracy = 1e-5});
    integrator->start(0, {1.0, 0.0});
    expect_error([&] { advance(*integrator, 1); },
                 {"the derivative of the rate of z1 with respect to z1 is NaN at t = ", "calc_jacobian()",
                  name, "cannot go on at t = 0"});
  }
}

TEST(Implicit, SingularEquationsAreNamed) {
  // ż = z/h: the matrix 1/h − J of linearly implicit Euler with steps of h is zero
  PlainProblem growing(1, [](double, In<double> z, Out<double> rate) { rate[0] = 8 * z[0]; });
  const auto integrator = make_integrator("implicit-euler", growing, {.fixed_step = 0.125});
  integrator->start(0, {0.0});
  expect_error([&] { integrator->step(1); },
               {"singular in z0", "t = 0", "steps of about 0.125", "implicit-euler cannot go on"});
  // with error control a shorter step passes
  const auto controlled = make_integrator("implicit-euler", growing, {.initial_step = 0.125});
  controlled->start(0, {0.0});
  advance(*controlled, 1);
  EXPECT_GE(controlled->statistics().failure_rejections, 1);
}

TEST(Implicit, IterationsThatDoNotConvergeAreTold) {
  // z₁ = z₀ + h·√|z₁ − 1|-like rates whose slope is infinite where the solution is
  PlainProblem rough(1, [](double, In<double> z, Out<double> rate) {
    rate[0] = 1000 * (z[0] > 0 ? -1.0 : 1.0) + std::sin(1e9 * z[0]);
  });
  const auto integrator = make_integrator("radau5", rough, {.accuracy = 1e-6, .fixed_step = 0.1});
  integrator->start(0, {1.0});
  expect_error([&] { advance(*integrator, 2); },
               {"were not solved", "iterations", "times the accuracy", "radau5 cannot go on at t = "});
}

/// A diagonal problem that solves its own equations.
class OwnSolver : public PlainProblem {
 public:
  OwnSolver()
      : PlainProblem(2, [](double t, In<double> z, Out<double> rate) {
          rate[0] = -1e4 * (z[0] - std::cos(t)), rate[1] = -z[1];
        }) {}

  class Diagonal : public LinearSolver {
   public:
    explicit Diagonal(int& calls) : calls_(calls) {}
    bool linearize(double, In<double>, In<double>) override { return ++calls_, true; }
    void factor(double gamma) override { gamma_ = gamma; }
    void factor(std::complex<double> gamma) override { complex_gamma_ = gamma; }
    void solve(Out<double> b) override { b[0] /= gamma_ + 1e4, b[1] /= gamma_ + 1; }
    void solve(Out<std::complex<double>> b) override {
      b[0] /= complex_gamma_ + 1e4, b[1] /= complex_gamma_ + 1.0;
    }

   private:
    int& calls_;
    double gamma_ = 0;
    std::complex<double> complex_gamma_;
  };

  std::unique_ptr<LinearSolver> make_linear_solver() override {
    return std::make_unique<Diagonal>(linearizations);
  }
  int linearizations = 0;
};

TEST(Implicit, SolverOfTheProblemIsUsed) {
  for (const char* name : implicit_methods) {
    OwnSolver problem;
    const auto integrator = make_integrator(name, problem, {.accuracy = 1e-5});
    integrator->start(0, {1.0, 1.0});
    advance(*integrator, 2);
    EXPECT_NEAR(integrator->y()[0], std::cos(2.0), 1e-3) << name;
    EXPECT_NEAR(integrator->y()[1], std::exp(-2.0), 5e-3) << name;
    EXPECT_EQ(integrator->statistics().jacobians, problem.linearizations) << name;
    EXPECT_LT(integrator->statistics().steps, 600) << name;
  }
}

TEST(Implicit, EventsWithinStepsFindTheChangedProblem) {
  // the Jacobian of the time before a restart is not used after it
  for (const char* name : implicit_methods) {
    double lambda = -1e5;
    PlainProblem relay(1, [&](double, In<double> z, Out<double> rate) { rate[0] = lambda * (z[0] - 1); });
    const auto integrator = make_integrator(name, relay, {.accuracy = 1e-6});
    integrator->start(0, {0.0});
    advance(*integrator, 1);
    lambda = -1;
    integrator->restart(1, {3.0}, Restart::variables);
    advance(*integrator, 2);
    EXPECT_NEAR(integrator->y()[0], 1 + 2 * std::exp(-1.0), 1e-3) << name;
  }
}

TEST(DenseLu, SolvesWithZerosAndWithPivots) {
  // γ·1 − A with rows of few entries, and a zero in the place of the first pivot
  const std::vector<double> a{1, -1, 0, 2, 0, 3, 0, -5, 0.5};
  DenseLu<double> real(3);
  EXPECT_EQ(real.factor(1, a), -1);
  std::vector<double> x{1, 2, 3};
  real.solve(x);
  const double m[3][3] = {{0, 1, 0}, {-2, 1, -3}, {0, 5, 0.5}};
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2], i + 1, 1e-14);

  DenseLu<std::complex<double>> complex(3);
  const std::complex<double> gamma(1, 2);
  EXPECT_EQ(complex.factor(gamma, a), -1);
  std::vector<std::complex<double>> z{{1, 1}, {2, 0}, {3, -1}};
  const std::vector<std::complex<double>> b = z;
  complex.solve(z);
  for (std::size_t i = 0; i < 3; ++i) {
    std::complex<double> sum = gamma * z[i] - b[i];
    for (std::size_t j = 0; j < 3; ++j) sum -= a[3 * i + j] * z[j];
    EXPECT_LT(std::abs(sum), 1e-14);
  }
  EXPECT_EQ(real.factor(0, std::vector<double>{1, 2, 0, 2, 4, 0, 0, 0, 1}), 1);  // singular in column 1
}

}  // namespace
}  // namespace sarrus::testing::implicit_test
