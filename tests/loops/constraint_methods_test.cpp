#include "sarrus/loops/internal/constrained_dynamics.h"

#include <gtest/gtest.h>

#include <fmt/core.h>

#include <Eigen/Dense>
#include <array>
#include <random>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "tests/support/random.h"
#include "tests/support/random_tree.h"

namespace sarrus::testing::constraint_methods_test {

using namespace internal;
namespace {

enum class RowsOfThree { redundant, independent };

/// A random tree at random coordinates, with blocks of rows of random coefficients.
struct Case {
  Case(Model given, std::vector<ConstraintPlace> where, unsigned seed,
       RowsOfThree kind = RowsOfThree::redundant)
      : random(seed),
        model(std::move(given)),
        tree(model),
        position(tree),
        places(std::move(where)),
        G(tree, places) {
    std::vector<double> q(static_cast<std::size_t>(tree.nq()));
    const Array<double> start = model.default_q();
    for (int i = 0; i < tree.nq(); ++i) q[static_cast<std::size_t>(i)] = start[i] + 0.3 * random.number();
    calc_position_kinematics(tree, In<double>(q), position);
    for (int b = 0; b < static_cast<int>(places.size()); ++b) {
      std::vector<Force<double>> wrenches;
      for (int r = 0; r < places[static_cast<std::size_t>(b)].rows; ++r) wrenches.push_back(random.force());
      if (kind == RowsOfThree::redundant && wrenches.size() == 3 && b % 2 == 0)
        wrenches[2] = 2.0 * wrenches[0] - wrenches[1];  // says the same
      const Lane3d p(random.vector());
      const LaneRotation<double> R_FW(Rotation<double>::about_x(0.3).matrix());
      G.set(tree, position, b, {&R_FW, &p, wrenches.data(), nullptr});
    }
  }
  testing::Random random;
  Model model;
  Tree<double> tree;
  PositionKinematics<double> position;
  std::vector<ConstraintPlace> places;
  ConstraintJacobian G;
};

void expect_as_through_the_mass_matrix(Case& c, ConstraintMethod other) {
  MatrixX<double> G;
  c.G.calc_full(G);
  Eigen::VectorXd f(c.tree.nu()), possible(c.tree.nu());
  for (int k = 0; k < c.tree.nu(); ++k) f[k] = c.random.number(), possible[k] = c.random.number();
  const Eigen::VectorXd b = G * possible;
  Eigen::VectorXd x[2], lambda[2];
  int rank[2], which = 0;
  for (const ConstraintMethod method : {ConstraintMethod::mass_matrix, other}) {
    ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()), method);
    EXPECT_EQ(dynamics.method(), method);
    dynamics.factor(c.tree, c.position, c.G);
    x[which].resize(c.tree.nu()), lambda[which].resize(c.G.rows());
    dynamics.solve(c.tree, c.position, f, b, x[which], lambda[which]);
    rank[which++] = dynamics.rank();
  }
  EXPECT_EQ(rank[0], rank[1]);
  EXPECT_LT((x[0] - x[1]).norm(), 1e-7 * (1 + x[0].norm())) << c.model.name();
  EXPECT_LT((lambda[0] - lambda[1]).norm(), 1e-6 * (1 + lambda[0].norm())) << c.model.name();
  EXPECT_LT((G * x[1] - b).norm(), 1e-7 * (1 + b.norm()));
}

TEST(ConstraintMethods, AgreeWithTheMassMatrix) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const int bodies = 2 + static_cast<int>(seed % 20);
    Model model =
        testing::random_tree({.bodies = bodies,
                              .seed = seed,
                              .shape = seed % 3 == 0 ? testing::TreeShape::chain : testing::TreeShape::random,
                              .floating = seed % 4 == 0});
    std::mt19937 engine(seed);
    std::vector<ConstraintPlace> places;
    for (unsigned c = 0; c <= seed % 4; ++c) {
      const int near = static_cast<int>(engine() % static_cast<unsigned>(bodies));
      places.push_back({1 + static_cast<int>(engine() % 3),
                        near,
                        {near + 1 + static_cast<int>(engine() % static_cast<unsigned>(bodies - near))},
                        {}});
    }
    Case c(std::move(model), std::move(places), seed);
    for (const ConstraintMethod method : {ConstraintMethod::sweeps, ConstraintMethod::loops})
      if (c.tree.nu() > 0) expect_as_through_the_mass_matrix(c, method);
  }
}

