// What the tree algorithms cost on chains of general revolute links, counted exactly, beside the figures of
// the book. [Featherstone 2008, ch. 10; sines and cosines not counted]   The book's are the best known, with
// link frames placed for the fewest operations and the sparsity of single-axis transforms used throughout;
// ours turn vectors by general constant rotations (inverse dynamics), or are in world axes, where inertias
// are turned instead, and little is left out at the base.

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/tree_factorization.h"
#include "tests/support/random.h"

namespace sarrus::testing::operation_counts_test {
namespace {

/// A tree of n pins, all frames at random: body i hangs on `parent(i)`, which is −1 for the world.
template <class Parent>
Model general_tree(int n, const Parent& parent) {
  Random random(3);
  ModelBuilder builder("tree");
  const auto name = [](int i) { return i < 0 ? std::string(world_name) : fmt::format("link{}", i); };
  for (int i = 0; i < n; ++i) {
    builder.body(name(i), random.inertia());
    builder.joint(fmt::format("joint{}", i), Pin{}, name(parent(i)), name(i)).parent_frame(random.pose());
  }
  return builder.build();
}

struct Costs {
  OperationCount RNEA, kinematics, CRBA, factor_and_solve, ABA;
};

Costs count(const Model& model) {
  const int n = model.nu();
  const Tree<Count> tree(model);
  const std::vector<Count> q(static_cast<std::size_t>(n), 0.3), u(q.size(), 0.2), udot(q.size(), 0.1);
  std::vector<Count> out(q.size());
  InverseDynamics<Count> inverse(tree);
  ForwardDynamics<Count> forward(tree);
  PositionKinematics<Count> position(tree);
  MassMatrix<Count> mass(tree);
  Costs costs;
  costs.RNEA = Count::of([&] { calc_inverse_dynamics(tree, q, u, udot, {}, inverse, out); });
  costs.kinematics = Count::of([&] { calc_position_kinematics(tree, q, position); });
  costs.CRBA = Count::of([&] { calc_mass_matrix(tree, position, mass); });
  costs.factor_and_solve = Count::of([&] {
    factor_LTDL(mass.matrix);
    solve_LTDL(mass.matrix, out);
  });
  costs.ABA = Count::of([&] { calc_forward_dynamics(tree, q, u, udot, {}, forward, out); });
  return costs;
}

Costs count(int n) {
  return count(general_tree(n, [](int i) { return i - 1; }));
}

/// The counts as functions of the number of links.
OperationCount our_RNEA(long n) { return {124 * n - 61, 104 * n - 53, 0, 0, 2 * n}; }
OperationCount our_kinematics(long n) { return {48 * n, 33 * n, 0, 0, 2 * n}; }
OperationCount our_CRBA(long n) { return {3 * n * n + 82 * n - 15, (5 * n * n + 179 * n - 68) / 2, 0, 0, 0}; }
OperationCount our_factor_and_solve(long n) {
  const long cubic = (n * n * n - n) / 6;
  return {cubic + 2 * n * n - 2 * n, cubic + n * n, 2 * n, 0, 0};
}
OperationCount our_ABA(long n) {
  const long saved = n > 1 ? 18 : 0, saved_additions = n > 1 ? 26 : 0;  // moving the inertia of the last link
  return {281 * n - 147 - saved, 262 * n - 159 - saved_additions, n, 0, 2 * n};
}

long operations(const OperationCount& c) { return c.multiplications + c.additions + c.divisions; }

TEST(OperationCounts, GrowAsTheFormulasSayToTheLastOperation) {
  for (const int n : {1, 2, 3, 4, 5, 8, 13, 21, 34}) {
    const Costs costs = count(n);
    EXPECT_EQ(costs.RNEA, our_RNEA(n)) << n;
    EXPECT_EQ(costs.kinematics, our_kinematics(n)) << n;
    EXPECT_EQ(costs.CRBA, our_CRBA(n)) << n;
    EXPECT_EQ(costs.factor_and_solve, our_factor_and_solve(n)) << n;
    EXPECT_EQ(costs.ABA, our_ABA(n)) << n;
  }
}

/// Through the mass matrix or by articulated bodies: in the book the second is ahead on chains of more than
/// eight links, with us on all of two and more: the first way goes through the kinematics twice.
TEST(OperationCounts, ArticulatedBodiesWin) {
  fmt::print("{:>4}{:>34}{:>34}\n", "", "through the mass matrix", "articulated bodies");
  fmt::print("{:>4}{:>17}{:>17}{:>17}{:>17}\n", "n", "ours", "book", "ours", "book");
  for (int n = 2; n <= 20; ++n) {
    const double x = n;
    const long ours = operations(our_RNEA(n)) + operations(our_kinematics(n)) + operations(our_CRBA(n)) +
                      operations(our_factor_and_solve(n)),
               ours_ABA = operations(our_ABA(n));
    const double book = (93 * x - 108 + 81 * x - 100) + (16 * x * x + 59 * x - 75) +
                        (x * x * x / 3 + 5 * x * x / 2 - 11 * x / 6),
                 book_ABA = 429 * x - 507;
    if (n == 8) {
      EXPECT_NEAR(book, 2921, 0.5);
      EXPECT_NEAR(book_ABA, 2925, 0.5);
    }
    if (n == 18) {
      EXPECT_NEAR(book / book_ABA, 1.64, 0.005);
    }
    fmt::print("{:>4}{:>17}{:>17.0f}{:>17}{:>17.0f}\n", n, ours, book, ours_ABA, book_ABA);
    EXPECT_LT(ours_ABA, ours) << n;
  }
}

/// The book's table 10.1, and ours.
TEST(OperationCounts, BesideTheBooks) {
  const auto text = [](const OperationCount& c) {
    return fmt::format("{} m {} a", c.multiplications, c.additions);
  };
  fmt::print("{:>4}{:>20}{:>20}{:>20}{:>20}{:>20}{:>20}\n", "n", "RNEA ours", "book", "CRBA ours", "book",
             "ABA ours", "book");
  for (const long n : {2, 4, 6, 8, 12, 20}) {
    const OperationCount book_RNEA{93 * n - 108, 81 * n - 100, 0, 0, 0},
        book_CRBA{10 * n * n + 22 * n - 32, 6 * n * n + 37 * n - 43, 0, 0, 0},
        book_ABA{224 * n - 259, 205 * n - 248, 0, 0, 0};
    OperationCount mass_matrix = our_kinematics(n);
    mass_matrix.multiplications += our_CRBA(n).multiplications;
    mass_matrix.additions += our_CRBA(n).additions;
    fmt::print("{:>4}{:>20}{:>20}{:>20}{:>20}{:>20}{:>20}\n", n, text(our_RNEA(n)), text(book_RNEA),
               text(mass_matrix), text(book_CRBA), text(our_ABA(n)), text(book_ABA));
    if (n == 6) {  // what the book's formulas come to for six axes
      EXPECT_EQ(operations(book_RNEA), 450 + 386);
      EXPECT_EQ(operations(book_CRBA), 460 + 395);
      EXPECT_EQ(operations(book_ABA), 1085 + 982);
    }
    // World axes win where the book's quadratic terms count: a row takes 6 m and 5 a instead of 20 m and 12
    // a.
    EXPECT_EQ(operations(mass_matrix) < operations(book_CRBA), n >= 19) << n;
  }
}

/// How a tree branches: D₀ bodies hang on others, D₁ is how many ancestors all bodies have. [Featherstone
/// 2008, eqs. 10.4, 10.5 and 10.11]   One child of a body has the cheap frames of Denavit and Hartenberg:
/// here the one that carries most.
struct Branches {
  explicit Branches(const Model& model) {
    const std::size_t bodies = model.bodies().size();
    std::vector<long> carried(bodies, 1);  // |ν(i)|
    std::vector<std::size_t> heaviest(bodies, 0);
    for (std::size_t i = bodies; i-- > 1;) {
      const auto parent = static_cast<std::size_t>(model.bodies()[i].parent);
      carried[parent] += carried[i];
      if (heaviest[parent] == 0 || carried[i] > carried[heaviest[parent]]) heaviest[parent] = i;
    }
    for (std::size_t i = 1; i < bodies; ++i) {
      const auto parent = static_cast<std::size_t>(model.bodies()[i].parent);
      if (parent == 0) continue;
      (heaviest[parent] == i ? D0_dh : D0_g) += 1;
      (heaviest[parent] == i ? D1_dh : D1_g) += carried[i];
    }
  }
  long D0() const { return D0_dh + D0_g; }
  long D1() const { return D1_dh + D1_g; }
  /// [eq. 10.12]
  OperationCount book_CRBA() const {
    return {32 * D0_dh + 47 * D0_g + 20 * D1_dh + 24 * D1_g, 43 * D0_dh + 58 * D0_g + 12 * D1_dh + 18 * D1_g,
            0, 0, 0};
  }
  long D0_dh = 0, D0_g = 0, D1_dh = 0, D1_g = 0;
};

/// The mass matrix of any tree of pins. In world axes a child is like any other, whatever its frames.
OperationCount our_CRBA(long n, const Branches& tree) {
  return {6 * tree.D1() + 15 * tree.D0() + 70 * n, 5 * tree.D1() + 34 * tree.D0() + 58 * n, 0, 0, 0};
}

TEST(OperationCounts, OfTheMassMatrixOnBranchedTrees) {
  struct Case {
    const char* name;
    int (*parent)(int);
  };
  const auto chain = [](int i) { return i - 1; };
  const auto binary = [](int i) { return (i + 1) / 2 - 1; };
  const auto star = [](int) { return -1; };
  const auto legs = [](int i) { return i == 0 ? -1 : i <= 4 ? 0 : i - 4; };
  fmt::print("{:>10}{:>4}{:>6}{:>6}{:>20}{:>20}\n", "", "n", "D0", "D1", "ours", "book");
  for (const Case& tree : {Case{"chain", chain}, {"binary", binary}, {"star", star}, {"four legs", legs}})
    for (const int n : {1, 3, 7, 15, 31, 63}) {
      const Model model = general_tree(n, tree.parent);
      const Branches branches(model);
      const OperationCount counted = count(model).CRBA, book = branches.book_CRBA();
      fmt::print("{:>10}{:>4}{:>6}{:>6}{:>12} m{:>6} a{:>10} m{:>6} a\n", tree.name, n, branches.D0(),
                 branches.D1(), counted.multiplications, counted.additions, book.multiplications,
                 book.additions);
      EXPECT_EQ(counted, our_CRBA(n, branches)) << tree.name << " of " << n;
      if (tree.parent == +chain) {  // eq. 10.12 is 10.3 there
        const long m = n;
        EXPECT_EQ(book.multiplications, 10 * m * m + 22 * m - 32);
        EXPECT_EQ(book.additions, 6 * m * m + 37 * m - 43);
      }
      if (tree.parent == +star) {
        EXPECT_EQ(operations(book), 0);
      }
    }
  // A binary tree of 63 bodies, by hand: 62 hang on others; 2 have one ancestor, 4 two, ... 32 five.
  const Branches branches(general_tree(63, binary));
  EXPECT_EQ(branches.D0(), 62);
  EXPECT_EQ(branches.D1(), 2 * 1 + 4 * 2 + 8 * 3 + 16 * 4 + 32 * 5);
}

}  // namespace
}  // namespace sarrus::testing::operation_counts_test
