#include "sarrus/loops/internal/constrained_dynamics.h"

#include <gtest/gtest.h>

#include <fmt/core.h>

#include <Eigen/Dense>
#include <random>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "tests/support/random.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::constrained_dynamics_test {

using namespace internal;
namespace {

/// Constraints at random places of a random tree, with random coefficients.
struct Case {
  Case(int bodies, int constraints, unsigned seed, double held_share)
      : Case(testing::random_tree({.bodies = bodies, .seed = seed}), seed) {
    for (int c = 0; c < constraints; ++c) {
      const int near = static_cast<int>(random() % static_cast<unsigned>(bodies + 1));
      const int far = std::min(bodies, near + 1 + static_cast<int>(random() % 4));
      if (near == far) continue;
      places.push_back({1 + static_cast<int>(random() % 3), near, {far}, {}});
      if (c % 3 == 0 && tree.nu() > 0)
        places.back().speeds.push_back(static_cast<int>(random() % static_cast<unsigned>(tree.nu())));
    }
    for (int k = 0; k < tree.nu(); ++k)
      if (number() < 2 * held_share - 1) held.insert(k);
    G.emplace(tree, places);
    for (int b = 0; b < static_cast<int>(places.size()); ++b) set(b);
  }
  /// Without constraints.
  Case(Model given, unsigned seed)
      : model(std::move(given)), tree(model), position(tree), random(seed), held(tree.nu()) {
    std::vector<double> q(static_cast<std::size_t>(tree.nq()));
    const Array<double> start = model.default_q();
    for (int i = 0; i < tree.nq(); ++i) q[static_cast<std::size_t>(i)] = start[i] + 0.3 * number();
    calc_position_kinematics(tree, In<double>(q), position);
  }
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random); }
  Vec3<double> vector() { return {number(), number(), number()}; }
  /// Ports on all speeds.
  void add_ports() {
    for (int k = 0; k < tree.nu(); ++k) ports.push_back(1 + number());
  }
  void set(int b) {
    const ConstraintPlace& place = places[static_cast<std::size_t>(b)];
    std::vector<Force<double>> wrenches;
    for (int r = 0; r < place.rows; ++r) wrenches.push_back({vector(), vector()});
    if (place.rows == 3 && b % 2 == 0 && makes_dependent) wrenches[2] = 2.0 * wrenches[0] - wrenches[1];
    std::vector<double> speeds(static_cast<std::size_t>(place.rows) * place.speeds.size(), 0.0);
    for (std::size_t r = 0; r < speeds.size() && r < 2; ++r) speeds[r] = number();
    if (speeds.size() == 3) speeds[2] = b % 2 == 0 ? 2 * speeds[0] - speeds[1] : number();
    const Lane3d p(vector());
    const LaneRotation<double> R_FW(Rotation<double>::about_x(0.3).matrix());
    G->set(tree, position, b, {&R_FW, &p, wrenches.data(), speeds.data()});
  }

  Model model;
  Tree<double> tree;
  PositionKinematics<double> position;
  std::mt19937 random;
  std::vector<ConstraintPlace> places;
  IndexSet held;
  std::optional<ConstraintJacobian> G;
  std::vector<double> ports;  // empty: none
  bool makes_dependent = true;
};

/// Least-squares solution of the whole system of equations.
struct Wanted {
  explicit Wanted(const Case& c, const Eigen::VectorXd& f, const Eigen::VectorXd& b) {
    MassMatrix<double> workspace(c.tree);
    MatrixX<double> M, G;
    calc_mass_matrix(c.tree, c.position, workspace, M);
    c.G->calc_full(G);
    for (int k = 0; k < static_cast<int>(c.ports.size()); ++k)
      M(k, k) += c.ports[static_cast<std::size_t>(k)];
    Eigen::VectorXd forces = f;
    for (int k = 0; k < c.tree.nu(); ++k)
      if (c.held.contains(k))
        M.row(k).setZero(), M.col(k).setZero(), G.col(k).setZero(), M(k, k) = 1, forces[k] = 0;
    const Eigen::MatrixXd inverse = M.inverse(), A = G * inverse * G.transpose();
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> dense = [&] {
      Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> d;
      d.setThreshold(1e-10);
      d.compute(A);
      return d;
    }();
    lambda = dense.solve(b - G * inverse * forces);
    x = inverse * (forces + G.transpose() * lambda);
    rank = static_cast<int>(dense.rank());
  }
  Eigen::VectorXd x, lambda;
  int rank;
};

