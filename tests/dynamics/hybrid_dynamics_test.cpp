// Hybrid dynamics and products with the inverse of the mass matrix, against inverse dynamics, forward
// dynamics and the mass matrix.

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/inverse_mass_matrix.h"
#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::hybrid_dynamics_test {
namespace {

/// A random state of a model, with forces on its bodies.
struct Situation {
  Model model;
  Tree<double> tree{model};
  Random random{23};
  std::vector<double> q = random_coordinates(model, random), u = random.numbers(model.nu()),
                      tau = random.numbers(model.nu(), -10, 10), udot = random.numbers(model.nu());
  std::vector<Force<double>> applied;
  ForwardDynamics<double> forward{tree};
  InverseDynamics<double> inverse{tree};

  explicit Situation(const Model& of) : model(of) {
    for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
  }
  /// The forces that the accelerations take, and how large they are.
  std::vector<double> forces_of(const std::vector<double>& rates) {
    std::vector<double> forces(tau.size());
    calc_inverse_dynamics(tree, q, u, rates, applied, inverse, forces);
    return forces;
  }
};
double largest(const std::vector<double>& v) {
  double size = 1;
  for (const double x : v) size = std::max(size, std::abs(x));
  return size;
}

TEST(ArticulatedHybridDynamics, WithNothingPrescribedIsForwardDynamics) {
  Situation at(model_of_all_joints());
  std::vector<double> udot(at.udot), expected(at.udot);
  calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, at.forward, expected);
  std::vector<double> tau = at.tau;
  calc_hybrid_dynamics(at.tree, at.q, at.u, IndexSet(at.tree.nu()), tau, udot, at.applied, at.forward);
  for (std::size_t k = 0; k < udot.size(); ++k)
    EXPECT_TRUE(close(udot[k], expected[k], 1024, largest(expected)));
  EXPECT_EQ(tau, at.tau);
}

TEST(ArticulatedHybridDynamics, WithEverythingPrescribedIsInverseDynamics) {
  Situation at(model_of_all_joints());
  IndexSet all(at.tree.nu());
  for (int k = 0; k < at.tree.nu(); ++k) all.insert(k);
  std::vector<double> tau(at.tau);
  calc_hybrid_dynamics(at.tree, at.q, at.u, all, tau, at.udot, at.applied, at.forward);
  const std::vector<double> expected = at.forces_of(at.udot);
  for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_TRUE(close(tau[k], expected[k], 64, largest(expected)));
}

/// Named arguments give what the arguments one after the other give; nothing given means zero.
TEST(ArticulatedHybridDynamics, TakesNamedArguments) {
  Situation at(model_of_all_joints());
  IndexSet prescribed(at.tree.nu());
  for (int k = 0; k < at.tree.nu(); k += 2) prescribed.insert(k);
  for (const bool has_given : {true, false}) {
    Array<double> given(at.tree.nu(), 0.0);
    for (int k = 0; k < at.tree.nu() && has_given; ++k)
      given[k] = prescribed.contains(k) ? at.udot[k] : at.tau[k];
    Array<double> tau = given, udot = given, found_tau(tau.size(), 7.0), found_udot = found_tau;
    calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, tau, udot, at.applied, at.forward,
                         {.gravity = false});
    calc_hybrid_dynamics(at.tree,
                         {.q = at.q,
                          .u = at.u,
                          .given = has_given ? In<double>(given) : In<double>(),
                          .forces = at.applied,
                          .gravity = false},
                         prescribed, at.forward, found_tau, found_udot);
    EXPECT_EQ(found_tau, tau);
    EXPECT_EQ(found_udot, udot);
  }
  Array<double> few(2), enough(at.tree.nu());
  EXPECT_THROW(
      calc_hybrid_dynamics(at.tree, {.q = at.q, .given = few}, prescribed, at.forward, enough, enough),
      Error);
  EXPECT_THROW(calc_hybrid_dynamics(at.tree, {.q = at.q}, prescribed, at.forward, few, enough), Error);
}

/// Any subset, single speeds of a joint included: rates and forces together satisfy the equation of motion,
/// and what was given is left alone.
TEST(ArticulatedHybridDynamics, AnySubsetSatisfiesTheEquationOfMotion) {
  Situation at(model_of_all_joints());
  for (int trial = 0; trial < 20; ++trial) {
    IndexSet prescribed(at.tree.nu());
    for (int k = 0; k < at.tree.nu(); ++k)
      if (at.random.number() > 0) prescribed.insert(k);
    std::vector<double> tau = at.tau, udot = at.udot;
    calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, tau, udot, at.applied, at.forward);
    for (int k = 0; k < at.tree.nu(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      EXPECT_EQ(prescribed.contains(k) ? udot[i] : tau[i], prescribed.contains(k) ? at.udot[i] : at.tau[i]);
    }
    const std::vector<double> forces = at.forces_of(udot);
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_TRUE(close(tau[k], forces[k], 1024, 100 * largest(udot)))
          << "speed " << k << ", trial " << trial;
  }
}