Case tied_chain(int links) {
  testing::Random random(1);
  ModelBuilder builder(fmt::format("chain of {}", links));
  for (int i = 1; i <= links; ++i) {
    builder.body(fmt::format("link {}", i), random.inertia());
    builder
        .joint(fmt::format("joint {}", i), Pin{}, i == 1 ? "world" : fmt::format("link {}", i - 1),
               fmt::format("link {}", i))
        .parent_frame(random.pose());
  }
  Model model = builder.build();
  const int last = model.body_number(fmt::format("link {}", links));
  return {std::move(model), {{2, 0, {last}, {}}}, 1};
}

/// The mass matrix of a chain takes the third power of its length.
TEST(SweepSolver, IsChosenForLongChainsAlone) {
  for (const int links : {4, 8, 12, 50, 120, 300}) {
    Case c = tied_chain(links);
    const ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
    EXPECT_EQ(dynamics.method() == ConstraintMethod::sweeps, links >= 50) << links;
  }
}

/// A ladder as a truss: two rails of balls with rungs between them, hanging at one end [Featherstone 2008,
/// fig. 8.4]. The second rail is cut between all rungs.
Case truss(int loops) {
  testing::Random random(2);
  ModelBuilder builder(fmt::format("truss of {}", loops));
  const auto add = [&](const std::string& body, const std::string& parent) {
    builder.body(body, random.inertia());
    builder.joint("to " + body, Ball{}, parent, body).parent_frame(random.pose());
  };
  for (int i = 0; i <= loops; ++i) {
    add(fmt::format("rail {}", i), i == 0 ? "world" : fmt::format("rail {}", i - 1));
    add(fmt::format("rung {}", i), fmt::format("rail {}", i));
  }
  Model model = builder.build();
  std::vector<ConstraintPlace> places;
  for (int i = 0; i < loops; ++i)
    places.push_back({i % 2 == 0 ? 2 : 3,
                      model.body_number(fmt::format("rung {}", i)),
                      {model.body_number(fmt::format("rung {}", i + 1))},
                      {}});
  return {std::move(model), std::move(places), 3};
}

TEST(LoopRecursion, IsChosenForTrusses) {
  for (const int loops : {1, 2, 3, 20, 60}) {
    Case c = truss(loops);
    ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
    EXPECT_EQ(dynamics.method() == ConstraintMethod::loops, loops >= 20) << loops;
    expect_as_through_the_mass_matrix(c, ConstraintMethod::loops);
  }
}

TEST(LoopRecursion, CostsAsMuchPerLoopOfAnyTruss) {
  const auto per_loop = [](int loops) {
    Case c = truss(loops);
    return LoopRecursion(c.tree, c.G, IndexSet(), whole_tree(c.tree, c.G)).cost() / loops;
  };
  EXPECT_NEAR(per_loop(1000), per_loop(10), 0.15 * per_loop(10));
}

/// Gives blocks of a case other wrenches, by their rows.
template <class F>
void set_wrenches(Case& c, int blocks, F wrench_of_row) {
  for (int b = 0; b < blocks; ++b) {
    std::vector<Force<double>> wrenches;
    for (int r = 0; r < c.places[static_cast<std::size_t>(b)].rows; ++r) wrenches.push_back(wrench_of_row(r));
    const Lane3d p(c.random.vector());
    const LaneRotation<double> R_FW(Mat3<double>::identity());
    c.G.set(c.tree, c.position, b, {&R_FW, &p, wrenches.data(), nullptr});
  }
}

/// Rows that say the same as others share their load.
TEST(LoopRecursion, TakesRowsThatDependOnOthers) {
  Case c = truss(20);
  const Force<double> wrench = c.random.force();
  set_wrenches(c, 2, [&](int) { return wrench; });
  ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
  dynamics.factor(c.tree, c.position, c.G);
  EXPECT_EQ(dynamics.method(), ConstraintMethod::loops);
  EXPECT_EQ(dynamics.rank(), c.G.rows() - 3);
  expect_as_through_the_mass_matrix(c, ConstraintMethod::loops);
}

