/// The coefficients of the Runge–Kutta methods against the order conditions: one for each rooted tree
/// [Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, II.2].

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/ode/internal/butcher_tableau.h"

namespace sarrus::testing::tableau_test {

using namespace internal;
namespace {

using internal::ButcherTableau;
using Weights = std::vector<double>;

struct RootedTree {
  int order = 1;
  double density = 1;              ///< γ
  std::vector<int> children = {};  ///< Numbers of trees, ascending.
};

/// All rooted trees of up to `order` nodes, smaller ones first.
std::vector<RootedTree> rooted_trees(int order) {
  std::vector<RootedTree> trees;
  for (int n = 1; n <= order; ++n) {
    const int smaller = static_cast<int>(trees.size());
    // Adds trees whose children are `tree`'s and others, from number `first` on, with `left` nodes together.
    const auto add = [&](const auto& self, const RootedTree& tree, int first, int left) -> void {
      if (left == 0) trees.push_back(tree);
      for (int child = first; child < smaller; ++child) {
        const RootedTree next = trees[static_cast<std::size_t>(child)];
        if (next.order > left) break;
        RootedTree grown = tree;
        grown.children.push_back(child);
        grown.density *= next.density;
        self(self, grown, child, left - next.order);
      }
    };
    add(add, {n, static_cast<double>(n)}, 0, n - 1);
  }
  return trees;
}

double entry(const Weights& w, std::size_t i) { return i < w.size() ? w[i] : 0; }

/// Φ of every tree for every stage: Φᵢ(t) = Π over children Σⱼ aᵢⱼ·Φⱼ(child).
std::vector<Weights> stage_weights(const ButcherTableau& tableau, const std::vector<RootedTree>& trees) {
  std::vector<Weights> phi;
  for (const RootedTree& tree : trees) {
    Weights stages(tableau.a.size(), 1.0);
    for (const int child : tree.children)
      for (std::size_t i = 0; i < stages.size(); ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < tableau.a[i].size(); ++j)
          sum += tableau.a[i][j] * phi[static_cast<std::size_t>(child)][j];
        stages[i] *= sum;
      }
    phi.push_back(stages);
  }
  return phi;
}

/// The largest violation among the trees of exactly `order` nodes for weights of a result at s.
double violation(const ButcherTableau& tableau, const Weights& weights, int order, double s = 1) {
  const auto trees = rooted_trees(order);
  const auto phi = stage_weights(tableau, trees);
  double largest = 0;
  for (std::size_t k = 0; k < trees.size(); ++k) {
    if (trees[k].order != order) continue;
    double sum = 0;
    for (std::size_t i = 0; i < tableau.a.size(); ++i) sum += entry(weights, i) * phi[k][i];
    largest = std::max(largest, std::abs(sum - std::pow(s, order) / trees[k].density));
  }
  return largest;
}

/// Expects that weights are of some order, and no more than that.
void expect_order(const ButcherTableau& tableau, const Weights& weights, int order) {
  for (int n = 1; n <= order; ++n)
    EXPECT_LT(violation(tableau, weights, n), 1e-14) << tableau.name << ", trees of " << n << " nodes";
  EXPECT_GT(violation(tableau, weights, order + 1), 1e-5) << tableau.name;
}

Weights minus(Weights a, const Weights& b) {
  a.resize(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) a[i] -= b[i];
  return a;
}

struct Row {
  const ButcherTableau& tableau;
  int embedded;  ///< Order of the embedded method.
};
std::vector<Row> rows() {
  using namespace internal;
  return {{euler_tableau(), 2},          {rk2_tableau(), 1},      {rk3_tableau(), 2},
          {merson_tableau(), 3},         {fehlberg_tableau(), 4}, {dormand_prince5_tableau(), 4},
          {dormand_prince8_tableau(), 5}};
}

TEST(ButcherTableau, TreesAreCounted) {
  const auto trees = rooted_trees(8);
  std::vector<int> count(9);
  for (const RootedTree& tree : trees) ++count[static_cast<std::size_t>(tree.order)];
  EXPECT_EQ(count, (std::vector<int>{0, 1, 1, 2, 4, 9, 20, 48, 115}));
}

TEST(ButcherTableau, NodesAreRowSums) {
  for (const auto& [t, embedded] : rows())
    for (std::size_t i = 0; i < t.a.size(); ++i) {
      double sum = 0;
      for (const double a : t.a[i]) sum += a;
      EXPECT_NEAR(sum, t.c[i], 2e-14) << t.name << ", row " << i;
    }
}

TEST(ButcherTableau, OrdersOfResults) {
  for (const auto& [t, embedded] : rows()) expect_order(t, t.weights(), t.order);
}

TEST(ButcherTableau, OrdersOfEmbeddedMethods) {
  for (const auto& [t, embedded] : rows()) {
    expect_order(t, minus(t.weights(), t.error), embedded);
    if (t.second_error.empty()) {
      EXPECT_EQ(t.error_exponent, std::min(t.order, embedded) + 1) << t.name;
    }
  }
  // combined as e₅²/√(e₅² + 0.01·e₃²): 2·6 − 4 = 8
  const ButcherTableau& t = internal::dormand_prince8_tableau();
  expect_order(t, minus(t.weights(), t.second_error), 3);
  EXPECT_EQ(t.error_exponent, 8);
}

TEST(ButcherTableau, MersonsEstimateIsOfOrderFiveForLinearProblems) {
  // only the tall trees count, in which every node has one child: b·A^(n−1)·1 = 1/n!
  const ButcherTableau& t = internal::merson_tableau();
  const Weights embedded = minus(t.weights(), t.error);
  Weights power(t.a.size(), 1.0);
  double factorial = 1;
  for (int n = 1; n <= 5; ++n) {
    factorial *= n;
    double sum = 0;
    for (std::size_t i = 0; i < power.size(); ++i) sum += entry(embedded, i) * power[i];
    EXPECT_NEAR(sum, 1 / factorial, 1e-15) << n;
    Weights next(power.size());
    for (std::size_t i = 0; i < power.size(); ++i)
      for (std::size_t j = 0; j < t.a[i].size(); ++j) next[i] += t.a[i][j] * power[j];
    power = next;
  }
}

/// Weights of the continuous extension: Hermite's cubic with y₁ − y₀ = h·Σ bᵢ·kᵢ, and the rⱼ.
Weights dense_weights(const ButcherTableau& t, double s) {
  Weights w(t.a.size());
  for (std::size_t i = 0; i < t.weights().size(); ++i) w[i] = s * s * (3 - 2 * s) * t.weights()[i];
  w[0] += s * (1 - s) * (1 - s);
  w[static_cast<std::size_t>(t.end)] -= s * s * (1 - s);
  double factor = s * s * (1 - s) * (1 - s);
  for (std::size_t j = 0; j < t.dense.size(); ++j) {
    for (std::size_t i = 0; i < t.dense[j].size(); ++i) w[i] += factor * t.dense[j][i];
    factor *= j % 2 == 0 ? s : 1 - s;
  }
  return w;
}

TEST(ButcherTableau, OrdersOfContinuousExtensions) {
  for (const auto& [t, embedded] : rows())
    for (const double s : {0.1, 0.37, 0.5, 0.85}) {
      for (int n = 1; n <= t.dense_order; ++n)
        EXPECT_LT(violation(t, dense_weights(t, s), n, s), 2e-14)
            << t.name << ", s = " << s << ", order " << n;
      EXPECT_GT(violation(t, dense_weights(t, s), t.dense_order + 1, s), 1e-7) << t.name << ", s = " << s;
    }
}

}  // namespace
}  // namespace sarrus::testing::tableau_test
