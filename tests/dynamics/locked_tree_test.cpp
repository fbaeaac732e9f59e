// Trees with rigid joints, against the same mechanism described with welds, against inverse dynamics and
// hybrid dynamics of the whole tree.

#include "sarrus/dynamics/locked_tree.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"
#include "tests/support/welded_model.h"

namespace sarrus::testing::locked_tree_test {
namespace {

double largest(const std::vector<double>& v) {
  double size = 1;
  for (const double x : v) size = std::max(size, std::abs(x));
  return size;
}

/// A random state of a model with forces and ports, and locks on joints.
struct Situation {
  Model model;
  IndexSet locked{model.nu()};
  Tree<double> tree{model};
  Random random{23};
  std::vector<double> q = random_coordinates(model, random), u = random.numbers(model.nu()),
                      tau = random.numbers(model.nu(), -10, 10), ports = random.numbers(model.nu(), 0, 2),
                      udot = std::vector<double>(u.size(), 0.0);
  std::vector<Force<double>> applied;

  explicit Situation(const Model& of) : model(of) {
    for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
  }
  void lock(int body) {
    for (int k = model.body(body).u0; k < model.body(body).u0 + model.body(body).nu; ++k) locked.insert(k);
  }
  void lock_some() {
    for (int b = 1; b < model.body_count(); ++b)
      if (random.number() > 0) lock(b);
  }
  ForwardDynamicsOptions<double> options(bool with_ports) const {
    return {.port_inertia = with_ports ? In<double>(ports) : In<double>()};
  }
  /// Rates by the tree with rigid joints.
  void calc(bool with_ports = false) {
    LockedTree<double> rigid(tree, locked);
    rigid.set_coordinates(tree, q);
    ForwardDynamics<double> workspace(rigid.tree());
    std::fill(udot.begin(), udot.end(), 0.0);
    calc_forward_dynamics(rigid.tree(), q, u, tau, applied, workspace, udot, options(with_ports));
  }
  /// The same of the mechanism with welds.
  std::vector<double> rates_with_welds(bool with_ports) const {
    const Model welded = welded_model(model, locked, q);
    const Tree<double> other(welded);
    ForwardDynamics<double> workspace(other);
    const std::vector<double> m = speeds_left(model, locked, ports);
    std::vector<double> rates(static_cast<std::size_t>(other.nu()));
    calc_forward_dynamics(other, coordinates_left(model, locked, q), speeds_left(model, locked, u),
                          speeds_left(model, locked, tau), applied, workspace, rates,
                          {.port_inertia = with_ports ? In<double>(m) : In<double>()});
    return rates;
  }
  void expect_rates_with_welds(bool with_ports = false) {
    calc(with_ports);
    const std::vector<double> found = speeds_left(model, locked, udot),
                              expected = rates_with_welds(with_ports);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k)
      EXPECT_TRUE(close(found[k], expected[k], 4096, largest(expected))) << k;
  }
};

TEST(LockedTree, IsTheMechanismWithWelds) {
  for (unsigned seed = 11; seed < 21; ++seed) {
    Situation at(model_of_all_joints(seed));
    at.lock_some();
    at.expect_rates_with_welds();
    at.expect_rates_with_welds(true);
  }
}

TEST(LockedTree, OfRobotsIsTheMechanismWithWelds) {
  for (const char* name : {"ur5", "hyq", "tree63"}) {
    Situation at(load_reference_model(name));
    at.lock_some();
    at.expect_rates_with_welds(true);
  }
}

TEST(LockedTree, MayHaveALockedBaseOrLockedEnds) {
  for (const int part : {0, 1, 2}) {
    Situation at(load_reference_model("hyq"));
    const int bodies = at.model.body_count();
    for (int b = 1; b < bodies; ++b)
      if ((part == 0) == (b == 1) && (part < 2 || b > bodies / 2)) at.lock(b);
    at.expect_rates_with_welds();
  }
}

/// A joint gives way as soon as one of its speeds is not locked.
TEST(LockedTree, TakesWholeJointsOnly) {
  Situation at(model_of_all_joints());
  for (int b = 1; b < at.model.body_count(); ++b)
    if (at.model.body(b).nu > 1) at.locked.insert(at.model.body(b).u0);
  const LockedTree<double> rigid(at.tree, at.locked);
  EXPECT_EQ(rigid.speeds().count(), 0);
  EXPECT_EQ(rigid.tree().node_count(), at.tree.node_count());
}

TEST(LockedTree, WithNothingLockedIsTheTree) {
  Situation at(model_of_all_joints());
  at.calc();
  std::vector<double> expected(at.udot);
  ForwardDynamics<double> workspace(at.tree);
  calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, workspace, expected);
  EXPECT_EQ(at.udot, expected);
}