/// Rows that are independent by little are left to other methods: for good where they are so at first, and
/// else where they are.
TEST(LoopRecursion, LeavesRowsAtTheEdge) {
  for (const bool at_first : {true, false}) {
    Case c = truss(20);
    ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
    if (!at_first) dynamics.factor(c.tree, c.position, c.G);
    const Force<double> wrench = c.random.force(), other = c.random.force();
    set_wrenches(c, 2, [&](int r) { return wrench + (1e-5 * r) * other; });
    dynamics.factor(c.tree, c.position, c.G);
    EXPECT_EQ(dynamics.method() == ConstraintMethod::loops, !at_first);
    EXPECT_EQ(dynamics.rank(), c.G.rows() - 1);  // three rows along two wrenches
    EXPECT_EQ(dynamics.clear_rank(), c.G.rows() - 3);
    MatrixX<double> G;
    c.G.calc_full(G);
    const Eigen::VectorXd f = Eigen::VectorXd::LinSpaced(c.tree.nu(), -1, 2),
                          b = G * Eigen::VectorXd::LinSpaced(c.tree.nu(), 1, -3);
    Eigen::VectorXd x(c.tree.nu()), lambda(c.G.rows());
    dynamics.solve(c.tree, c.position, f, b, x, lambda);
    EXPECT_LT((G * x - b).norm(), 1e-8 * (1 + b.norm()));
  }
}

/// A truss and, beside it on the world, mechanisms of one loop each.
Case mixed(int loops) {
  testing::Random random(4);
  ModelBuilder builder("truss and arms");
  std::vector<std::array<std::string, 2>> closed;
  const auto add = [&](const std::string& body, const std::string& parent, Joint joint) {
    builder.body(body, random.inertia());
    builder.joint("to " + body, std::move(joint), parent, body).parent_frame(random.pose());
  };
  for (int i = 0; i <= loops; ++i) {
    add(fmt::format("rail {}", i), i == 0 ? "world" : fmt::format("rail {}", i - 1), Ball{});
    add(fmt::format("rung {}", i), fmt::format("rail {}", i), Ball{});
    if (i > 0) closed.push_back({fmt::format("rung {}", i - 1), fmt::format("rung {}", i)});
  }
  for (int arm = 0; arm < 3; ++arm) {
    for (int i = 0; i < 5; ++i)
      add(fmt::format("arm {} link {}", arm, i), i == 0 ? "world" : fmt::format("arm {} link {}", arm, i - 1),
          Pin{});
    closed.push_back({"world", fmt::format("arm {} link 4", arm)});
  }
  closed.push_back({"arm 0 link 2", "arm 2 link 3"});
  Model model = builder.build();
  std::vector<ConstraintPlace> places;
  for (const auto& [a, b] : closed) places.push_back({2, model.body_number(a), {model.body_number(b)}, {}});
  return {std::move(model), std::move(places), 4};
}

/// Parts that only the world is common to are solved each by its own method.
TEST(ConstrainedDynamics, TakesTheCheapestMethodOfEachPart) {
  Case c = mixed(40);
  const std::vector<TreePart> parts = find_tree_parts(c.tree, c.G);
  ASSERT_EQ(parts.size(), 3u);  // two of the arms are tied to each other
  EXPECT_EQ(parts[0].nodes.size() + parts[1].nodes.size() + parts[2].nodes.size(),
            static_cast<std::size_t>(c.tree.node_count() - 1));
  ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
  EXPECT_EQ(dynamics.method(), ConstraintMethod::mixed);
  expect_as_through_the_mass_matrix(c, ConstraintMethod::mixed);
}

/// Robots with legs on held feet, a long chain tied at its tip and a truss, all in one world.
Case robots_chain_and_truss() {
  testing::Random random(5);
  ModelBuilder builder("robots, chain and truss");
  std::vector<std::array<std::string, 2>> closed;
  const auto add = [&](const std::string& body, const std::string& parent, Joint joint) {
    builder.body(body, random.inertia());
    builder.joint("to " + body, std::move(joint), parent, body).parent_frame(random.pose());
  };
  for (int robot = 0; robot < 3; ++robot) {
    const std::string base = fmt::format("base {}", robot);
    add(base, "world", Free{});
    for (int leg = 0; leg < 4; ++leg) {
      std::string last = base;
      for (const char* part : {"hip", "thigh", "shank"}) {
        const std::string name = fmt::format("{} {} {}", part, robot, leg);
        add(name, last, Pin{});
        last = name;
      }
      closed.push_back({"world", last});
    }
  }
  for (int i = 0; i < 60; ++i)
    add(fmt::format("link {}", i), i == 0 ? "world" : fmt::format("link {}", i - 1), Pin{});
  closed.push_back({"world", "link 59"});
  for (int i = 0; i <= 40; ++i) {
    add(fmt::format("rail {}", i), i == 0 ? "world" : fmt::format("rail {}", i - 1), Ball{});
    add(fmt::format("rung {}", i), fmt::format("rail {}", i), Ball{});
    if (i > 0) closed.push_back({fmt::format("rung {}", i - 1), fmt::format("rung {}", i)});
  }
  Model model = builder.build();
  std::vector<ConstraintPlace> places;
  for (const auto& [a, b] : closed) {
    const bool is_truss = a != "world";
    places.push_back({is_truss ? 2 : 3, model.body_number(a), {model.body_number(b)}, {}});
  }
  return {std::move(model), std::move(places), 5, RowsOfThree::independent};
}

