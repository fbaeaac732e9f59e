// Divide and conquer against the articulated-body algorithm and against inverse dynamics.

#include "sarrus/tree_methods/divide_and_conquer.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::divide_and_conquer_test {
namespace {

/// A chain of pins with axes across each other, like the links of a real chain.
Model chain(int n) {
  ModelBuilder builder("chain");
  std::string parent = world_name;
  for (int i = 1; i <= n; ++i) {
    const std::string name = "link" + std::to_string(i);
    builder.body(name, RigidInertia<double>::from_central(1, {0, 0, -0.05},
                                                          Sym3<double>::diagonal(0.001, 0.0012, 0.0005)));
    builder.joint("joint" + std::to_string(i), Pin{}, parent, name)
        .axis(i % 2 == 0 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0.3})
        .parent_frame({0, 0, i == 1 ? 0 : -0.1});
    parent = name;
  }
  return builder.build();
}

/// How far the forces that `udot` takes are from `tau`, as a part of the forces that act.
double residual(const Tree<double>& tree, In<double> q, In<double> u, In<double> tau, In<double> udot) {
  InverseDynamics<double> inverse(tree);
  VectorX<double> back(tree.nu()), bias(tree.nu());
  calc_inverse_dynamics(tree, q, u, udot, {}, inverse, back);
  calc_inverse_dynamics(tree, q, u, {}, {}, inverse, bias);
  double difference = 0;
  for (int i = 0; i < tree.nu(); ++i) difference = std::max(difference, std::abs(back[i] - tau[i]));
  return difference / bias.cwiseAbs().maxCoeff();
}

/// Less accurate than the articulated-body algorithm, by a factor of 33 at worst here: the forces that the
/// accelerations take are off by 2e-13 of those that act where that algorithm's are off by 6e-15.
TEST(DivideAndConquer, ChainsOfAnyLength) {
  for (int n : {1, 2, 3, 10, 100, 1000}) {
    const Model model = chain(n);
    const Tree<double> tree(model);
    ForwardDynamics<double> articulated(tree);
    DivideAndConquer<double> divided(tree);
    Random random(5);
    const std::vector<double> q = random.numbers(n, -0.3, 0.3), u = random.numbers(n),
                              tau = random.numbers(n);
    VectorX<double> expected(n), udot(n);
    calc_forward_dynamics(tree, q, u, tau, {}, articulated, expected);
    calc_forward_dynamics(tree, q, u, tau, {}, divided, udot);
    const double error = residual(tree, q, u, tau, udot), usual = residual(tree, q, u, tau, expected);
    EXPECT_LT((udot - expected).norm(), 1e-12 * expected.norm()) << n;
    EXPECT_LT(error, 100 * std::max(usual, 1e-15)) << n;
  }
}

