#include "sarrus/dynamics/coupled_speeds.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/loops/internal/coupling_rows.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/random.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::coupled_speeds_test {

using namespace internal;
namespace {

/// A random tree in a random state under random forces.
struct Case {
  Case(testing::RandomTree shape, unsigned seed)
      : random(seed),
        model(testing::random_tree(shape)),
        tree(model),
        q(static_cast<std::size_t>(tree.nq())) {
    const Array<double> start = model.default_q();
    for (int i = 0; i < tree.nq(); ++i) q[static_cast<std::size_t>(i)] = start[i] + 0.3 * random.number();
    normalize_quaternions(model, Out<double>(q));
    u = random.numbers(tree.nu()), tau = random.numbers(tree.nu());
    ports = random.numbers(tree.nu(), 0, 1);
    for (int b = 0; b < tree.body_count(); ++b) forces.push_back(random.force());
  }
  /// Random speeds follow up to three that follow none.
  std::vector<FollowingSpeed> couplings(int count, bool with_biases) {
    std::vector<FollowingSpeed> all;
    std::vector<int> order(static_cast<std::size_t>(tree.nu()));
    for (int k = 0; k < tree.nu(); ++k) order[static_cast<std::size_t>(k)] = k;
    for (std::size_t k = order.size(); k > 1; --k)
      std::swap(order[k - 1], order[static_cast<std::size_t>(random.index(static_cast<int>(k)))]);
    for (int i = 0; i < count; ++i) {
      FollowingSpeed f{order[static_cast<std::size_t>(i)], {}, {}, with_biases ? random.number() : 0};
      for (int j = random.index(3); j >= 0; --j) {
        const int leader =
            order[static_cast<std::size_t>(count + random.index(static_cast<int>(order.size()) - count))];
        if (std::find(f.leaders.begin(), f.leaders.end(), leader) != f.leaders.end()) continue;
        f.leaders.push_back(leader), f.coefficients.push_back(random.number(-2, 2));
      }
      all.push_back(std::move(f));
    }
    return all;
  }
  /// Gᵀ·M·G·v̇ = Gᵀ·(τ − c − M·g), dense.
  Eigen::VectorXd wanted(const std::vector<FollowingSpeed>& following, bool with_ports) {
    const int n = tree.nu();
    Eigen::MatrixXd G = Eigen::MatrixXd::Identity(n, n), M;
    Eigen::VectorXd g = Eigen::VectorXd::Zero(n), c(n);
    std::vector<char> follows(static_cast<std::size_t>(n), 0);
    for (const FollowingSpeed& f : following) {
      G.row(f.speed).setZero(), g[f.speed] = f.bias, follows[static_cast<std::size_t>(f.speed)] = 1;
      for (std::size_t i = 0; i < f.leaders.size(); ++i) G(f.speed, f.leaders[i]) = f.coefficients[i];
    }
    Eigen::MatrixXd columns(n, n - static_cast<int>(following.size()));
    for (int k = 0, to = 0; k < n; ++k)
      if (!follows[static_cast<std::size_t>(k)]) columns.col(to++) = G.col(k);
    PositionKinematics<double> position(tree);
    calc_position_kinematics(tree, In<double>(q), position);
    MassMatrix<double> mass(tree);
    calc_mass_matrix(tree, position, mass, M);
    for (int k = 0; k < n && with_ports; ++k) M(k, k) += ports[static_cast<std::size_t>(k)];
    InverseDynamics<double> inverse(tree);
    calc_inverse_dynamics(tree, In<double>(q), In<double>(u), In<double>(), In<Force<double>>(forces),
                          inverse, Out<double>(c));
    const Eigen::Map<const Eigen::VectorXd> applied(tau.data(), n);
    const Eigen::MatrixXd D = columns.transpose() * M * columns;
    return columns * D.ldlt().solve(columns.transpose() * (applied - c - M * g)) + g;
  }

