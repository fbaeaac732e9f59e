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
    is_linearized = solver.linearize(0, y, rates);
    EXPECT_TRUE(is_linearized);
  }
  SystemProblem problem;
  SystemLinearSolver solver;
  Array<double> y, rates;
  Matrix J;
  bool is_exact = false, is_linearized = false;
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

/// Solves with random right-hand sides, real and complex.
void expect_solutions(LinearizedMechanism& at, double bound) {
  ASSERT_TRUE(at.is_exact && at.is_linearized);
  const int n = at.problem.size();
  Random random(2);
  for (const double gamma : {3.0, 400.0}) {
    const std::complex<double> turned(gamma, 0.7 * gamma);
    at.solver.factor(gamma), at.solver.factor(turned);
    VectorX<double> b(n);
    for (int i = 0; i < n; ++i) b[i] = random.number();
    VectorX<double> x = b;
    at.solver.solve(Out<double>(x.data(), at.y.size()));
    EXPECT_LT((gamma * x - at.J * x - b).norm(), bound * b.norm()) << gamma;
    Eigen::VectorXcd z = b.cast<std::complex<double>>() * std::complex<double>(1, -2);
    const Eigen::VectorXcd right = z;
    at.solver.solve(Out<std::complex<double>>(z.data(), at.y.size()));
    EXPECT_LT((turned * z - at.J.cast<std::complex<double>>() * z - right).norm(), bound * right.norm());
  }
}

TEST(SystemLinearSolver, SolvesTheEquationsWithTheJacobian) {
  for (const bool is_coupled : {false, true}) {
    LinearizedMechanism at(mechanism_in_motion(5, is_coupled));
    expect_solutions(at, 1e-11);
  }
}

TEST(SystemLinearSolver, SolvesTheEquationsUnderConstraints) {
  // quaternions, a wheel that rolls, stabilization, springs between branches
  SystemBuilder builder(floating_mechanism());
  builder.add("rod", RodConstraint({"slide", {0.3, -0.2, 0.4}}, "ball", 0.7));
  builder.add("disk", DiskOnPlaneContact("base", "ball", 0.4, ContactMotion::rolling, 0.1));
  builder.add("spring", TwoPointSpring("base", "grip", 30.0, 0.7));
  const System system = builder.build();
  for (const double stabilization : {0.0, 0.1}) {
    State state = system.default_state();
    if (stabilization > 0) state.set(system.parameter("constraints.stabilization_time"), stabilization);
    Random random(4);
    state.set_q(random_coordinates(state.model(), random)), state.set_u(random.numbers(state.nu()));
    LinearizedMechanism at(state);
    expect_solutions(at, 1e-10);
  }
}

/// Equal pendulums side by side, whose tips rods with strong dampers connect: four-bars in a row, closed by
/// balls, of which one row each is redundant, or by stiff bushings.
State stiff_ladder(int loops, bool has_bushings) {
  ModelBuilder model("ladder");
  model.gravity({0, -9.81, 0});
  for (int i = 0; i <= loops; ++i) {
    const std::string number = std::to_string(i), V = "V" + number, H = "H" + number;
    model.body(V, thin_rod(1, {0, 0.5, 0}));
    model.joint(V, Pin{}, "world", V).parent_frame({1.0 * i, 0, 0}).child_frame({0, -0.5, 0}).start({2.2});
    if (i == 0) continue;
    model.body(H, thin_rod(1, {0.5, 0, 0}));
    model.joint(H, Pin{}, "V" + std::to_string(i - 1), H)
        .parent_frame({0, 0.5, 0})
        .child_frame({-0.5, 0, 0})
        .start({-2.2});
  }
  SystemBuilder builder(model.build());
  for (int i = 1; i <= loops; ++i) {
    const std::string number = std::to_string(i), V = "V" + number, H = "H" + number;
    const Place tip(V, Vec3<double>{0, 0.5, 0}), end(H, Vec3<double>{0.5, 0, 0});
    if (has_bushings)
      builder.add("tip" + number,
                  LinearBushing(tip, end, {1, 1, 1, 1e6, 1e6, 1e6}, {0, 0, 0, 1e3, 1e3, 1e3}));
    else
      builder.add("tip" + number, BallConstraint(tip, end));
    builder.add("damper" + number, MobilityDamper(H, 100.0 + i));
  }
  return builder.build().default_state();
}

