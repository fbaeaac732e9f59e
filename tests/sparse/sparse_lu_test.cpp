// Sparse factors against dense ones, on matrices like those of trees with loops.

#include "sarrus/sparse/internal/sparse_lu.h"

#include <gtest/gtest.h>

#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/internal/dense_lu.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::sparse_lu_test {
namespace {

using internal::SparseLu;
using internal::SparseLuPattern;

/// A random matrix with the pattern of a tree, entries between branches, and rows and columns of multipliers.
struct LoopedTree {
  int accelerations = 20, multipliers = 5, n = 25;
  Array<std::pair<int, int>> entries;
  MatrixX<double> A = MatrixX<double>::Zero(25, 25);

  explicit LoopedTree(unsigned seed) {
    Random random(seed);
    const auto below = [&](int end) {
      return std::min(end - 1, static_cast<int>(0.5 * (1 + random.number()) * end));
    };
    const auto set = [&](int i, int j) {
      entries.emplace_back(i, j);
      A(i, j) = random.number(), A(j, i) = random.number();
    };
    Array<int> parents(accelerations, -1);
    for (int i = 1; i < accelerations; ++i) {
      parents[i] = below(i);
      for (int j = parents[i]; j >= 0; j = parents[j]) set(i, j);
    }
    set(3, 17), set(9, 12);
    for (int i = 0; i < accelerations; ++i) A(i, i) = 10;
    for (int r = accelerations; r < n; ++r)
      for (int s = 0; s < 3; ++s) set(r, below(accelerations));
  }
};

template <class T>
void expect_solution(const LoopedTree& tree, T turn) {
  const Array<int> order = internal::find_elimination_order(tree.n, tree.entries, tree.accelerations);
  Array<int> places(tree.n, -1);
  for (int i = 0; i < tree.n; ++i) places[order[i]] = i;
  for (const int place : places) ASSERT_GE(place, 0);
  Array<std::pair<int, int>> ordered;
  for (const auto& [i, j] : tree.entries) ordered.emplace_back(places[i], places[j]);
  const SparseLuPattern pattern(tree.n, ordered);
  ASSERT_FALSE(pattern.is_dense());
  SparseLu<T> lu(pattern);
  const auto value = [&](int i, int j) { return i < j ? tree.A(i, j) * turn : T(tree.A(i, j)); };
  for (int i = 0; i < tree.n; ++i)
    for (int j = 0; j < tree.n; ++j)
      if (tree.A(i, j) != 0) lu.values()[pattern.place(places[i], places[j])] = value(i, j);
  EXPECT_GT(lu.factor(), 1e-3);
  Array<T> x(tree.n);
  for (int i = 0; i < tree.n; ++i) x[places[i]] = T(i - 7.5);
  lu.solve(x);
  for (int i = 0; i < tree.n; ++i) {
    T sum = -T(i - 7.5);
    for (int j = 0; j < tree.n; ++j)
      if (tree.A(i, j) != 0) sum += value(i, j) * x[places[j]];
    EXPECT_LT(std::abs(sum), 1e-10) << i;
  }
}

TEST(SparseLu, SolvesEquationsOfTreesWithLoops) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    expect_solution<double>(LoopedTree(seed), 1.0);
    expect_solution<std::complex<double>>(LoopedTree(seed), {0.6, -0.9});
  }
}

TEST(SparseLu, TreesDoNotFillIn) {
  // a binary tree: entries for ancestors alone
  const int n = 63;
  Array<std::pair<int, int>> entries;
  for (int i = 1; i < n; ++i)
    for (int j = (i - 1) / 2;; j = (j - 1) / 2) {
      entries.emplace_back(i, j);
      if (j == 0) break;
    }
  const Array<int> order = internal::find_elimination_order(n, entries, n);
  Array<int> places(n);
  for (int i = 0; i < n; ++i) places[order[i]] = i;
  Array<std::pair<int, int>> ordered;
  for (const auto& [i, j] : entries) ordered.emplace_back(places[i], places[j]);
  EXPECT_EQ(SparseLuPattern(n, ordered).count(), n + 2 * static_cast<int>(entries.size()));
}

TEST(SparseLu, TellsPivotsThatCancel) {
  const SparseLuPattern pattern(6, {{0, 1}, {2, 3}});
  SparseLu<double> lu(pattern);
  const auto set = [&](double last) {
    for (double& x : lu.values()) x = 0;
    for (int i = 0; i < 6; ++i) lu.values()[i] = 1;
    lu.values()[pattern.place(0, 1)] = lu.values()[pattern.place(1, 0)] = 2;
    lu.values()[1] = last;
  };
  set(4);
  EXPECT_EQ(lu.factor(), 0);
  set(4 + 1e-9);
  EXPECT_LT(lu.factor(), 1e-9);
  set(8);
  EXPECT_GT(lu.factor(), 0.4);
  set(std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(lu.factor(), 0);
}

}  // namespace
}  // namespace sarrus::testing::sparse_lu_test