  testing::Random random;
  Model model;
  Tree<double> tree;
  std::vector<double> q, u, tau, ports;
  std::vector<Force<double>> forces;
};

void expect_same(Case& c, const std::vector<FollowingSpeed>& following, CoupledSpeeds& coupled,
                 bool with_ports) {
  ForwardDynamics<double> memory(c.tree);
  Eigen::VectorXd udot(c.tree.nu());
  ForwardDynamicsOptions<double> options{.couplings = &coupled};
  if (with_ports) options.port_inertia = c.ports;
  calc_forward_dynamics(c.tree, In<double>(c.q), In<double>(c.u), In<double>(c.tau),
                        In<Force<double>>(c.forces), memory, Out<double>(udot), options);
  const Eigen::VectorXd wanted = c.wanted(following, with_ports);
  EXPECT_LT((udot - wanted).norm(), 1e-9 * (1 + wanted.norm())) << c.model.name();
}

TEST(CoupledSpeeds, MoveAsTheEquationsInTheLeadersSay) {
  using testing::TreeJoints;
  using testing::TreeShape;
  int groups_of_many = 0;
  for (unsigned seed = 1; seed <= 90; ++seed) {
    Case c({.bodies = 2 + static_cast<int>(seed % 23),
            .seed = seed,
            .shape = seed % 3 == 0   ? TreeShape::chain
                     : seed % 3 == 1 ? TreeShape::random
                                     : TreeShape::star,
            .joints = seed % 2 == 0 ? TreeJoints::all : TreeJoints::pins,
            .floating = seed % 5 == 0},
           seed);
    if (c.tree.nu() < 3) continue;
    const auto following = c.couplings(1 + static_cast<int>(seed % 4) * (c.tree.nu() - 2) / 5, seed % 4 == 1);
    CoupledSpeeds coupled(c.tree, following);
    groups_of_many += coupled.largest_group() > 3;
    expect_same(c, following, coupled, false);
    expect_same(c, following, coupled, true);
  }
  EXPECT_GT(groups_of_many, 20);
}

TEST(CoupledSpeeds, TakeOtherCoefficients) {
  Case c({.bodies = 12, .seed = 7, .joints = testing::TreeJoints::pins}, 7);
  auto following = c.couplings(4, false);
  CoupledSpeeds coupled(c.tree, following);
  for (FollowingSpeed& f : following) {
    f.bias = c.random.number();
    for (double& coefficient : f.coefficients) coefficient = c.random.number(-2, 2);
  }
  coupled.set(following);
  expect_same(c, following, coupled, false);
}

TEST(CoupledSpeeds, RefuseChains) {
  Case c({.bodies = 5, .seed = 3, .shape = testing::TreeShape::chain, .joints = testing::TreeJoints::pins},
         3);
  EXPECT_THROW(CoupledSpeeds(c.tree, {{1, {2}, {1.0}}, {2, {3}, {1.0}}}), Error);
  EXPECT_THROW(CoupledSpeeds(c.tree, {{1, {2}, {1.0}}, {1, {3}, {1.0}}}), Error);
}

/// Rows R at random speeds; those of different parts of the tree stand apart.
TEST(CouplingRows, AreSolvedForAsManySpeeds) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Case c({.bodies = 14, .seed = seed, .joints = testing::TreeJoints::pins}, seed);
    std::vector<ConstraintPlace> places;
    for (int i = 0; i < 5; ++i) {
      std::vector<int> speeds{c.random.index(c.tree.nu())};
      const int other = c.random.index(c.tree.nu());
      if (other != speeds[0]) speeds.push_back(other);
      places.push_back({1, 0, {}, speeds});
    }
    ConstraintJacobian G(c.tree, places);
    PositionKinematics<double> position(c.tree);
    const LaneRotation<double> R_FW(Mat3<double>::identity());
    for (int i = 0; i < 5; ++i) {
      const std::vector<double> entries = c.random.numbers(2, 0.1, 3);
      G.set(c.tree, position, i, {&R_FW, nullptr, nullptr, entries.data()});
    }
    MatrixX<double> R;
    G.calc_full(R);
    const auto solved = solve_coupling_rows(c.tree, G);
    const Eigen::FullPivLU<Eigen::MatrixXd> lu(R);
    ASSERT_EQ(solved.has_value(), lu.rank() == R.rows());
    if (!solved) continue;
    // Whatever the leaders do, the rows hold.
    Eigen::VectorXd u(c.tree.nu()), lambda = Eigen::VectorXd::Zero(5), wanted(5);
    for (int k = 0; k < c.tree.nu(); ++k) u[k] = c.random.number();
    for (int i = 0; i < 5; ++i) wanted[i] = c.random.number();
    const Eigen::VectorXd exerted = R.transpose() * wanted;
    for (const CouplingRows& rows : *solved) {
      for (const FollowingSpeed& f : rows.following) {
        u[f.speed] = 0;
        for (std::size_t i = 0; i < f.leaders.size(); ++i) u[f.speed] += f.coefficients[i] * u[f.leaders[i]];
      }
      rows.calc_multipliers(exerted, Out<double>(lambda));
    }
    EXPECT_LT((R * u).norm(), 1e-11);
    EXPECT_LT((lambda - wanted).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace sarrus::testing::coupled_speeds_test