/// A port τ₀ − m·u̇ adds m to the diagonal of the mass matrix, also where the motion is prescribed.
TEST(ArticulatedHybridDynamics, PortInertiasAddToTheDiagonal) {
  Situation at(load_reference_model("hyq"));
  const std::vector<double> m = at.random.numbers(at.tree.nu(), 0, 3);
  IndexSet prescribed(at.tree.nu());
  prescribed.insert(2), prescribed.insert(9);
  std::vector<double> tau = at.tau, udot = at.udot;
  calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, tau, udot, at.applied, at.forward,
                       {.port_inertia = m});
  const std::vector<double> forces = at.forces_of(udot);
  for (std::size_t k = 0; k < tau.size(); ++k)
    EXPECT_TRUE(close(tau[k], forces[k] + m[k] * udot[k], 1024, 100 * largest(udot)));
}

TEST(InverseMass, TimesTheMassMatrixIsOne) {
  for (const Model& model : {load_reference_model("hyq"), load_reference_model("tree63")}) {
    Situation at(model);
    PositionKinematics<double> position(at.tree);
    MassMatrix<double> mass(at.tree);
    MatrixX<double> M;
    calc_position_kinematics(at.tree, at.q, position);
    calc_mass_matrix(at.tree, position, mass, M);
    std::vector<double> udot(at.udot);
    calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, at.forward, udot);
    VectorX<double> v = Eigen::Map<const VectorX<double>>(at.tau.data(), at.tree.nu()), x = v;
    calc_inverse_mass_times(at.tree, at.forward, v, x);
    EXPECT_LT((M * x - v).norm(), 1e-11 * v.norm());
  }
}

/// With speeds held, it is the inverse of what is left of the mass matrix.
TEST(InverseMass, LeavesPrescribedSpeedsAlone) {
  Situation at(load_reference_model("hyq"));
  PositionKinematics<double> position(at.tree);
  MassMatrix<double> mass(at.tree);
  MatrixX<double> M;
  calc_position_kinematics(at.tree, at.q, position);
  calc_mass_matrix(at.tree, position, mass, M);
  IndexSet prescribed(at.tree.nu());
  for (const int k : {1, 4, 10}) prescribed.insert(k);
  calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, at.tau, at.udot, at.applied, at.forward);
  const VectorX<double> v = VectorX<double>::LinSpaced(at.tree.nu(), -1, 2);
  VectorX<double> x = v;  // one array for both: nothing of what was in it may stay
  calc_inverse_mass_times(at.tree, at.forward, x, x);
  const VectorX<double> back = M * x;
  for (int k = 0; k < at.tree.nu(); ++k) {
    if (prescribed.contains(k))
      EXPECT_EQ(x[k], 0);
    else
      EXPECT_NEAR(back[k], v[k], 1e-11 * v.norm());
  }
}

/// Each further locked speed makes the evaluation cheaper: from the tip inward, all but the first, which has
/// nothing to hand down anyway.
TEST(ArticulatedHybridDynamics, LockedSpeedsCostLess) {
  const Model model = load_reference_model("chain10");
  const Tree<Count> tree(model);
  ForwardDynamics<Count> workspace(tree);
  const std::vector<Count> q(10, 0.3), u(10, 0.2);
  std::vector<Count> tau(10, 0.0), udot(10, 0.0);
  IndexSet locked(10);
  long before = 1L << 40;
  for (int k = 9; k >= 0; --k) {
    const OperationCount cost =
        Count::of([&] { calc_hybrid_dynamics(tree, q, u, locked, tau, udot, {}, workspace); });
    const long operations = cost.multiplications + cost.additions + cost.divisions;
    EXPECT_LT(operations, before - 50) << 9 - k << " locked";
    EXPECT_EQ(cost.divisions, k + 1);
    before = operations;
    locked.insert(k);
  }
}

/// Half of the speeds or fewer.
IndexSet random_set(int nu, Random& random) {
  IndexSet set(nu);
  for (int k = 0; k < nu; ++k)
    if (random.number() > 0.2) set.insert(k);
  return set;
}

TEST(ArticulatedHybridDynamics, RatesDoNotDependOnWhetherForcesAreWanted) {
  for (const Model& model :
       {model_of_all_joints(), load_reference_model("hyq"), load_reference_model("tree63")}) {
    Situation at(model);
    for (int trial = 0; trial < 10; ++trial) {
      const IndexSet prescribed = random_set(at.tree.nu(), at.random);
      std::vector<double> tau = at.tau, with = at.udot, without = at.udot, untouched = at.tau;
      calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, tau, with, at.applied, at.forward);
      calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, untouched, without, at.applied, at.forward,
                           {.prescribed_forces = false});
      for (std::size_t k = 0; k < with.size(); ++k)
        EXPECT_TRUE(close(without[k], with[k], 1024, largest(with)));
      EXPECT_EQ(untouched, at.tau);
    }
  }
}

