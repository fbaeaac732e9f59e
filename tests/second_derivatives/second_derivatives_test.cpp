// Second derivatives of dynamics against differences of the analytic first ones, extrapolated, on trees of
// every joint type that has them, in both directions; the laws that they obey.

#include <gtest/gtest.h>

#include "sarrus/derivatives/dynamics_products.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/function/linear.h"
#include "sarrus/second_derivatives/second_derivatives.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/second_derivatives/twice_differentiable_tree.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/says.h"

namespace sarrus::testing::second_derivatives_test {
namespace {

using Matrix = MatrixX<double>;

Model second_model(int number) {
  if (number == 0) return twice_differentiable_tree();
  return random_tree({.bodies = 4 + number,
                      .seed = static_cast<unsigned>(number),
                      .joints = TreeJoints::pins,
                      .floating = number % 2 == 0,
                      .reversed_base = number % 4 == 0});
}

/// d/dε of a vector-valued f at zero: central differences of four widths, extrapolated to the eighth order.
template <class F>
VectorX<double> derivative(F f) {
  const double width = 0.01;
  const double weights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  VectorX<double> sum;
  for (int i = 1; i <= 4; ++i) {
    const VectorX<double> change = weights[i - 1] / width * (f(i * width) - f(-i * width));
    sum = i == 1 ? change : VectorX<double>(sum + change);
  }
  return sum;
}

class SecondDerivativesOfTrees : public ::testing::TestWithParam<int> {
 protected:
  /// Coordinates that the motion q' = N(q)·e_k reaches after a time, in many small steps of the classical
  /// Runge–Kutta method.
  std::vector<double> moved(int k, double time) const {
    std::vector<double> q = oracle_.q, direction(oracle_.u.size(), 0.0);
    direction[static_cast<std::size_t>(k)] = 1;
    const auto rate = [&](const std::vector<double>& at) {
      std::vector<double> out(at.size());
      calc_qdot<double>(tree_, at, direction, out);
      return out;
    };
    const auto plus = [](const std::vector<double>& a, double h, const std::vector<double>& b) {
      std::vector<double> out = a;
      for (std::size_t i = 0; i < a.size(); ++i) out[i] += h * b[i];
      return out;
    };
    const int steps = 64;
    const double h = time / steps;
    for (int s = 0; s < steps; ++s) {
      const auto k1 = rate(q), k2 = rate(plus(q, h / 2, k1)), k3 = rate(plus(q, h / 2, k2)),
                 k4 = rate(plus(q, h, k3));
      q = plus(plus(plus(plus(q, h / 6, k1), h / 3, k2), h / 3, k3), h / 6, k4);
    }
    return q;
  }
  std::vector<double> changed(std::vector<double> x, int k, double by) const {
    x[static_cast<std::size_t>(k)] += by;
    return x;
  }

  DualOracle oracle_{second_model(GetParam()), 7u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
};

VectorX<double> vector(const std::vector<double>& x) {
  return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

TEST_P(SecondDerivativesOfTrees, OfInverseDynamicsAreThoseOfDifferencedGradients) {
  const std::vector<double> lambda = oracle_.random.numbers(tree_.nu());
  SecondDerivatives<double> workspace(tree_);
  set_motion(tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces},
             workspace);
  DynamicsHessian<double> found(tree_.nu());
  calc_inverse_dynamics_hessian(tree_, lambda, workspace, found);

  const int n = tree_.nu();
  DynamicsProducts<double> products(tree_);
  const auto gradient = [&](const std::vector<double>& q, const std::vector<double>& u) {
    set_motion(tree_, {.q = q, .u = u, .udot = oracle_.udot, .forces = oracle_.forces}, products);
    std::vector<double> by_dq(lambda.size()), by_u(lambda.size()), by_udot(lambda.size());
    calc_inverse_dynamics_gradient(tree_, lambda, products,
                                   {.by_dq = by_dq, .by_u = by_u, .by_udot = by_udot});
    VectorX<double> all(3 * n);
    all << vector(by_dq), vector(by_u), vector(by_udot);
    return all;
  };
  Matrix dq_dq(n, n), dq_u(n, n), u_u(n, n), dq_udot(n, n), u_dq(n, n);
  for (int j = 0; j < n; ++j) {
    const VectorX<double> by_dq = derivative([&](double t) { return gradient(moved(j, t), oracle_.u); }),
                          by_u = derivative(
                              [&](double t) { return gradient(oracle_.q, changed(oracle_.u, j, t)); });
    dq_dq.row(j) = by_dq.head(n), dq_u.row(j) = by_dq.segment(n, n), dq_udot.row(j) = by_dq.tail(n);
    u_dq.row(j) = by_u.head(n), u_u.row(j) = by_u.segment(n, n);
  }
  EXPECT_LT(off(found.dq_dq, dq_dq), 1e-9);
  EXPECT_LT(off(found.dq_u, dq_u), 1e-9);
  EXPECT_LT(off(found.dq_u.transpose(), u_dq), 1e-9);
  EXPECT_LT(off(found.u_u, u_u), 1e-9);
  EXPECT_LT(off(found.dq_input, dq_udot), 1e-9);
}

TEST_P(SecondDerivativesOfTrees, TensorsAreTheHessiansOfUnitMultipliers) {
  SecondDerivatives<double> workspace(tree_);
  set_motion(tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces},
             workspace);
  Array<DynamicsHessian<double>> tensors = make_hessians(tree_);
  DynamicsHessian<double> expected(tree_.nu());
  calc_inverse_dynamics_hessians(tree_, workspace, tensors);
  for (int i = 0; i < tree_.nu(); ++i) {
    std::vector<double> unit(oracle_.u.size(), 0.0);
    unit[static_cast<std::size_t>(i)] = 1;
    calc_inverse_dynamics_hessian(tree_, unit, workspace, expected);
    const double size = expected.dq_dq.norm() + expected.dq_u.norm() + expected.u_u.norm();
    EXPECT_LT((tensors[i].dq_dq - expected.dq_dq).norm(), 1e-12 * size);
    EXPECT_LT((tensors[i].dq_u - expected.dq_u).norm(), 1e-12 * size);
    EXPECT_LT((tensors[i].u_u - expected.u_u).norm(), 1e-12 * size);
    EXPECT_LT((tensors[i].dq_input - expected.dq_input).norm(), 1e-12 * size);
  }
}

TEST_P(SecondDerivativesOfTrees, OfForwardDynamicsAreThoseOfDifferencedDerivatives) {
  const std::vector<double> mu = oracle_.random.numbers(tree_.nu());
  ForwardSecondDerivatives<double> workspace(tree_);
  set_state(tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau, .forces = oracle_.forces}, workspace);
  DynamicsHessian<double> found(tree_.nu());
  calc_forward_dynamics_hessian(tree_, mu, workspace, found);