TEST(SystemLinearSolver, SolvesTheEquationsOfLadders) {
  for (const bool has_bushings : {false, true}) {
    State state = stiff_ladder(3, has_bushings);
    Array<double> u(state.nu(), 0.0);
    for (int k = 0; k < state.nu(); ++k) u[k] = state.model().speeds()[k].name.starts_with("V") ? 0.7 : -0.7;
    state.set_u(u);
    LinearizedMechanism at(state);
    expect_solutions(at, 1e-9);
  }
}

TEST(SystemLinearSolver, ExchangesRowsWhereTheyAreNeeded) {
  // Rods that stand upright, whose weight throws them over as hard as their inertia resists within a step:
  // nothing is left on the diagonal of the last ones.
  const double inertia = 2.0 / 3, gamma = 10;  // of a rod of 2 kg and 1 m about its end
  ModelBuilder model("three rods");
  model.body("upper", thin_rod(2, {0, 0, 0.5})).body("lower", thin_rod(2, {0, 0, 0.5}));
  model.body("other", thin_rod(2, {0, 0, 0.5})).gravity({0, 0, inertia * gamma * gamma});
  const auto pin = [&](const char* parent, const char* body) {
    model.joint(body, Pin{}, parent, body)
        .axis({0, 1, 0})
        .child_frame({0, 0, 0.5})
        .parent_frame({0, 0, -0.5});
  };
  pin("world", "upper"), pin("upper", "lower"), pin("upper", "other");
  SystemBuilder builder(model.build());
  LinearizedMechanism at(builder.build().default_state());
  ASSERT_TRUE(at.is_linearized);
  at.solver.factor(gamma);
  VectorX<double> b(6);
  b << 1, -2, 3, 0.5, 0.7, -1;
  VectorX<double> x = b;
  at.solver.solve(Out<double>(x.data(), at.y.size()));
  EXPECT_LT((gamma * x - at.J * x - b).norm(), 1e-12 * gamma * x.norm());
}

TEST(SystemLinearSolver, FactorsOfLaddersGrowLikeTheirLoops) {
  for (const bool has_bushings : {false, true}) {
    int counts[2];
    for (const int i : {0, 1}) {
      SystemProblem problem(stiff_ladder(i == 0 ? 10 : 40, has_bushings));
      internal::MotionDerivatives motion(problem.state());
      motion.leave_equations();
      Array<double> y, rates;
      problem.get_variables(y);
      rates.resize(y.size());
      problem.calc_derivative(0, y, rates);
      ASSERT_TRUE(problem.calc_motion_derivatives(0, y, rates, motion));
      internal::StepEquations equations;
      ASSERT_TRUE(equations.take(problem.state(), motion));
      counts[i] = equations.pattern().count();
    }
    EXPECT_LT(counts[1], 4.3 * counts[0]) << has_bushings;
  }
}

TEST(SystemLinearSolver, StiffLaddersMoveAsExplicitMethodsSay) {
  for (const bool has_bushings : {false, true}) {
    const State start = stiff_ladder(4, has_bushings);
    Simulation exact(start, {.accuracy = 1e-8, .integrator = "dormand-prince5", .record = false});
    exact.run(0.1);
    for (const char* method : {"radau5", "rodas4", "bdf"}) {
      Simulation simulation(start, {.accuracy = 1e-7, .integrator = method, .record = false});
      simulation.run(0.1);
      for (int k = 0; k < start.nq(); ++k)
        EXPECT_NEAR(simulation.state().q(k), exact.state().q(k), 1e-5) << method << has_bushings << k;
      EXPECT_EQ(simulation.statistics().exact_jacobians, simulation.statistics().jacobians) << method;
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
