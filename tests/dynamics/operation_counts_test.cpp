// What the tree algorithms cost on chains of general revolute links, counted exactly, beside the figures of
// the book. [Featherstone 2008, ch. 10; sines and cosines not counted]   The book's are the best known, with
// link frames placed for the fewest operations and the sparsity of single-axis transforms used throughout;
// ours turn vectors by general constant rotations (inverse dynamics), or are in world axes, where inertias
// are turned instead, and little is left out at the base.

#include <gtest/gtest.h>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/tree_factorization.h"
#include "sarrus/model/builder.h"
#include "tests/support/random.h"

namespace sarrus::testing {
namespace {

/// A chain of n pins, all frames at random.
Model general_chain(int n) {
  Random random(3);
  ModelBuilder builder("chain");
  std::string parent = world_name;
  for (int i = 0; i < n; ++i) {
    const std::string name = fmt::format("link{}", i);
    builder.body(name, random.inertia());
    builder.joint(fmt::format("joint{}", i), Pin{}, parent, name).parent_frame(random.pose());
    parent = name;
  }
  return builder.build();
}

struct Costs {
  OperationCount RNEA, kinematics, CRBA, factor_and_solve, ABA;
};

Costs count(int n) {
  const Tree<Count> tree(general_chain(n));
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

}  // namespace
}  // namespace sarrus::testing
