// Derivatives of inverse and forward dynamics against dual numbers carried through the recursions, for every
// joint type in both directions; laws that they obey; packs against single states.

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "sarrus/derivatives/dynamics_products.h"
#include "sarrus/derivatives/forward_dynamics_derivatives.h"
#include "sarrus/derivatives/forward_dynamics_products.h"
#include "sarrus/joint/joints.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"

namespace sarrus::testing::dynamics_derivatives_test {
namespace {

class DynamicsDerivatives : public ::testing::TestWithParam<int> {
 protected:
  DualOracle oracle_{model_for(GetParam()), 7u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
};

TEST_P(DynamicsDerivatives, OfInverseDynamicsAreThoseOfDualNumbers) {
  InverseDynamicsDerivatives<double> found(tree_);
  calc_inverse_dynamics_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces}, found);
  const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
             udot = DualOracle::fixed(oracle_.udot);
  MatrixX<double> matrix;
  found.by_dq.dense(matrix);
  EXPECT_LT(off(matrix, oracle_.inverse_dynamics(oracle_.varied_q(), u, udot)), 1e-12);
  found.by_u.dense(matrix);
  EXPECT_LT(off(matrix, oracle_.inverse_dynamics(q, DualOracle::varied(oracle_.u), udot)), 1e-12);
  found.by_udot.symmetric(matrix);
  EXPECT_LT(off(matrix, oracle_.inverse_dynamics(q, u, DualOracle::varied(oracle_.udot))), 1e-12);

  InverseDynamics<double> workspace(tree_);
  std::vector<double> tau(oracle_.u.size());
  calc_inverse_dynamics<double>(tree_, oracle_.q, oracle_.u, oracle_.udot, oracle_.forces, workspace, tau);
  for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_TRUE(close(found.tau[k], tau[k], 1e4, 10));
}

TEST_P(DynamicsDerivatives, OfForwardDynamicsAreThoseOfDualNumbers) {
  ForwardDynamicsDerivatives<double> found(tree_);
  calc_forward_dynamics_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau, .forces = oracle_.forces}, found);
  const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
             tau = DualOracle::fixed(oracle_.tau);
  MatrixX<double> by_dq, by_u, by_tau(tree_.nu(), tree_.nu());
  found.dense(by_dq, by_u);
  for (int i = 0; i < tree_.nu(); ++i)
    for (int k = 0; k < tree_.nu(); ++k) by_tau(i, k) = found.by_tau(i, k);
  EXPECT_LT(off(by_dq, oracle_.forward_dynamics(oracle_.varied_q(), u, tau)), 1e-11);
  EXPECT_LT(off(by_u, oracle_.forward_dynamics(q, DualOracle::varied(oracle_.u), tau)), 1e-11);
  EXPECT_LT(off(by_tau, oracle_.forward_dynamics(q, u, DualOracle::varied(oracle_.tau))), 1e-11);
}

TEST_P(DynamicsDerivatives, ProductsWithVectorsAreThoseOfDualNumbers) {
  DynamicsProducts<double> products(tree_);
  set_motion(tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces},
             products);
  const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
             udot = DualOracle::fixed(oracle_.udot);
  const MatrixX<double> by_dq = oracle_.inverse_dynamics(oracle_.varied_q(), u, udot),
                        by_u = oracle_.inverse_dynamics(q, DualOracle::varied(oracle_.u), udot),
                        by_udot = oracle_.inverse_dynamics(q, u, DualOracle::varied(oracle_.udot));
  const double size = by_dq.norm() + by_u.norm() + by_udot.norm();
  const auto numbers = [&] { return oracle_.random.numbers(tree_.nu()); };
  const auto vector = [](const std::vector<double>& x) -> VectorX<double> {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  const std::vector<double> dq = numbers(), du = numbers(), dudot = numbers(), lambda = numbers();
  std::vector<double> change(dq.size()), g_dq(dq.size()), g_u(dq.size()), g_udot(dq.size());
  calc_inverse_dynamics_change(tree_, {.dq = dq, .u = du, .udot = dudot}, products, change);
  EXPECT_LT((vector(change) - by_dq * vector(dq) - by_u * vector(du) - by_udot * vector(dudot)).norm(),
            1e-12 * size);
  calc_inverse_dynamics_gradient(tree_, lambda, products, {.by_dq = g_dq, .by_u = g_u, .by_udot = g_udot});
  EXPECT_LT((vector(g_dq) - by_dq.transpose() * vector(lambda)).norm(), 1e-12 * size);
  EXPECT_LT((vector(g_u) - by_u.transpose() * vector(lambda)).norm(), 1e-12 * size);
  EXPECT_LT((vector(g_udot) - by_udot.transpose() * vector(lambda)).norm(), 1e-12 * size);
}