  const int n = tree_.nu();
  ForwardDynamicsDerivatives<double> first(tree_);
  const auto gradient = [&](const std::vector<double>& q, const std::vector<double>& u) {
    calc_forward_dynamics_derivatives(tree_, {.q = q, .u = u, .tau = oracle_.tau, .forces = oracle_.forces},
                                      first);
    VectorX<double> all = VectorX<double>::Zero(3 * n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        const double weight = mu[static_cast<std::size_t>(i)];
        all[k] += weight * first.by_dq(i, k), all[n + k] += weight * first.by_u(i, k);
        all[2 * n + k] += weight * first.by_tau(i, k);
      }
    return all;
  };
  Matrix dq_dq(n, n), dq_u(n, n), u_u(n, n), dq_tau(n, n);
  for (int j = 0; j < n; ++j) {
    const VectorX<double> by_dq = derivative([&](double t) { return gradient(moved(j, t), oracle_.u); }),
                          by_u = derivative(
                              [&](double t) { return gradient(oracle_.q, changed(oracle_.u, j, t)); });
    dq_dq.row(j) = by_dq.head(n), dq_u.row(j) = by_dq.segment(n, n), dq_tau.row(j) = by_dq.tail(n);
    u_u.row(j) = by_u.segment(n, n);
  }
  EXPECT_LT(off(found.dq_dq, dq_dq), 1e-8);
  EXPECT_LT(off(found.dq_u, dq_u), 1e-8);
  EXPECT_LT(off(found.u_u, u_u), 1e-8);
  EXPECT_LT(off(found.dq_input, dq_tau), 1e-8);
}
INSTANTIATE_TEST_SUITE_P(Trees, SecondDerivativesOfTrees, ::testing::Range(0, 8));

TEST(SecondDerivativesOfOneTree, SpeedsAppearInSquares) {
  // Without gravity, at rest in u̇, λ·τ is quadratic in the speeds: uᵀ·(Hessian)·u/2.
  const DualOracle at(twice_differentiable_tree(), 4);
  const Tree<double> tree(at.model);
  const std::vector<double> lambda = Random(2).numbers(tree.nu());
  SecondDerivatives<double> workspace(tree);
  set_motion(tree, {.q = at.q, .u = at.u, .gravity = false}, workspace);
  DynamicsHessian<double> found(tree.nu());
  calc_inverse_dynamics_hessian(tree, lambda, workspace, found);
  InverseDynamics<double> inverse(tree);
  std::vector<double> coriolis(at.u.size());
  calc_inverse_dynamics<double>(tree, at.q, at.u, {}, {}, inverse, coriolis, {.gravity = false});
  const double expected = vector(lambda).dot(vector(coriolis));
  EXPECT_NEAR(0.5 * vector(at.u).dot(found.u_u * vector(at.u)), expected, 1e-11 * std::abs(expected));
  EXPECT_LT((found.u_u - found.u_u.transpose()).norm(), 1e-12 * found.u_u.norm());
}

TEST(SecondDerivativesOfOneTree, DirectionsOfRotationsCommuteByTheirCommutator) {
  // Two directions of different joints commute. Those of a free joint turn about axes e of F, one after the
  // other: δ_j(δ_k ·) − δ_k(δ_j ·) is the derivative in direction −e_j×e_k.
  const DualOracle at(random_tree({.bodies = 8, .seed = 4, .joints = TreeJoints::pins, .floating = true}), 9);
  const Tree<double> tree(at.model);
  const std::vector<double> lambda = Random(2).numbers(tree.nu());
  SecondDerivatives<double> workspace(tree);
  set_motion(tree, {.q = at.q, .u = at.u, .udot = at.udot}, workspace);
  DynamicsHessian<double> found(tree.nu());
  calc_inverse_dynamics_hessian(tree, lambda, workspace, found);
  DynamicsProducts<double> products(tree);
  set_motion(tree, {.q = at.q, .u = at.u, .udot = at.udot}, products);
  std::vector<double> gradient(at.u.size());
  calc_inverse_dynamics_gradient(tree, lambda, products, {.by_dq = gradient});
  Matrix commutator = Matrix::Zero(tree.nu(), tree.nu());
  for (int j = 0; j < 3; ++j) {
    const int k = (j + 1) % 3;
    commutator(j, k) = -gradient[static_cast<std::size_t>((j + 2) % 3)];
    commutator(k, j) = -commutator(j, k);
  }
  EXPECT_GT(commutator.norm(), 1);
  EXPECT_LT((found.dq_dq - found.dq_dq.transpose() - commutator).norm(), 1e-12 * found.dq_dq.norm());
}

TEST(SecondDerivativesOfOneTree, PacksAgreeWithSingleStates) {
  const Model model = twice_differentiable_tree();
  Random random(3);
  LaneStates states(model, 8, random);
  const auto q = packed<Pack8d>(states.q), u = packed<Pack8d>(states.u), udot = packed<Pack8d>(states.udot);
  const std::vector<double> lambda = random.numbers(model.nu());
  const std::vector<Pack8d> pack_lambda(lambda.begin(), lambda.end());
  const Tree<Pack8d> tree(model);
  const Tree<double> single_tree(model);
  SecondDerivatives<Pack8d> workspace(tree);
  SecondDerivatives<double> single_workspace(single_tree);
  DynamicsHessian<Pack8d> found(model.nu());
  DynamicsHessian<double> expected(model.nu());
  set_motion<Pack8d>(tree, {.q = q, .u = u, .udot = udot}, workspace);
  calc_inverse_dynamics_hessian<Pack8d>(tree, pack_lambda, workspace, found);
  for (int number = 0; number < 8; ++number) {
    const auto at = static_cast<std::size_t>(number);
    set_motion<double>(single_tree, {.q = states.q[at], .u = states.u[at], .udot = states.udot[at]},
                       single_workspace);
    calc_inverse_dynamics_hessian<double>(single_tree, lambda, single_workspace, expected);
    const auto compare = [&](const MatrixX<Pack8d>& of_pack, const Matrix& of_single) {
      Matrix of_lane(of_pack.rows(), of_pack.cols());
      for (int i = 0; i < of_pack.rows(); ++i)
        for (int k = 0; k < of_pack.cols(); ++k) of_lane(i, k) = lane(of_pack(i, k), number);
      EXPECT_LT(off(of_lane, of_single), 1e-11);
    };
    compare(found.dq_dq, expected.dq_dq), compare(found.dq_u, expected.dq_u);
    compare(found.u_u, expected.u_u), compare(found.dq_input, expected.dq_input);
  }
}

TEST(SecondDerivativesOfOneTree, NothingIsAllocated) {
  const DualOracle at(twice_differentiable_tree(), 5);
  const Tree<double> tree(at.model);
  ForwardSecondDerivatives<double> workspace(tree);
  DynamicsHessian<double> found(tree.nu());
  Array<DynamicsHessian<double>> tensors = make_hessians(tree);
  const auto run = [&] {
    set_state<double>(tree, {.q = at.q, .u = at.u, .tau = at.tau, .forces = at.forces}, workspace);
    calc_forward_dynamics_hessian<double>(tree, at.udot, workspace, found);
    calc_inverse_dynamics_hessians<double>(tree, workspace.second, tensors);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
}

TEST(SecondDerivativesOfOneTree, JointsThatHaveNoneAreNamed) {
  ModelBuilder builder("measured leg");
  builder.body("shank", Random(1).inertia());
  FunctionBased knee(1);
  knee.rotation({0, 0, 1}, linear({1.0}));
  builder.joint("knee", knee, "world", "shank");
  builder.body("foot", Random(2).inertia());
  builder.joint("ankle", Pin{}, "world", "foot");
  const Tree<double> tree(builder.build());
  expect_error([&] { SecondDerivatives<double> workspace(tree); },
               {"joint 'knee'", "function-based", "calc_inverse_dynamics_derivatives()"});
}

}  // namespace
}  // namespace sarrus::testing::second_derivatives_test
