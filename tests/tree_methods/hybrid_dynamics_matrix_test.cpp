// Hybrid dynamics against forward and inverse dynamics, and against the equation of motion between them.

#include "sarrus/tree_methods/hybrid_dynamics_matrix.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::hybrid_dynamics_matrix_test {
namespace {

std::vector<bool> random_choice(int nu, Random& random, double share) {
  std::vector<bool> prescribed;
  for (int k = 0; k < nu; ++k) prescribed.push_back(random.number(0, 1) < share);
  return prescribed;
}

class HybridDynamics : public ::testing::Test {
 protected:
  HybridDynamics() {
    for (int b = 0; b < model_.body_count(); ++b) applied_.push_back(random_.force());
  }
  Random random_{14};
  Model model_ = load_reference_model("tree63");
  Tree<double> tree_{model_};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      tau_ = random_.numbers(model_.nu(), -10, 10), udot_ = random_.numbers(model_.nu());
  std::vector<double> tau_out_ = tau_, udot_out_ = udot_;
  std::vector<Force<double>> applied_;
};

TEST_F(HybridDynamics, WithAllSpeedsFreeIsForwardDynamics) {
  HybridDynamicsMatrix<double> workspace(tree_);
  calc_hybrid_dynamics_by_matrix(tree_, {.q = q_, .u = u_, .given = tau_, .forces = applied_}, workspace,
                                 tau_out_, udot_out_);
  ForwardDynamics<double> forward(tree_);
  std::vector<double> expected(tau_.size());
  calc_forward_dynamics(tree_, q_, u_, tau_, applied_, forward, expected);
  for (std::size_t k = 0; k < tau_.size(); ++k) EXPECT_TRUE(close(udot_out_[k], expected[k], 4096, 1e3)) << k;
  EXPECT_EQ(tau_out_, tau_);
}

TEST_F(HybridDynamics, WithAllSpeedsPrescribedIsInverseDynamics) {
  HybridDynamicsMatrix<double> workspace(tree_, std::vector<bool>(tau_.size(), true));
  calc_hybrid_dynamics_by_matrix(tree_, q_, u_, {}, udot_, applied_, workspace, tau_out_, udot_out_);
  InverseDynamics<double> inverse(tree_);
  std::vector<double> expected(tau_.size());
  calc_inverse_dynamics(tree_, q_, u_, udot_, applied_, inverse, expected);
  EXPECT_EQ(tau_out_, expected);
  EXPECT_EQ(udot_out_, udot_);
}

/// Every joint type, prescribed speeds inside joints of several, and outputs in the arrays of the inputs.
TEST(HybridDynamicsOfAllJoints, SatisfiesTheEquationOfMotion) {
  Random random(15);
  const Model model = model_of_all_joints();
  const Tree<double> tree(model);
  HybridDynamicsMatrix<double> workspace(tree);
  InverseDynamics<double> inverse(tree);
  for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
    const std::vector<bool> prescribed = random_choice(tree.nu(), random, share);
    workspace.set_prescribed(tree, prescribed);
    const std::vector<double> q = random_coordinates(model, random), u = random.numbers(tree.nu()),
                              tau = random.numbers(tree.nu(), -10, 10), udot = random.numbers(tree.nu());
    std::vector<double> tau_out = tau, udot_out = udot, expected(tau.size());
    const long before = allocations();
    calc_hybrid_dynamics_by_matrix(tree, q, u, tau_out, udot_out, {}, workspace, tau_out, udot_out);
    EXPECT_EQ(allocations() - before, 0);
    calc_inverse_dynamics(tree, q, u, udot_out, {}, inverse, expected);
    double largest = 1;
    for (double a : udot_out) largest = std::max(largest, std::abs(a));
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_TRUE(close(tau_out[k], expected[k], 1024, 100 * largest)) << share << ", speed " << k;
      EXPECT_EQ(prescribed[k] ? udot_out[k] : tau_out[k], prescribed[k] ? udot[k] : tau[k]);
    }
  }
}

/// In a chain each prescribed speed shortens the rows of those beyond it: with every other one prescribed the
/// factors cost what those of a chain half as long do. Prescribing where a tree branches cuts it in pieces.
TEST(HybridDynamicsPattern, PrescribedSpeedsMakeTheFactorsSmaller) {
  const Tree<double> chain(load_reference_model("chain10"));
  std::vector<bool> every_other;
  for (int k = 0; k < 10; ++k) every_other.push_back(k % 2 == 0);
  HybridDynamicsMatrix<double> workspace(chain, every_other);
  EXPECT_EQ(workspace.free, (std::vector<int>{1, 3, 5, 7, 9}));
  EXPECT_EQ(workspace.free_mass.pattern().parents(), (std::vector<int>{-1, 0, 1, 2, 3}));

  const Tree<double> legged(load_reference_model("hyq"));
  std::vector<bool> base(static_cast<std::size_t>(legged.nu()), false);
  for (int k = 0; k < 6; ++k) base[static_cast<std::size_t>(k)] = true;
  const HybridDynamicsMatrix<double> legs(legged, base);
  EXPECT_EQ(legs.free_mass.pattern().parents(), (std::vector<int>{-1, 0, 1, -1, 3, 4, -1, 6, 7, -1, 9, 10}));
}

TEST(HybridDynamicsPattern, RefusesAListOfTheWrongLength) {
  const Tree<double> tree(load_reference_model("ur5"));
  EXPECT_SAYS(message([&] { HybridDynamicsMatrix<double>(tree, IndexSet(2)); }),
              "for 2 speeds, but the model has 6");
}

template <class T>
class HybridDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(HybridDynamicsIn, AllScalars);

TYPED_TEST(HybridDynamicsIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  const std::vector<bool> prescribed = random_choice(model.nu(), random, 0.5);
  LaneStates states(model, lanes, random);
  auto& [q, u, numbers] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), given = packed<T>(numbers);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  HybridDynamicsMatrix<T> workspace(tree, prescribed);
  HybridDynamicsMatrix<double> workspace_d(tree_d, prescribed);
  std::vector<T> tau(given.size()), udot(given.size());
  std::vector<double> tau_d(given.size()), udot_d(given.size());
  calc_hybrid_dynamics_by_matrix(tree, qt, ut, given, given, {}, workspace, tau, udot);
  for (int i = 0; i < lanes; ++i) {
    const auto l = static_cast<std::size_t>(i);
    calc_hybrid_dynamics_by_matrix(tree_d, q[l], u[l], numbers[l], numbers[l], {}, workspace_d, tau_d,
                                   udot_d);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_TRUE(close<ValueOf<T>>(lane(udot[k], i), udot_d[k], 1024, 1e3));
      EXPECT_TRUE(close<ValueOf<T>>(lane(tau[k], i), tau_d[k], 1024, 1e4));
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::hybrid_dynamics_matrix_test