/// Packs add held nodes to their links by other functions than single states do.
TEST(ArticulatedHybridDynamics, PacksWithoutForcesAreFourStates) {
  using P = Pack4d;
  Situation at(model_of_all_joints());
  const Tree<P> tree(at.model);
  ForwardDynamics<P> workspace(tree);
  const std::vector<P> q(at.q.begin(), at.q.end()), u(at.u.begin(), at.u.end());
  std::vector<Force<P>> applied;
  for (const Force<double>& F : at.applied) applied.push_back(F.cast<P>());
  for (int trial = 0; trial < 10; ++trial) {
    const IndexSet set = random_set(at.tree.nu(), at.random);
    std::vector<P> tau(at.tau.begin(), at.tau.end()), udot(at.udot.begin(), at.udot.end());
    std::vector<double> forces = at.tau, expected = at.udot;
    calc_hybrid_dynamics<P>(tree, q, u, set, tau, udot, applied, workspace, {.prescribed_forces = false});
    calc_hybrid_dynamics(at.tree, at.q, at.u, set, forces, expected, at.applied, at.forward);
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_TRUE(close(udot[k][trial % 4], expected[k], 1e4, largest(expected))) << k;
  }
}

/// D⁻¹·(1 − L): locks as ones and zeros are those of a set of speeds whose rates are zero.
TEST(LocksAsNumbers, AreThoseOfASet) {
  Situation at(model_of_all_joints());
  for (int trial = 0; trial < 10; ++trial) {
    const IndexSet set = random_set(at.tree.nu(), at.random);
    std::vector<double> locked, expected(at.tau.size(), 0.0), udot(expected), tau = at.tau;
    for (int k = 0; k < at.tree.nu(); ++k) locked.push_back(set.contains(k) ? 1 : 0);
    calc_hybrid_dynamics(at.tree, at.q, at.u, set, tau, expected, at.applied, at.forward);
    calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, at.forward, udot, {.locked = locked});
    for (std::size_t k = 0; k < udot.size(); ++k)
      EXPECT_TRUE(close(udot[k], expected[k], 1e4, largest(expected))) << k;
    // Products with what is left of M⁻¹: moved by it, the free speeds feel the forces they were given.
    std::vector<double> x(at.tau.size()), again(x);
    calc_inverse_mass_times(at.tree, at.forward, at.tau, x);
    calc_hybrid_dynamics(at.tree, at.q, at.u, set, tau, expected, at.applied, at.forward);
    calc_inverse_mass_times(at.tree, at.forward, at.tau, again);
    for (std::size_t k = 0; k < x.size(); ++k) EXPECT_TRUE(close(x[k], again[k], 1e4, largest(x)));
  }
}

TEST(LocksAsNumbers, DifferBetweenTheLanesOfAPack) {
  using P = Pack4d;
  Situation at(load_reference_model("hyq"));
  const Tree<P> tree(at.model);
  ForwardDynamics<P> workspace(tree);
  const auto nu = static_cast<std::size_t>(at.tree.nu());
  std::vector<P> q(at.q.begin(), at.q.end()), u(at.u.begin(), at.u.end()), tau(at.tau.begin(), at.tau.end()),
      locked(nu), udot(nu);
  std::vector<IndexSet> sets;
  for (int i = 0; i < 4; ++i) sets.push_back(random_set(at.tree.nu(), at.random));
  for (std::size_t k = 0; k < nu; ++k)
    locked[k] = P::each(
        [&](int i) { return sets[static_cast<std::size_t>(i)].contains(static_cast<int>(k)) ? 1.0 : 0.0; });
  calc_forward_dynamics<P>(tree, q, u, tau, {}, workspace, udot, {.locked = locked});
  for (int i = 0; i < 4; ++i) {
    std::vector<double> expected(nu, 0.0), forces = at.tau;
    calc_hybrid_dynamics(at.tree, at.q, at.u, sets[static_cast<std::size_t>(i)], forces, expected, {},
                         at.forward);
    for (std::size_t k = 0; k < nu; ++k)
      EXPECT_TRUE(close(udot[k][i], expected[k], 1e4, largest(expected))) << k << ", lane " << i;
  }
}

TEST(ArticulatedHybridDynamics, RefusesASetOfAnotherModel) {
  Situation at(load_reference_model("ur5"));
  EXPECT_SAYS(message([&] {
                calc_hybrid_dynamics(at.tree, at.q, at.u, IndexSet(3), at.tau, at.udot, {}, at.forward);
              }),
              "for 3 speeds, but the model has 6");
  EXPECT_SAYS(message([] { IndexSet(3).insert(3); }), "there is no index 3");
}

}  // namespace
}  // namespace sarrus::testing::hybrid_dynamics_test