TEST_P(DynamicsDerivatives, ProductsOfForwardDynamicsAreThoseOfDualNumbers) {
  ForwardDynamicsProducts<double> products(tree_);
  set_state(tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau, .forces = oracle_.forces}, products);
  const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
             tau = DualOracle::fixed(oracle_.tau);
  const MatrixX<double> by_dq = oracle_.forward_dynamics(oracle_.varied_q(), u, tau),
                        by_u = oracle_.forward_dynamics(q, DualOracle::varied(oracle_.u), tau),
                        by_tau = oracle_.forward_dynamics(q, u, DualOracle::varied(oracle_.tau));
  const double size = by_dq.norm() + by_u.norm() + by_tau.norm();
  const auto numbers = [&] { return oracle_.random.numbers(tree_.nu()); };
  const auto vector = [](const std::vector<double>& x) -> VectorX<double> {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  const std::vector<double> dq = numbers(), du = numbers(), dtau = numbers(), mu = numbers();
  std::vector<double> change(dq.size()), g_dq(dq.size()), g_u(dq.size()), g_tau(dq.size());
  calc_forward_dynamics_change(tree_, {.dq = dq, .u = du, .tau = dtau}, products, change);
  EXPECT_LT((vector(change) - by_dq * vector(dq) - by_u * vector(du) - by_tau * vector(dtau)).norm(),
            1e-11 * size);
  calc_forward_dynamics_gradient(tree_, mu, products, {.by_dq = g_dq, .by_u = g_u, .by_tau = g_tau});
  EXPECT_LT((vector(g_dq) - by_dq.transpose() * vector(mu)).norm(), 1e-11 * size);
  EXPECT_LT((vector(g_u) - by_u.transpose() * vector(mu)).norm(), 1e-11 * size);
  EXPECT_LT((vector(g_tau) - by_tau.transpose() * vector(mu)).norm(), 1e-11 * size);
}
INSTANTIATE_TEST_SUITE_P(Trees, DynamicsDerivatives, ::testing::Range(0, 16));

template <class T>
class DerivativesInPacks : public ::testing::Test {};
using Packs = ::testing::Types<Pack4d, Pack8d>;
TYPED_TEST_SUITE(DerivativesInPacks, Packs);

TYPED_TEST(DerivativesInPacks, AreThoseOfSingleStates) {
  using T = TypeParam;
  for (int number = 0; number < 16; ++number) {
    const DualOracle oracle(model_for(number), 3);  // for its forces
    const Model& model = oracle.model;
    SCOPED_TRACE(number);
    Random random(3);
    LaneStates states(model, ScalarTraits<T>::lanes, random);
    const auto q = packed<T>(states.q), u = packed<T>(states.u), tau = packed<T>(states.udot);
    std::vector<Force<T>> packed_forces;
    for (const Force<double>& force : oracle.forces) packed_forces.push_back(force.cast<T>());
    const Tree<T> tree(model);
    const Tree<double> single_tree(model);
    ForwardDynamicsDerivatives<T> found(tree);
    ForwardDynamicsDerivatives<double> single(single_tree);
    for (const bool applied : {false, true}) {
      calc_forward_dynamics_derivatives<T>(
          tree,
          {.q = q, .u = u, .tau = tau, .forces = applied ? In<Force<T>>(packed_forces) : In<Force<T>>()},
          found);
      for (int lane_number = 0; lane_number < ScalarTraits<T>::lanes; ++lane_number) {
        const auto at = static_cast<std::size_t>(lane_number);
        calc_forward_dynamics_derivatives<double>(
            single_tree,
            {.q = states.q[at],
             .u = states.u[at],
             .tau = states.udot[at],
             .forces = applied ? In<Force<double>>(oracle.forces) : In<Force<double>>()},
            single);
        const int n = model.nu();
        const auto numbers = [&](auto entry) {
          return MatrixX<double>(MatrixX<double>::NullaryExpr(n, n, [&](Eigen::Index i, Eigen::Index k) {
            return entry(static_cast<int>(i), static_cast<int>(k));
          }));
        };
        const auto by_dq = numbers([&](int i, int k) { return lane(found.by_dq(i, k), lane_number); }),
                   by_u = numbers([&](int i, int k) { return lane(found.by_u(i, k), lane_number); }),
                   by_tau = numbers([&](int i, int k) { return lane(found.by_tau(i, k), lane_number); });
        EXPECT_LT(off(by_dq, numbers([&](int i, int k) { return single.by_dq(i, k); })), 1e-10);
        EXPECT_LT(off(by_u, numbers([&](int i, int k) { return single.by_u(i, k); })), 1e-10);
        EXPECT_LT(off(by_tau, numbers([&](int i, int k) { return single.by_tau(i, k); })), 1e-10);
      }
    }
  }
}

