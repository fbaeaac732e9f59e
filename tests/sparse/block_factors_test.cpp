#include "sarrus/sparse/internal/block_factors.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "sarrus/scalar/eigen.h"

namespace sarrus::testing::block_factors_test {

using namespace internal;
namespace {

/// A = X·Xᵀ of a sparse X with some rows that are combinations of others.
struct Case {
  std::vector<int> sizes;
  std::vector<std::pair<int, int>> coupled;
  Eigen::MatrixXd A;
};

/// Groups in a tree or a chain; each group's rows read columns of its own and of its parent's.
Case random_case(int groups, bool chain, bool dependent, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<int> sizes, parents, first;
  int rows = 0;
  for (int g = 0; g < groups; ++g) {
    sizes.push_back(1 + static_cast<int>(random() % 5));
    parents.push_back(g == 0 ? -1 : chain ? g - 1 : static_cast<int>(random() % static_cast<unsigned>(g)));
    first.push_back(rows);
    rows += sizes.back();
  }
  const int per_group = 6;
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(rows, per_group * groups);
  for (int g = 0; g < groups; ++g) {
    for (int r = 0; r < sizes[static_cast<std::size_t>(g)]; ++r)
      for (int c = 0; c < per_group; ++c) {
        X(first[static_cast<std::size_t>(g)] + r, per_group * g + c) = number(random);
        if (const int p = parents[static_cast<std::size_t>(g)]; p >= 0)
          X(first[static_cast<std::size_t>(g)] + r, per_group * p + c) = number(random);
      }
    const int n = sizes[static_cast<std::size_t>(g)], last = first[static_cast<std::size_t>(g)] + n - 1;
    if (dependent && n > 2 && g % 2 == 0) X.row(last) = 2 * X.row(last - 1) - 0.5 * X.row(last - 2);
    if (dependent && n > 3 && g % 4 == 0) X.row(last - 3).setZero();
  }
  Case result{sizes, {}, X * X.transpose()};
  for (int a = 0; a < groups; ++a)
    for (int b = 0; b < a; ++b) {
      const int pa = parents[static_cast<std::size_t>(a)], pb = parents[static_cast<std::size_t>(b)];
      if (pa == b || pb == a || (pa >= 0 && pa == pb)) result.coupled.push_back({a, b});
    }
  return result;
}

BlockFactors factored(const Case& c, const std::vector<int>& first) {
  BlockFactors factors{BlockPattern(c.sizes, c.coupled)};
  factors.clear();
  const auto write = [&](int a, int b) {
    const BlockPattern::Place place = factors.pattern().place(a, b);
    for (int r = 0; r < c.sizes[static_cast<std::size_t>(a)]; ++r)
      for (int s = 0; s < (a == b ? r + 1 : c.sizes[static_cast<std::size_t>(b)]); ++s)
        factors.entries()[place.start + r * place.row_step + s * place.column_step] =
            c.A(first[static_cast<std::size_t>(a)] + r, first[static_cast<std::size_t>(b)] + s);
  };
  for (int a = 0; a < static_cast<int>(c.sizes.size()); ++a) write(a, a);
  for (const auto& [a, b] : c.coupled) write(a, b);
  factors.factor();
  return factors;
}

std::vector<int> first_rows(const Case& c) {
  std::vector<int> first{0};
  for (const int size : c.sizes) first.push_back(first.back() + size);
  return first;
}

TEST(BlockFactors, SolveAsADenseMatrixDoes) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Case c = random_case(1 + static_cast<int>(seed), seed % 2 == 0, false, seed);
    BlockFactors factors = factored(c, first_rows(c));
    EXPECT_EQ(factors.rank(), c.A.rows());
    const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(c.A.rows(), -1, 2);
    Eigen::VectorXd x = b;
    factors.solve(x);
    EXPECT_LT((c.A * x - b).norm(), 1e-9 * (1 + x.norm() * c.A.norm())) << seed;
  }
}

TEST(BlockFactors, ShareAmongDependentRowsByLeastSquares) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Case c = random_case(1 + static_cast<int>(seed), seed % 3 == 0, true, 100 + seed);
    BlockFactors factors = factored(c, first_rows(c));
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> dense(c.A);
    EXPECT_EQ(factors.rank(), dense.rank()) << seed;
    const Eigen::VectorXd b = c.A * Eigen::VectorXd::LinSpaced(c.A.rows(), -1, 2);
    Eigen::VectorXd x = b;
    factors.solve(x);
    EXPECT_LT((c.A * x - b).norm(), 1e-9 * b.norm());
    factors.share(x);
    const Eigen::VectorXd wanted = dense.solve(b);
    EXPECT_LT((x - wanted).norm(), 1e-7 * (1 + wanted.norm())) << seed;
  }
}

/// A row of rounding has a pivot as large as its diagonal entry; how little of it is left tells that it says
/// nothing.
TEST(BlockFactors, RowsThatAreTinyBesideTheirSizeCountAsZero) {
  BlockFactors factors{BlockPattern({2}, {})};
  const auto factor = [&](std::vector<double> alignments) {
    factors.clear();
    const BlockPattern::Place place = factors.pattern().place(0, 0);
    factors.entries()[place.start] = 2;
    factors.entries()[place.start + place.row_step + place.column_step] = 1e-24;
    factors.factor(alignments);
  };
  factor({});
  EXPECT_EQ(factors.rank(), 2);
  factor({1, 0.1});
  EXPECT_EQ(factors.rank(), 2);
  factor({1, 1e-24});
  EXPECT_EQ(factors.rank(), 1);
  EXPECT_TRUE(factors.is_dependent(1));
  std::vector<double> x{4, 1e-12};
  factors.solve(Out<double>(x));
  EXPECT_EQ(x[0], 2);
  EXPECT_EQ(x[1], 0);
}

TEST(BlockFactors, TellHowARowFollowsFromOthers) {
  const Case c = random_case(20, false, true, 7);
  BlockFactors factors = factored(c, first_rows(c));
  int dependent = 0;
  for (int row = 0; row < c.A.rows(); ++row) {
    if (!factors.is_dependent(row)) continue;
    ++dependent;
    Eigen::VectorXd z(c.A.rows());
    factors.calc_dependency(row, z);
    EXPECT_EQ(z[row], 1);
    EXPECT_LT((c.A * z).norm(), 1e-9 * c.A.norm() * z.norm());
  }
  EXPECT_EQ(dependent, c.A.rows() - factors.rank());
  EXPECT_GT(dependent, 2);
}

TEST(BlockFactors, OfALongChainTakeOperationsInProportionToItsLength) {
  const auto cost = [](int groups) {
    const std::vector<int> sizes(static_cast<std::size_t>(groups), 3);
    std::vector<std::pair<int, int>> coupled;
    for (int g = 1; g < groups; ++g) coupled.push_back({g, g - 1});
    return BlockPattern(sizes, coupled).cost();
  };
  EXPECT_NEAR(cost(1000) / cost(100), 10, 0.2);
}

}  // namespace
}  // namespace sarrus::testing::block_factors_test