void expect_solution(const Case& c, ConstraintMethod method, const Eigen::VectorXd& f,
                     const Eigen::VectorXd& b, const Wanted& wanted, double tolerance) {
  ConstrainedDynamics dynamics(c.tree, *c.G, c.held, method);
  dynamics.factor(c.tree, c.position, *c.G, 0, c.ports);
  EXPECT_EQ(dynamics.rank(), wanted.rank);
  Eigen::VectorXd x(c.tree.nu()), lambda(c.G->rows());
  dynamics.solve(c.tree, c.position, f, b, x, lambda);
  EXPECT_LT((x - wanted.x).norm(), tolerance * (1 + wanted.x.norm())) << c.model.name();
  EXPECT_LT((lambda - wanted.lambda).norm(), 10 * tolerance * (1 + wanted.lambda.norm())) << c.model.name();
}

TEST(ConstrainedDynamics, MethodsSolveTheFullEquations) {
  int redundant = 0, held = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    Case c(2 + static_cast<int>(seed % 20), 1 + static_cast<int>(seed % 7), seed, seed % 3 == 0 ? 0.3 : 0);
    if (c.places.empty() || c.tree.nu() == 0) continue;
    if (seed % 4 == 0) c.add_ports();
    MatrixX<double> G;
    c.G->calc_full(G);
    Eigen::VectorXd f(c.tree.nu()), consistent(c.tree.nu());
    for (int k = 0; k < c.tree.nu(); ++k)
      f[k] = c.number(), consistent[k] = c.held.contains(k) ? 0 : c.number();
    const Eigen::VectorXd b = G * consistent;
    const Wanted wanted(c, f, b);
    redundant += wanted.rank<c.G->rows(), held += c.held.count()> 0;
    for (const ConstraintMethod method :
         {ConstraintMethod::mass_matrix, ConstraintMethod::clusters, ConstraintMethod::loops})
      expect_solution(c, method, f, b, wanted, 1e-7);
  }
  EXPECT_GT(redundant, 5);
  EXPECT_GT(held, 5);
}

/// A floating body with legs of two to four speeds, each held by as many rows, and an arm that is free.
Case robot_with_held_feet(int legs, unsigned seed, bool makes_dependent) {
  testing::Random random(seed);
  ModelBuilder builder(fmt::format("robot {}", seed));
  const auto add = [&](const std::string& body, const std::string& parent, Joint joint) {
    builder.body(body, random.inertia());
    builder.joint("to " + body, std::move(joint), parent, body)
        .parent_frame(random.pose())
        .child_frame(random.pose());
  };
  add("trunk", "world", Free{});
  for (int leg = 0; leg < legs; ++leg) {
    const std::string name = fmt::format("leg {} ", leg);
    add(name + "a", "trunk", leg % 2 == 0 ? Joint(Universal{}) : Joint(Cylinder{}));
    if (leg % 4 < 2) add(name + "b", name + "a", leg % 3 == 0 ? Joint(Slider{}) : Joint(Pin{}));
    if (leg % 4 == 3) add(name + "b", name + "a", Cylinder{});
  }
  add("arm", "trunk", Ball{});
  add("hand", "arm", Pin{});
  Case c(builder.build(), seed);
  c.makes_dependent = makes_dependent;
  for (int leg = 0; leg < legs; ++leg) {
    const int speeds = leg % 4 < 2 ? 3 : leg % 4 == 2 ? 2 : 4;
    c.places.push_back(
        {speeds, 0, {c.model.body_number(fmt::format("leg {} {}", leg, speeds == 2 ? "a" : "b"))}, {}});
  }
  c.G.emplace(c.tree, c.places);
  for (int b = 0; b < legs; ++b) c.set(b);
  return c;
}