TEST(LockedTree, WithEverythingLockedIsTheWorld) {
  Situation at(model_of_all_joints());
  for (int b = 1; b < at.model.body_count(); ++b) at.lock(b);
  const LockedTree<double> rigid(at.tree, at.locked);
  EXPECT_EQ(rigid.tree().node_count(), 1);
  EXPECT_EQ(rigid.speeds(), at.locked);
  at.calc();
  EXPECT_EQ(at.udot, std::vector<double>(at.udot.size(), 0.0));
}

/// The rates satisfy the equation of motion of the whole tree at the joints that are not locked.
TEST(LockedTree, LeavesNoForceMissingWhereJointsMove) {
  Situation at(model_of_all_joints(5));
  at.lock_some();
  at.calc();
  for (int k = 0; k < at.model.nu(); ++k)
    if (at.locked.contains(k)) at.u[static_cast<std::size_t>(k)] = 0;
  std::vector<double> forces(at.u.size());
  InverseDynamics<double> inverse(at.tree);
  calc_inverse_dynamics(at.tree, at.q, at.u, at.udot, at.applied, inverse, forces);
  for (std::size_t k = 0; k < forces.size(); ++k)
    EXPECT_TRUE(at.locked.contains(static_cast<int>(k)) ||
                close(forces[k], at.tau[k], 4096, 100 * largest(at.udot)))
        << k;
}

TEST(LockedTree, HasTheBodiesWhereTheyAre) {
  Situation at(model_of_all_joints());
  at.lock_some();
  LockedTree<double> rigid(at.tree, at.locked);
  rigid.set_coordinates(at.tree, at.q);
  PositionKinematics<double> whole(at.tree), pieces(rigid.tree());
  calc_position_kinematics(at.tree, at.q, whole);
  calc_position_kinematics(rigid.tree(), at.q, pieces);
  for (int b = 1; b < at.model.body_count(); ++b)
    EXPECT_TRUE(close(calc_pose(rigid.tree(), pieces, b), calc_pose(at.tree, whole, b), 256)) << b;
}

