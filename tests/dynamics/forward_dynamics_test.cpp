// Forward dynamics against an independent program, and as the inverse of inverse dynamics.

#include "sarrus/dynamics/forward_dynamics.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_dynamics.h"

#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::forward_dynamics_test {
namespace {

class ReferenceForwardDynamics : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceForwardDynamics, AccelerationsAgree) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  ForwardDynamics<double> workspace(tree);
  VectorX<double> udot(tree.nu());
  for (const ReferenceSample& sample : reference.samples) {
    calc_forward_dynamics(tree, sample.q, sample.u, sample.tau, {}, workspace, udot);
    EXPECT_LT((udot - sample.forward_dynamics).norm(), 1e-11 * sample.forward_dynamics.norm());
  }
}
INSTANTIATE_TEST_SUITE_P(Models, ReferenceForwardDynamics,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

/// A tree of every joint type, light bodies far out included, is badly conditioned: what is compared is
/// forces.
TEST(ForwardDynamics, TakesTheForcesBackThatInverseDynamicsGives) {
  Random random(31);
  const Model model = model_of_all_joints();
  const Tree<double> tree(model);
  ForwardDynamics<double> forward(tree);
  InverseDynamics<double> inverse(tree);
  const std::vector<double> q = random_coordinates(model, random), u = random.numbers(model.nu()),
                            tau = random.numbers(model.nu(), -10, 10);
  std::vector<Force<double>> applied;
  for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
  std::vector<double> udot(tau.size()), back(tau.size());
  calc_forward_dynamics(tree, q, u, tau, applied, forward, udot);
  calc_inverse_dynamics(tree, q, u, udot, applied, inverse, back);
  double largest = 1;
  for (double a : udot) largest = std::max(largest, std::abs(a));
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_TRUE(close(back[i], tau[i], 1024, 100 * largest)) << i;
}

TEST(ForwardDynamics, EmptyArgumentsMeanZero) {
  const Model model = load_reference_model("hyq");
  const Tree<double> tree(model);
  ForwardDynamics<double> workspace(tree);
  const std::vector<double> zeros(static_cast<std::size_t>(model.nu()), 0.0);
  std::vector<double> a(zeros), b(zeros);
  const Array<double> q = model.default_q();
  calc_forward_dynamics(tree, q, {}, {}, {}, workspace, a);
  calc_forward_dynamics(tree, q, zeros, zeros, {}, workspace, b);
  EXPECT_EQ(a, b);
  // Nothing holds it up: the trunk's joints give way and the center of mass falls with g; a free body falls
  // with g itself.
  ModelBuilder builder("stone");
  builder.particle("stone", 2.0);
  builder.joint("flight", Translation{}, "world", "stone");
  const Tree<double> stone(builder.build());
  ForwardDynamics<double> of_stone(stone);
  std::vector<double> fall(3);
  calc_forward_dynamics(stone, {1.0, 2.0, 3.0}, {}, {}, {}, of_stone, fall);
  EXPECT_TRUE(close(fall[2], -9.81));
  EXPECT_TRUE(close(fall[0], 0));
}

TEST(ForwardDynamics, RefusesMemoryOfAnotherTree) {
  const Tree<double> small(load_reference_model("ur5")), large(load_reference_model("chain10"));
  ForwardDynamics<double> workspace(small);
  std::vector<double> q(10), udot(10);
  EXPECT_SAYS(message([&] { calc_forward_dynamics(large, q, {}, {}, {}, workspace, udot); }),
              "make one from this tree");
}

template <class T>
class ForwardDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(ForwardDynamicsIn, AllScalars);

TYPED_TEST(ForwardDynamicsIn, AgreesWithDoubleInEveryLaneAndAllocatesNothing) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  auto& [q, u, tau] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), tau_t = packed<T>(tau);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  ForwardDynamics<T> workspace(tree);
  ForwardDynamics<double> workspace_d(tree_d);
  std::vector<T> udot(static_cast<std::size_t>(model.nu()));
  std::vector<double> udot_d(udot.size());
  const long before = allocations();
  calc_forward_dynamics(tree, qt, ut, tau_t, {}, workspace, udot);
  if constexpr (!std::is_same_v<T, DualX>) {
    EXPECT_EQ(allocations() - before, 0);
  }
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_forward_dynamics(tree_d, q[index], u[index], tau[index], {}, workspace_d, udot_d);
    for (std::size_t k = 0; k < udot.size(); ++k)
      EXPECT_TRUE(close<ValueOf<T>>(lane(udot[k], i), udot_d[k], 1024, 1e3));
  }
}

}  // namespace
}  // namespace sarrus::testing::forward_dynamics_test