TEST(ConstrainedDynamics, SpeedsOfHeldLegsFollowFromTheRest) {
  int direct = 0;
  for (unsigned seed = 1; seed <= 40; ++seed)
    for (const bool is_singular : {false, true}) {
      Case c = robot_with_held_feet(2 + static_cast<int>(seed % 5), seed, is_singular);
      EXPECT_EQ(ConstrainedDynamics(c.tree, *c.G, c.held).method(), ConstraintMethod::dependent_speeds);
      MatrixX<double> G;
      c.G->calc_full(G);
      const Eigen::VectorXd f = Eigen::VectorXd::LinSpaced(c.tree.nu(), -1, 2);
      const Eigen::VectorXd b = G * Eigen::VectorXd::LinSpaced(c.tree.nu(), 3, -1);
      const Wanted wanted(c, f, b);
      EXPECT_EQ(wanted.rank < c.G->rows(), is_singular);
      expect_solution(c, ConstraintMethod::dependent_speeds, f, b, wanted, is_singular ? 1e-7 : 1e-10);
      // By itself, without the other way to fall back on.
      DependentSpeeds dependent = *DependentSpeeds::find(c.tree, *c.G, whole_tree(c.tree, *c.G));
      MassMatrix<double> mass(c.tree);
      calc_mass_matrix(c.tree, c.position, mass);
      const bool is_direct = dependent.factor(*c.G, mass.matrix);
      EXPECT_FALSE(is_direct && is_singular);
      if (!is_direct) continue;
      ++direct;
      Eigen::VectorXd x(c.tree.nu()), lambda(c.G->rows());
      dependent.solve(f, b, x, lambda);
      EXPECT_LT((x - wanted.x).norm(), 1e-10 * (1 + wanted.x.norm())) << seed;
      EXPECT_LT((lambda - wanted.lambda).norm(), 1e-9 * (1 + wanted.lambda.norm())) << seed;
    }
  EXPECT_GT(direct, 25);  // of 40; in the others a leg is near its singular position
}

TEST(ConstrainedDynamics, SpeedsOfHeldLegsFollowFromTheRestWithPorts) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    Case c = robot_with_held_feet(2 + static_cast<int>(seed % 5), seed, false);
    c.add_ports();
    const Eigen::VectorXd f = Eigen::VectorXd::LinSpaced(c.tree.nu(), -1, 2);
    const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(c.G->rows(), 3, -1);
    const Wanted wanted(c, f, b);
    for (const ConstraintMethod method :
         {ConstraintMethod::dependent_speeds, ConstraintMethod::clusters, ConstraintMethod::mass_matrix,
          ConstraintMethod::sweeps, ConstraintMethod::loops})
      expect_solution(c, method, f, b, wanted, 1e-8);
  }
}

/// An arm of three pins on the world whose end is held does not share its speeds with anything.
TEST(ConstrainedDynamics, ArmOnTheWorldFollowsFromItsRowsAlone) {
  ModelBuilder builder("arm");
  testing::Random random(5);
  for (const auto& [body, parent] : {std::pair{"a", "world"}, {"b", "a"}, {"c", "b"}})
    builder.body(body, random.inertia())
        .joint(fmt::format("to {}", body), Pin{}, parent, body)
        .parent_frame(random.pose())
        .child_frame(random.pose());
  Case c(builder.build(), 5);
  c.makes_dependent = false;
  c.places.push_back({3, 0, {c.model.body_number("c")}, {}});
  c.G.emplace(c.tree, c.places);
  c.set(0);
  EXPECT_EQ(ConstrainedDynamics(c.tree, *c.G, c.held).method(), ConstraintMethod::dependent_speeds);
  const Eigen::VectorXd f = Eigen::VectorXd::LinSpaced(3, -1, 2), b = Eigen::VectorXd::LinSpaced(3, 3, -1);
  expect_solution(c, ConstraintMethod::dependent_speeds, f, b, Wanted(c, f, b), 1e-11);
}

}  // namespace
}  // namespace sarrus::testing::constrained_dynamics_test
