// The equations of implicit steps of a System: its Jacobian against differences of its rates, and its solver
// against the equations with that Jacobian.

#include "sarrus/simulate/internal/system_linear_solver.h"

#include <gtest/gtest.h>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/simulate/simulation.h"
#include "tests/support/floating_mechanism.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::system_linear_solver_test {
namespace {

using internal::SystemLinearSolver;
using internal::SystemProblem;

/// A floating mechanism with forces on speeds, a joint that follows another, one that is driven and one that
/// is locked while it moves. Its orientations are quaternions.
State mechanism_in_motion(unsigned seed, bool is_coupled) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", MobilitySpring({"twist", 1}, 200.0, 0.2));
  builder.add("damper", GlobalDamper(0.7));
  builder.add("friction", JointFriction("hinge", FrictionNumbers{1.5, 1.0, 0.5, 0.1, 0.3}));
  if (is_coupled)
    builder.add("gear", GearConstraint("hinge", {"twist", 1}, 0.5));
  else
    builder.prescribe("drive", "track", MotionLevel::position, {sinusoid(0.2, 2.0, 0.3)});
  State state = builder.build().default_state();
  Random random(seed);
  state.set_q(random_coordinates(state.model(), random)), state.set_u(random.numbers(state.nu()));
  if (!is_coupled) state.lock("hinge", MotionLevel::velocity);
  return state;
}

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct LinearizedMechanism {
  explicit LinearizedMechanism(const State& state) : problem(state), solver(problem) {
    problem.get_variables(y);
    rates.resize(y.size());
    problem.calc_derivative(0, y, rates);
    J = Matrix::Zero(problem.size(), problem.size());
    is_exact = problem.calc_jacobian(0, y, rates, Out<double>(J.data(), y.size() * y.size()));
    EXPECT_TRUE(solver.linearize(0, y, rates));
  }
  SystemProblem problem;
  SystemLinearSolver solver;
  Array<double> y, rates;
  Matrix J;
  bool is_exact = false;
};

TEST(SystemLinearSolver, JacobianIsThatOfTheRates) {
  for (const bool is_coupled : {false, true}) {
    LinearizedMechanism at(mechanism_in_motion(4, is_coupled));
    ASSERT_TRUE(at.is_exact);
    const int n = at.problem.size(), nq = at.problem.nq();
    // Coordinates move along their own rates, so that quaternions keep their lengths; speeds one by one.
    for (int k = nq - 1; k < n; ++k) {
      VectorX<double> direction = VectorX<double>::Zero(n);
      if (k < nq)
        for (int i = 0; i < nq; ++i) direction[i] = at.rates[i];
      else
        direction[k] = 1;
      const auto along = [&](double step) {
        Array<double> y(at.y), rates(at.rates);
        for (int i = 0; i < n; ++i) y[i] += step * direction[i];
        at.problem.calc_derivative(0, y, rates);
        return VectorX<double>(Eigen::Map<const VectorX<double>>(rates.data(), n));
      };
      const VectorX<double> expected = internal::calc_extrapolated_difference(along, 0.01).derivative;
      EXPECT_LT((at.J * direction - expected).norm(), 1e-8 * (1 + expected.norm())) << k << is_coupled;
    }
  }
}

/// With constraints that are solved for multipliers there is no reduced form, but the Jacobian is exact.
TEST(SystemLinearSolver, JacobianIsExactUnderConstraints) {
  SystemBuilder builder(floating_mechanism());
  builder.add("rod", RodConstraint({"slide", {0.3, -0.2, 0.4}}, "ball", 0.7));
  builder.add("disk", DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1));
  builder.add("spring", TwoPointSpring("base", "grip", 30.0, 0.7));
  builder.prescribe("drive", "track", MotionLevel::position, {sinusoid(0.2, 2.0, 0.3)});
  State state = builder.build().default_state();
  Random random(4);
  state.set_q(random_coordinates(state.model(), random)), state.set_u(random.numbers(state.nu()));
  SystemProblem problem(state);
  SystemLinearSolver solver(problem);
  Array<double> y, rates;
  problem.get_variables(y);
  rates.resize(y.size());
  problem.calc_derivative(0, y, rates);
  const int n = problem.size(), nq = problem.nq();
  Matrix J = Matrix::Zero(n, n);
  ASSERT_TRUE(problem.calc_jacobian(0, y, rates, Out<double>(J.data(), y.size() * y.size())));
  EXPECT_FALSE(solver.linearize(0, y, rates));
  for (int k = nq - 1; k < n; ++k) {
    VectorX<double> direction = VectorX<double>::Zero(n);
    for (int i = 0; i < nq && k < nq; ++i) direction[i] = rates[i];
    if (k >= nq) direction[k] = 1;
    const auto along = [&](double step) {
      Array<double> moved(y), out(y.size());
      for (int i = 0; i < n; ++i) moved[i] += step * direction[i];
      problem.calc_derivative(0, moved, out);
      return VectorX<double>(Eigen::Map<const VectorX<double>>(out.data(), n));
    };
    const VectorX<double> expected = internal::calc_extrapolated_difference(along, 0.004).derivative;
    EXPECT_LT((J * direction - expected).norm(), 1e-8 * (1 + expected.norm())) << k;
  }
}

TEST(SystemLinearSolver, SolvesTheEquationsWithTheJacobian) {
  for (const bool is_coupled : {false, true}) {
    LinearizedMechanism at(mechanism_in_motion(5, is_coupled));
    const int n = at.problem.size();
    Random random(2);
    for (const double gamma : {3.0, 400.0}) {
      const std::complex<double> turned(gamma, 0.7 * gamma);
      at.solver.factor(gamma), at.solver.factor(turned);
      VectorX<double> b(n);
      for (int i = 0; i < n; ++i) b[i] = random.number();
      VectorX<double> x = b;
      at.solver.solve(Out<double>(x.data(), at.y.size()));
      EXPECT_LT((gamma * x - at.J * x - b).norm(), 1e-11 * b.norm()) << gamma << is_coupled;
      Eigen::VectorXcd z = b.cast<std::complex<double>>() * std::complex<double>(1, -2);
      const Eigen::VectorXcd right = z;
      at.solver.solve(Out<std::complex<double>>(z.data(), at.y.size()));
      EXPECT_LT((turned * z - at.J.cast<std::complex<double>>() * z - right).norm(), 1e-11 * right.norm());
    }
  }
}

TEST(SystemLinearSolver, ImplicitMotionsAreThoseOfExplicitMethods) {
  const State start = mechanism_in_motion(6, true);
  const auto end = [&](const char* method) {
    Simulation simulation(start, {.accuracy = 1e-8, .integrator = method, .record = false});
    simulation.run(0.5);
    const IntegratorStatistics& done = simulation.statistics();
    EXPECT_EQ(done.exact_jacobians, done.jacobians) << method;
    return VectorX<double>(
        Eigen::Map<const VectorX<double>>(simulation.state().y().data(), start.y().size()));
  };
  const VectorX<double> expected = end("dormand-prince8");
  for (const char* method : {"radau5", "rodas4"}) EXPECT_LT((end(method) - expected).norm(), 1e-5) << method;
}

}  // namespace
}  // namespace sarrus::testing::system_linear_solver_test