/// The work of robots, chain and truss in one world is that of each by itself.
TEST(ConstrainedDynamics, TakesDependentSpeedsAndSweepsOfEachPartToo) {
  Case c = robots_chain_and_truss();
  ASSERT_EQ(find_tree_parts(c.tree, c.G).size(), 5u);
  ConstrainedDynamics dynamics(c.tree, c.G, IndexSet(c.tree.nu()));
  EXPECT_EQ(dynamics.method(), ConstraintMethod::mixed);
  EXPECT_EQ(dynamics.methods(), (Array<ConstraintMethod>{ConstraintMethod::dependent_speeds,
                                                         ConstraintMethod::sweeps, ConstraintMethod::loops}));
  expect_as_through_the_mass_matrix(c, ConstraintMethod::mixed);
}

/// Three legs of three robots whose rows say the same lead through the mass matrix of these robots alone.
TEST(ConstrainedDynamics, LeavesDependentSpeedsWhereLegsAreSingular) {
  Case c = robots_chain_and_truss();
  const Force<double> wrench = c.random.force();
  set_wrenches(c, 3, [&](int) { return wrench; });
  expect_as_through_the_mass_matrix(c, ConstraintMethod::mixed);
}

/// Held speeds shorten loops, or make rows depend on others.
TEST(ConstrainedDynamics, TakesTheCheapestMethodOfEachPartWhereSpeedsAreHeld) {
  Case c = mixed(40);
  IndexSet held(c.tree.nu());
  for (int k = 0; k < c.tree.nu(); k += 7) held.insert(k);
  ConstrainedDynamics cheapest(c.tree, c.G, held),
      reference(c.tree, c.G, held, ConstraintMethod::mass_matrix);
  EXPECT_NE(cheapest.method(), ConstraintMethod::mass_matrix);
  MatrixX<double> G;
  c.G.calc_full(G);
  Eigen::VectorXd f = Eigen::VectorXd::LinSpaced(c.tree.nu(), -1, 2), possible = f.reverse();
  for (int k = 0; k < c.tree.nu(); k += 7) possible[k] = 0;
  const Eigen::VectorXd b = G * possible;
  Eigen::VectorXd x[2], lambda[2];
  int which = 0;
  for (ConstrainedDynamics* dynamics : {&reference, &cheapest}) {
    dynamics->factor(c.tree, c.position, c.G);
    x[which].resize(c.tree.nu()), lambda[which].resize(c.G.rows());
    dynamics->solve(c.tree, c.position, f, b, x[which], lambda[which]);
    ++which;
  }
  EXPECT_EQ(reference.rank(), cheapest.rank());
  EXPECT_LT((x[0] - x[1]).norm(), 1e-7 * (1 + x[0].norm()));
  EXPECT_LT((lambda[0] - lambda[1]).norm(), 1e-6 * (1 + lambda[0].norm()));
}

TEST(SweepSolver, CostsAsMuchPerJointInAnyChain) {
  const auto per_joint = [](int links) {
    Case c = tied_chain(links);
    return SweepSolver(c.tree, c.G, whole_tree(c.tree, c.G)).cost() / links;
  };
  EXPECT_NEAR(per_joint(1000), per_joint(10), 0.15 * per_joint(10));
}

TEST(SweepSolver, NamesWhatHasNothingToMove) {
  ModelBuilder builder("pendulum");
  builder.body("point", RigidInertia<double>::from_central(1, {0, 0, 0}, Sym3<double>::zero()));
  builder.joint("pin", Pin{}, "world", "point");
  const auto solve = [&] {
    Case c(builder.build(), {{1, 0, {1}, {}}}, 1);
    SweepSolver(c.tree, c.G, whole_tree(c.tree, c.G)).factor(c.tree, c.position, c.G);
  };
  EXPECT_THROW(solve(), Error);
}

}  // namespace
}  // namespace sarrus::testing::constraint_methods_test