/// A floating trunk of pins, sliders and balls with two long branches: paths so long that rows of packs are
/// computed in pairs and columns of single states are solved for by sweeps.
Model long_fork() {
  Random random(6);
  ModelBuilder builder("long fork");
  const int trunk = 22, branch = 16;
  const auto name = [](int i) { return i < 0 ? std::string(world_name) : fmt::format("b{}", i); };
  for (int i = 0; i < trunk + 2 * branch; ++i) {
    const int parent = i == trunk + branch ? trunk - 1 : i - 1;
    builder.body(name(i), random.inertia());
    const Joint joint = i == 0       ? Joint(Free{})
                        : i % 7 == 3 ? Joint(Ball{})
                        : i % 7 == 5 ? Joint(Slider{})
                                     : Joint(Pin{});
    JointDescription& added = builder.joint(fmt::format("j{}", i), joint, name(parent), name(i));
    added.parent_frame(random.vector());
    if (joint.nu() == 1) added.axis(random.vector());
  }
  return builder.build();
}

template <class T>
class DerivativesOfLongTrees : public ::testing::Test {};
using Scalars = ::testing::Types<double, Pack4d, Pack8d>;
TYPED_TEST_SUITE(DerivativesOfLongTrees, Scalars);

template <class T>
double last_lane(const T& x) {
  if constexpr (ScalarTraits<T>::lanes == 1)
    return x;
  else
    return lane(x, ScalarTraits<T>::lanes - 1);
}
template <class T>
MatrixX<double> last_lane(const MatrixX<T>& matrix) {
  return matrix.unaryExpr([](const T& x) { return last_lane(x); });
}
template <class T>
MatrixX<double> dense(const TwoSidedTreeMatrix<T>& derivatives) {
  MatrixX<T> matrix;
  derivatives.dense(matrix);
  return last_lane(matrix);
}

TYPED_TEST(DerivativesOfLongTrees, OfInverseDynamicsInPacksAreThoseOfSingleStates) {
  using T = TypeParam;
  const Model model = long_fork();
  Random random(4);
  LaneStates states(model, ScalarTraits<T>::lanes, random);
  const auto q = packed<T>(states.q), u = packed<T>(states.u), udot = packed<T>(states.udot);
  const Tree<T> tree(model);
  const Tree<double> single_tree(model);
  std::vector<Force<double>> forces(static_cast<std::size_t>(model.body_count()));
  for (Force<double>& force : forces) force = {random.vector(), random.vector()};
  std::vector<Force<T>> packed_forces;
  for (const Force<double>& force : forces) packed_forces.push_back(force.cast<T>());
  for (const bool applied : {false, true}) {
    InverseDynamicsDerivatives<T> found(tree);
    InverseDynamicsDerivatives<double> single(single_tree);
    calc_inverse_dynamics_derivatives<T>(
        tree,
        {.q = q, .u = u, .udot = udot, .forces = applied ? In<Force<T>>(packed_forces) : In<Force<T>>()},
        found);
    calc_inverse_dynamics_derivatives<double>(
        single_tree,
        {.q = states.q.back(),
         .u = states.u.back(),
         .udot = states.udot.back(),
         .forces = applied ? In<Force<double>>(forces) : In<Force<double>>()},
        single);
    EXPECT_LT(off(dense(found.by_dq), dense(single.by_dq)), 1e-12);
    EXPECT_LT(off(dense(found.by_u), dense(single.by_u)), 1e-12);
    MatrixX<T> M;
    MatrixX<double> expected_M;
    found.by_udot.symmetric(M), single.by_udot.symmetric(expected_M);
    EXPECT_LT(off(last_lane(M), expected_M), 1e-12);
  }
}

