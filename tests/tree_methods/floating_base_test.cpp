// Floating bases against the ordinary functions with the joints of six speeds, and by their momentum.

#include "sarrus/tree_methods/floating_base.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_properties.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::floating_base_test {
namespace {

/// Two floating bases, one on a bushing, with an arm of two on each.
Model two_bases() {
  Random random(3);
  ModelBuilder builder("two bases");
  for (const std::string name : {"a", "b"}) {
    builder.body(name, random.inertia());
    builder.joint(name + "_flight", name == "a" ? Joint(Free{}) : Joint(Bushing{}), "world", name)
        .child_frame(random.pose());
    builder.body(name + "_arm", random.inertia()).body(name + "_hand", random.inertia());
    builder.joint(name + "_shoulder", Ball{}, name, name + "_arm").parent_frame(random.pose());
    builder.joint(name + "_elbow", Slider{}, name + "_arm", name + "_hand").parent_frame(random.pose());
  }
  return builder.build();
}

std::vector<Model> floating_models() {
  return {load_reference_model("hyq"), two_bases(), random_tree({.bodies = 1, .floating = true}),
          random_tree({.bodies = 12, .seed = 4, .joints = TreeJoints::pins, .floating = true}),
          random_tree({.bodies = 20, .seed = 8, .floating = true, .reversed_base = true})};
}

struct State {
  std::vector<double> q, u, udot, tau;
  std::vector<Force<double>> applied;
  State(const Model& model, unsigned seed) {
    Random random(seed);
    q = random_coordinates(model, random);
    u = random.numbers(model.nu()), udot = random.numbers(model.nu()), tau = random.numbers(model.nu());
    for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
  }
};

double largest(const std::vector<double>& numbers) {
  double most = 1;
  for (double x : numbers) most = std::max(most, std::abs(x));
  return most;
}

/// Ordinary inverse dynamics of the accelerations found must ask for the joint forces found, for nothing at
/// the bases, and for the same wrenches in the joints.
TEST(FloatingBase, InverseDynamicsLeavesNoForceOnTheBases) {
  for (const Model& model : floating_models()) {
    const Tree<double> tree(model);
    const State state(model, 5);
    FloatingBase<double> workspace(tree);
    InverseDynamics<double> inverse(tree);
    std::vector<double> udot = state.udot, tau(udot.size()), expected(udot.size());
    const long before = allocations();
    calc_floating_inverse_dynamics(tree, state.q, state.u, udot, state.applied, workspace, udot, tau);
    EXPECT_EQ(allocations() - before, 0);
    calc_inverse_dynamics(tree, state.q, state.u, udot, state.applied, inverse, expected);
    const double size = 100 * largest(udot);
    for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_TRUE(close(tau[k], expected[k], 1024, size)) << k;
    for (int k : workspace.joints)
      EXPECT_EQ(udot[static_cast<std::size_t>(k)], state.udot[static_cast<std::size_t>(k)]);
  }
}

TEST(FloatingBase, ForwardDynamicsIsTheOrdinaryOneWithoutForcesOnTheBases) {
  for (const Model& model : floating_models()) {
    const Tree<double> tree(model);
    State state(model, 6);
    FloatingBase<double> workspace(tree);
    ForwardDynamics<double> forward(tree);
    std::vector<double> udot(state.u.size()), expected(udot.size());
    calc_floating_forward_dynamics(tree, state.q, state.u, state.tau, state.applied, workspace, udot);
    for (int b : workspace.bases)
      for (int k = 0; k < 6; ++k) state.tau[static_cast<std::size_t>(tree.node(b).u0 + k)] = 0;
    calc_forward_dynamics(tree, state.q, state.u, state.tau, state.applied, forward, expected);
    for (std::size_t k = 0; k < udot.size(); ++k)
      EXPECT_TRUE(close(udot[k], expected[k], 1e5, largest(expected))) << k;
  }
}

TEST(FloatingBase, TheJointsAloneObeyTheReducedEquation) {
  for (const Model& model : floating_models()) {
    const Tree<double> tree(model);
    const State state(model, 7);
    FloatingBase<double> workspace(tree);
    MatrixX<double> M, whole;
    VectorX<double> bias;
    calc_floating_joint_equation(tree, state.q, state.u, state.applied, workspace, M, bias);
    std::vector<double> udot = state.udot, tau(udot.size());
    calc_floating_inverse_dynamics(tree, state.q, state.u, udot, state.applied, workspace, udot, tau);
    const int n = static_cast<int>(workspace.joints.size());
    VectorX<double> udot_j(n), tau_j(n);
    for (int i = 0; i < n; ++i) {
      udot_j[i] = udot[static_cast<std::size_t>(workspace.joints[static_cast<std::size_t>(i)])];
      tau_j[i] = tau[static_cast<std::size_t>(workspace.joints[static_cast<std::size_t>(i)])];
    }
    EXPECT_LT((M * udot_j + bias - tau_j).norm(), 1e-11 * (1 + tau_j.norm() + bias.norm()));
    // Its inverse is the joints' block of the inverse of the whole mass matrix.
    calc_position_kinematics(tree, state.q, workspace.position);
    calc_mass_matrix(tree, workspace.position, workspace.mass, whole);
    const MatrixX<double> inverse = whole.inverse();
    MatrixX<double> block(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        block(i, j) = inverse(workspace.joints[static_cast<std::size_t>(i)],
                              workspace.joints[static_cast<std::size_t>(j)]);
    EXPECT_LT((M * block - MatrixX<double>::Identity(n, n)).norm(), 1e-9);
  }
}

/// A robot that throws its limbs about in free fall turns and drifts, but its momentum stays: the angular one
/// about the falling center of mass, the linear one in the falling frame.
TEST(FloatingBase, MomentumIsConservedAndTellsHowTheBaseMoves) {
  const Model model = load_reference_model("hyq");
  const Tree<double> tree(model);
  State state(model, 9);
  FloatingBase<double> workspace(tree);
  PositionKinematics<double> position(tree);
  VelocityKinematics<double> velocity(tree);
  const auto momentum = [&](bool central) {
    calc_position_kinematics(tree, state.q, position);
    calc_velocity_kinematics(tree, position, state.u, velocity);
    return central ? calc_central_momentum(tree, position, velocity)
                   : calc_momentum(tree, position, velocity);
  };
  std::vector<double> u(state.u.size(), 0.0);
  for (int k : workspace.joints) u[static_cast<std::size_t>(k)] = state.u[static_cast<std::size_t>(k)];
  calc_base_speeds(tree, state.q, u, momentum(false), workspace, u);
  for (std::size_t k = 0; k < u.size(); ++k) EXPECT_TRUE(close(u[k], state.u[k], 1024, 10)) << k;

  const Force<double> start = momentum(true);
  const std::size_t nq = state.q.size(), nu = u.size();
  const auto rates = [&](const std::vector<double>& x) {
    std::vector<double> dx(nq + nu);
    const In<double> q(x.data(), nq), speeds(x.data() + nq, nu);
    calc_qdot(tree, q, speeds, Out<double>(dx.data(), nq));
    calc_floating_forward_dynamics(tree, q, speeds, state.tau, {}, workspace,
                                   Out<double>(dx.data() + nq, nu));
    return dx;
  };
  std::vector<double> x = state.q;
  x.insert(x.end(), state.u.begin(), state.u.end());
  const double h = 1e-4;
  const int steps = 100;
  for (int step = 0; step < steps; ++step) {
    const auto at = [&](const std::vector<double>& slope, double by) {
      std::vector<double> y = x;
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += by * slope[i];
      return y;
    };
    const auto k1 = rates(x), k2 = rates(at(k1, h / 2)), k3 = rates(at(k2, h / 2)), k4 = rates(at(k3, h));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  std::copy_n(x.begin(), nq, state.q.begin());
  std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(nq), nu, state.u.begin());
  Force<double> end = momentum(true);
  end.f = end.f - (h * steps * tree.total_mass()) * model.gravity();
  EXPECT_TRUE(close(end.t, start.t, 1e6, 10)) << "moved from " << u[7] << " to " << state.u[7];
  EXPECT_TRUE(close(end.f, start.f, 1e6, 100));
}

TEST(FloatingBase, RefusesAFixedBaseAndTwoBasesWithOneMomentum) {
  const Tree<double> arm(load_reference_model("ur5"));
  expect_error([&] { FloatingBase<double> workspace(arm); },
               {"to the world and has 1 speeds", "such as Free"});
  const Tree<double> two(two_bases());
  FloatingBase<double> workspace(two);
  std::vector<double> q(static_cast<std::size_t>(two.nq()), 0.1), u(static_cast<std::size_t>(two.nu()));
  EXPECT_SAYS(message([&] { calc_base_speeds(two, q, u, Force<double>::zero(), workspace, u); }),
              "has 2 floating bases");
}

template <class T>
class FloatingBaseIn : public ::testing::Test {};
TYPED_TEST_SUITE(FloatingBaseIn, AllScalars);

TYPED_TEST(FloatingBaseIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  auto& [q, u, numbers] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), given = packed<T>(numbers);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  FloatingBase<T> workspace(tree);
  FloatingBase<double> workspace_d(tree_d);
  std::vector<T> tau(given.size()), udot(given.size()), caused(given.size());
  std::vector<double> tau_d(given.size()), udot_d(given.size()), caused_d(given.size());
  calc_floating_inverse_dynamics(tree, {.q = qt, .u = ut, .udot = given}, workspace, udot, tau);
  calc_floating_forward_dynamics(tree, {.q = qt, .u = ut, .tau = given}, workspace, caused);
  for (int i = 0; i < lanes; ++i) {
    const auto l = static_cast<std::size_t>(i);
    calc_floating_inverse_dynamics(tree_d, q[l], u[l], numbers[l], {}, workspace_d, udot_d, tau_d);
    calc_floating_forward_dynamics(tree_d, q[l], u[l], numbers[l], {}, workspace_d, caused_d);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_TRUE(close<ValueOf<T>>(lane(udot[k], i), udot_d[k], 1024, 100));
      EXPECT_TRUE(close<ValueOf<T>>(lane(tau[k], i), tau_d[k], 1024, 1e3));
      EXPECT_TRUE(close<ValueOf<T>>(lane(caused[k], i), caused_d[k], 1024, 1e3));
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::floating_base_test