class ReferenceDivideAndConquer : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceDivideAndConquer, AccelerationsAgree) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  DivideAndConquer<double> workspace(tree);
  VectorX<double> udot(tree.nu());
  for (const ReferenceSample& sample : reference.samples) {
    calc_forward_dynamics(tree, sample.q, sample.u, sample.tau, {}, workspace, udot);
    EXPECT_LT((udot - sample.forward_dynamics).norm(), 1e-9 * sample.forward_dynamics.norm());
  }
}
INSTANTIATE_TEST_SUITE_P(Models, ReferenceDivideAndConquer,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

/// Every joint type in both directions in one tree, and forces on bodies.
TEST(DivideAndConquer, TakesTheForcesBackThatInverseDynamicsGives) {
  Random random(31);
  const Model model = model_of_all_joints();
  const Tree<double> tree(model);
  DivideAndConquer<double> divided(tree, 2);
  InverseDynamics<double> inverse(tree);
  const std::vector<double> q = random_coordinates(model, random), u = random.numbers(model.nu()),
                            tau = random.numbers(model.nu(), -10, 10);
  std::vector<Force<double>> applied;
  for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
  std::vector<double> udot(tau.size()), back(tau.size());
  calc_forward_dynamics(tree, q, u, tau, applied, divided, udot);
  calc_inverse_dynamics(tree, q, u, udot, applied, inverse, back);
  double largest = 1;
  for (double a : udot) largest = std::max(largest, std::abs(a));
  for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_TRUE(close(back[i], tau[i], 4096, 100 * largest)) << i;
}

TEST(DivideAndConquer, ThreadsDoNotChangeABit) {
  for (const Model& model : {chain(300), load_reference_model("tree63")}) {
    const Tree<double> tree(model);
    Random random(2);
    const std::vector<double> q = random.numbers(tree.nu()), u = random.numbers(tree.nu()),
                              tau = random.numbers(tree.nu());
    VectorX<double> one(tree.nu()), several(tree.nu());
    DivideAndConquer<double> alone(tree);
    calc_forward_dynamics(tree, q, u, tau, {}, alone, one);
    for (int threads : {2, 3, 5}) {
      DivideAndConquer<double> team(tree, threads);
      for (int repeat = 0; repeat < 20; ++repeat) {
        several.setZero();
        calc_forward_dynamics(tree, q, u, tau, {}, team, several);
        EXPECT_EQ(one, several) << threads;
      }
    }
  }
}

TEST(ThreadTeam, DoesEverythingOnce) {
  for (int threads : {1, 2, 4, 7}) {
    ThreadTeam team(threads);
    EXPECT_EQ(team.size(), threads);
    for (int n : {0, 1, 3, 28, 1001}) {
      std::vector<int> done(static_cast<std::size_t>(n), 0);
      for (int round = 0; round < 50; ++round)
        team.for_each(n, [&](int i) { ++done[static_cast<std::size_t>(i)]; });
      EXPECT_EQ(done, std::vector<int>(static_cast<std::size_t>(n), 50)) << threads << " threads, " << n;
    }
  }
}

TEST(DivideAndConquer, DepthIsTheLogarithmOfTheLength) {
  EXPECT_EQ(DivideAndConquer<double>(Tree<double>(chain(1))).plan.depth(), 1);
  EXPECT_EQ(DivideAndConquer<double>(Tree<double>(chain(64))).plan.depth(), 7);
  EXPECT_EQ(DivideAndConquer<double>(Tree<double>(chain(1000))).plan.depth(), 11);
  EXPECT_LE(DivideAndConquer<double>(Tree<double>(load_reference_model("tree63"))).plan.depth(), 36);
}

TEST(DivideAndConquer, RefusesBodiesWithoutExtent) {
  ModelBuilder builder("strange");
  builder.particle("pea", 0.1).body("end", Random(2).inertia());
  builder.joint("a", Pin{}, "world", "pea");
  builder.joint("b", Pin{}, "pea", "end").axis({1, 0, 0});
  const Tree<double> tree(builder.build());
  EXPECT_SAYS(message([&] { DivideAndConquer<double> workspace(tree); }),
              "body 'pea' has no mass or no extent");
  EXPECT_SAYS(message([&] { ThreadTeam team(0); }), "give 1 to 1024");
}

template <class T>
class DivideAndConquerIn : public ::testing::Test {};
TYPED_TEST_SUITE(DivideAndConquerIn, AllScalars);

TYPED_TEST(DivideAndConquerIn, AgreesWithDoubleInEveryLaneAndAllocatesNothing) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  auto& [q, u, tau] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), tau_t = packed<T>(tau);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  DivideAndConquer<T> workspace(tree);
  ForwardDynamics<double> workspace_d(tree_d);
  std::vector<T> udot(static_cast<std::size_t>(model.nu()));
  std::vector<double> udot_d(udot.size());
  const long before = allocations();
  calc_forward_dynamics(tree, {.q = qt, .u = ut, .tau = tau_t}, workspace, udot);
  if constexpr (!std::is_same_v<T, DualX>) {
    EXPECT_EQ(allocations() - before, 0);
  }
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_forward_dynamics(tree_d, q[index], u[index], tau[index], {}, workspace_d, udot_d);
    for (std::size_t k = 0; k < udot.size(); ++k)
      EXPECT_TRUE(close<ValueOf<T>>(lane(udot[k], i), udot_d[k], 4096, 1e3));
  }
}

}  // namespace
}  // namespace sarrus::testing::divide_and_conquer_test