/// Other joints may be held at given rates as well.
TEST(LockedTree, TakesPartInHybridDynamics) {
  Situation at(load_reference_model("tree63"));
  at.lock_some();
  IndexSet others(at.model.nu()), all(at.locked);
  std::vector<double> given(at.u.size(), 0.0);
  for (int k = 0; k < at.model.nu(); ++k) {
    if (at.locked.contains(k)) at.u[static_cast<std::size_t>(k)] = 0;
    if (at.locked.contains(k) || k % 5 > 0) continue;
    others.insert(k), all.insert(k);
    given[static_cast<std::size_t>(k)] = at.random.number();
  }
  LockedTree<double> rigid(at.tree, at.locked);
  rigid.set_coordinates(at.tree, at.q);
  ForwardDynamics<double> pieces(rigid.tree()), whole(at.tree);
  std::vector<double> found = given, expected = given, tau = at.tau, tau_of_whole = at.tau;
  calc_hybrid_dynamics(rigid.tree(), at.q, at.u, others, tau, found, at.applied, pieces);
  calc_hybrid_dynamics(at.tree, at.q, at.u, all, tau_of_whole, expected, at.applied, whole);
  for (int k = 0; k < at.model.nu(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_TRUE(close(found[i], expected[i], 4096, largest(expected))) << k;
    if (!others.contains(k)) continue;
    EXPECT_TRUE(close(tau[i], tau_of_whole[i], 4096, largest(tau_of_whole))) << k;
  }
}

TEST(LockedTree, FollowsCoordinatesAndParametersWithoutAskingForMemory) {
  Situation at(model_of_all_joints());
  at.lock_some();
  LockedTree<double> rigid(at.tree, at.locked);
  ForwardDynamics<double> workspace(rigid.tree());
  const std::vector<double> elsewhere = random_coordinates(at.model, at.random);
  Parameters<double> heavier(at.model);
  for (RigidInertia<double>& inertia : heavier.inertia) inertia = 1.5 * inertia;
  heavier.gravity = {1, 2, 3};
  for (Pose<double>& X : heavier.X_PF) X.p.x += 0.1;
  const auto calc = [&](const std::vector<double>& q) {
    rigid.set_coordinates(at.tree, q);
    calc_forward_dynamics(rigid.tree(), q, at.u, at.tau, at.applied, workspace, at.udot);
  };
  const long before = allocations();
  calc(at.q), calc(elsewhere);
  at.tree.set_parameters(heavier);
  rigid.set_parameters(at.tree);
  calc(elsewhere);
  EXPECT_EQ(allocations(), before);
  const std::vector<double> found = at.udot;
  at.q = elsewhere;
  at.calc();
  EXPECT_EQ(found, at.udot);
}

/// What is left costs as much as a mechanism that was described with welds, operation by operation.
TEST(LockedTree, CostsWhatTheMechanismWithWeldsCosts) {
  Situation at(load_reference_model("tree63"));
  at.lock_some();
  const auto count = [](const Tree<Count>& tree) {
    const std::vector<Count> q(static_cast<std::size_t>(tree.nq()), 0.3),
        u(static_cast<std::size_t>(tree.nu()), 0.2);
    std::vector<Count> udot(u);
    ForwardDynamics<Count> workspace(tree);
    return Count::of([&] { calc_forward_dynamics(tree, q, u, u, {}, workspace, udot); });
  };
  const Tree<Count> whole(at.model), welded(welded_model(at.model, at.locked, at.q));
  const LockedTree<Count> rigid(whole, at.locked);
  const OperationCount found = count(rigid.tree()), expected = count(welded);
  EXPECT_EQ(found.multiplications, expected.multiplications);
  EXPECT_EQ(found.additions, expected.additions);
  EXPECT_LT(found.multiplications, 0.7 * static_cast<double>(count(whole).multiplications));
}

/// Derivatives with respect to coordinates of locked joints too.
TEST(LockedTree, CarriesDerivatives) {
  Situation at(load_reference_model("ur5"));
  at.lock(2), at.lock(4);
  for (int k = 0; k < at.model.nu(); ++k)
    if (at.locked.contains(k)) at.u[static_cast<std::size_t>(k)] = 0;
  const Tree<Dual8> tree(at.model);
  std::vector<Dual8> q(at.q.begin(), at.q.end()), u(at.u.begin(), at.u.end()),
      tau(at.tau.begin(), at.tau.end()), found(u.size(), Dual8(0)), expected(found), held(tau);
  for (std::size_t k = 0; k < q.size(); ++k) q[k] = Dual8::variable(at.q[k], static_cast<int>(k));
  LockedTree<Dual8> rigid(tree, at.locked);
  rigid.set_coordinates(tree, q);
  ForwardDynamics<Dual8> pieces(rigid.tree()), whole(tree);
  calc_forward_dynamics(rigid.tree(), q, u, tau, {}, pieces, found);
  calc_hybrid_dynamics(tree, q, u, at.locked, held, expected, {}, whole);
  for (std::size_t k = 0; k < u.size(); ++k)
    for (int j = 0; j < at.model.nq(); ++j)
      EXPECT_TRUE(close(found[k].partial[j], expected[k].partial[j], 1e5, 100)) << k << ", " << j;
}

/// All lanes of a pack share where the joints are locked.
TEST(LockedTree, ServesPacks) {
  Situation at(load_reference_model("hyq"));
  at.lock_some();
  const Tree<Pack4d> tree(at.model);
  LockedTree<Pack4d> rigid(tree, at.locked);
  rigid.set_coordinates(tree, at.q);
  ForwardDynamics<Pack4d> workspace(rigid.tree());
  std::vector<Pack4d> q, u, tau, udot(at.u.size(), Pack4d(0));
  for (const double x : at.q) q.push_back(Pack4d(x));
  for (const double x : at.u) u.push_back(Pack4d(x));
  for (const double x : at.tau) tau.push_back(Pack4d(x));
  calc_forward_dynamics(rigid.tree(), q, u, tau, {}, workspace, udot);
  at.applied.assign(at.applied.size(), Force<double>::zero());
  at.calc();
  for (std::size_t k = 0; k < udot.size(); ++k)
    for (int i = 0; i < 4; ++i) EXPECT_TRUE(close(lane(udot[k], i), at.udot[k], 4096, largest(at.udot))) << k;
}

TEST(LockedTree, SaysWhatIsWrong) {
  Situation at(load_reference_model("ur5"));
  expect_error([&] { LockedTree<double>(at.tree, IndexSet(3)); }, {"3", "6"});
  LockedTree<double> rigid(at.tree, at.locked);
  expect_error([&] { rigid.set_coordinates(at.tree, std::vector<double>(2)); }, {"q", "2", "6"});
}

}  // namespace
}  // namespace sarrus::testing::locked_tree_test