TYPED_TEST(DerivativesOfLongTrees, OfForwardDynamicsFulfillTheEquationsThatTheySolve) {
  // (M + m)·∂u̇/∂δ = −∂τ/∂δ, (M + m)·∂u̇/∂u = −∂τ/∂u, (M + m)·∂u̇/∂τ = 1, with ports m, in the last lane.
  using T = TypeParam;
  const Model model = long_fork();
  Random random(3);
  LaneStates states(model, ScalarTraits<T>::lanes, random);
  const auto q = packed<T>(states.q), u = packed<T>(states.u), tau = packed<T>(states.udot);
  const Tree<T> tree(model);
  const int n = model.nu();
  std::vector<T> ports(static_cast<std::size_t>(n));
  for (int k = 0; k < n; ++k) ports[static_cast<std::size_t>(k)] = T(k < 6 ? 0.0 : 0.1 * (k % 5));
  for (const bool has_ports : {false, true}) {
    ForwardDynamicsDerivatives<T> found(tree);
    calc_forward_dynamics_derivatives<T>(tree, {.q = q, .u = u, .tau = tau}, found,
                                         {.port_inertia = has_ports ? In<T>(ports) : In<T>()});
    InverseDynamicsDerivatives<T> inverse(tree);
    calc_inverse_dynamics_derivatives<T>(tree, {.q = q, .u = u, .udot = found.udot()}, inverse);
    const auto numbers = [&](auto entry) {
      MatrixX<double> out(n, n);
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) out(i, k) = last_lane(entry(i, k));
      return out;
    };
    MatrixX<T> matrix;
    inverse.by_udot.symmetric(matrix);
    MatrixX<double> M = last_lane(matrix);
    for (int k = 0; k < n && has_ports; ++k) M(k, k) += last_lane(ports[static_cast<std::size_t>(k)]);
    const MatrixX<double> tau_by_dq = dense(inverse.by_dq), tau_by_u = dense(inverse.by_u);
    const auto by_dq = numbers([&](int i, int k) { return found.by_dq(i, k); }),
               by_u = numbers([&](int i, int k) { return found.by_u(i, k); }),
               by_tau = numbers([&](int i, int k) { return found.by_tau(i, k); });
    EXPECT_LT((M * by_dq + tau_by_dq).norm(), 1e-12 * M.norm() * by_dq.norm());
    EXPECT_LT((M * by_u + tau_by_u).norm(), 1e-12 * M.norm() * by_u.norm());
    EXPECT_LT((M * by_tau - MatrixX<double>::Identity(n, n)).norm(), 1e-12 * M.norm() * by_tau.norm());
    EXPECT_LT((by_tau - by_tau.transpose()).norm(), 1e-10 * by_tau.norm());
  }
}

TEST(DynamicsDerivativesOfTrees, NothingIsAllocated) {
  const DualOracle at(model_of_all_joints(), 5);
  const Tree<double> tree(at.model);
  ForwardDynamicsDerivatives<double> found(tree);
  const auto run = [&] {
    calc_forward_dynamics_derivatives<double>(
        tree, {.q = at.q, .u = at.u, .tau = at.tau, .forces = at.forces}, found);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
}

TEST(DynamicsDerivativesOfTrees, GravityAndLinearMotionOfTheWorldLeaveDerivativesBySpeedsAlone) {
  // A uniform motion of a free mechanism changes nothing (Galileo): the columns of the base's linear speeds
  // in by_u vanish, and so do those of its position in by_dq.
  const Model model = random_tree({.bodies = 8, .seed = 4, .joints = TreeJoints::pins, .floating = true});
  const DualOracle at(model, 9);
  const Tree<double> tree(model);
  ForwardDynamicsDerivatives<double> found(tree);
  calc_forward_dynamics_derivatives<double>(tree, {.q = at.q, .u = at.u, .tau = at.tau}, found);
  double largest = 0;
  for (int i = 0; i < tree.nu(); ++i)
    for (int k = 0; k < tree.nu(); ++k) largest = std::max(largest, std::abs(found.by_dq(i, k)));
  for (int i = 0; i < tree.nu(); ++i)
    for (int k = 3; k < 6; ++k) {
      EXPECT_LT(std::abs(found.by_u(i, k)), 1e-12 * largest);
      EXPECT_LT(std::abs(found.by_dq(i, k)), 1e-12 * largest);
    }
}

TEST(DynamicsDerivativesOfTrees, WorkspaceOfAnotherTreeIsRefused) {
  const DualOracle at(random_tree({.bodies = 4}), 1);
  const Tree<double> tree(at.model), other(random_tree({.bodies = 6}));
  InverseDynamicsDerivatives<double> workspace(other);
  EXPECT_THROW(calc_inverse_dynamics_derivatives<double>(tree, {.q = at.q}, workspace), Error);
}

}  // namespace
}  // namespace sarrus::testing::dynamics_derivatives_test
