#include "sarrus/sparse/internal/gram_matrix.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numeric>

#include "tests/support/random.h"

namespace sarrus::testing::gram_matrix_test {

using namespace internal;
namespace {

/// What is special about the columns of X.
enum class Columns {
  independent,
  saved_by_shared_rows,  ///< Some depend on others but for the rows that all groups have.
  dependent,             ///< Some depend on others.
};

constexpr int shared = 3, own = 5;  // rows of X: those that all groups have come first

/// Groups of columns, each with rows of its own, those of the group before it, and the first rows of X.
struct Case {
  std::vector<GramGroup> groups;
  Eigen::MatrixXd X;
  Eigen::VectorXd d;

  Case(int count, Columns columns, unsigned seed) {
    Random random(seed);
    int size = 0;
    for (int g = 0; g < count; ++g) {
      GramGroup group{1 + random.index(4), std::vector<int>(shared)};
      std::iota(group.rows.begin(), group.rows.end(), 0);
      for (int i = g > 0 && g % 3 > 0 ? -own : 0; i < own; ++i) group.rows.push_back(shared + own * g + i);
      size += group.width;
      groups.push_back(group);
    }
    X = Eigen::MatrixXd::Zero(shared + own * count, size);
    d = Eigen::VectorXd::Ones(X.rows());
    for (int i = 0; i < X.rows(); ++i) d[i] = random.number(0.1, 2);
    d[1] = 0;
    int first = 0;
    for (const GramGroup& group : groups) {
      for (const int row : group.rows)
        for (int c = 0; c < group.width; ++c) X(row, first + c) = random.number();
      if (columns != Columns::independent && group.width > 2) {
        const int begin = columns == Columns::dependent ? 0 : shared;
        const auto below = Eigen::seq(begin, Eigen::last);
        X(below, first + 2) = 2 * X(below, first) - X(below, first + 1);
      }
      first += group.width;
    }
  }
  Eigen::MatrixXd A() const { return X.transpose() * d.asDiagonal() * X; }
  GramMatrix factored(std::vector<int> set_apart) const {
    GramMatrix gram(groups, arrange(groups, std::move(set_apart)));
    std::vector<double> entries;
    int first = 0;
    for (const GramGroup& group : groups) {
      for (const int row : group.rows)
        for (int c = 0; c < group.width; ++c) entries.push_back(X(row, first + c));
      first += group.width;
    }
    gram.factor(entries, {d.data(), static_cast<std::size_t>(d.size())});
    return gram;
  }
};

class GramMatrices : public ::testing::TestWithParam<std::tuple<Columns, std::vector<int>>> {
 protected:
  void check(const Case& c, unsigned seed) {
    GramMatrix gram = c.factored(std::get<1>(GetParam()));
    const Eigen::MatrixXd A = c.A();
    const Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> dense(A);
    EXPECT_EQ(gram.rank(), dense.rank()) << seed;
    const Eigen::VectorXd b = A * Eigen::VectorXd::LinSpaced(A.rows(), -1, 2);
    Eigen::VectorXd x = b;
    gram.solve(x);
    EXPECT_LT((A * x - b).norm(), 1e-9 * b.norm()) << seed;
    gram.share(x);
    const Eigen::VectorXd least = dense.solve(b);
    EXPECT_LT((x - least).norm(), 1e-7 * (1 + least.norm())) << seed;
    for (int row = 0; row < A.rows(); ++row) {
      if (!gram.is_dependent(row)) continue;
      Eigen::VectorXd z(A.rows());
      gram.calc_dependency(row, z);
      EXPECT_EQ(z[row], 1);
      EXPECT_LT((c.d.asDiagonal() * c.X * z).norm(), 1e-7 * c.X.norm() * z.norm());
    }
  }
};

TEST_P(GramMatrices, SolveAsADenseMatrixDoes) {
  for (unsigned seed = 0; seed < 30; ++seed)
    check(Case(2 + static_cast<int>(seed), std::get<0>(GetParam()), seed), seed);
}

const auto ways =
    ::testing::Values(std::vector<int>{}, std::vector<int>{0, 1, 2}, std::vector<int>{0, 2, 7, 11});
INSTANTIATE_TEST_SUITE_P(Independent, GramMatrices,
                         ::testing::Combine(::testing::Values(Columns::independent), ways));
INSTANTIATE_TEST_SUITE_P(SavedBySharedRows, GramMatrices,
                         ::testing::Combine(::testing::Values(Columns::saved_by_shared_rows), ways));
INSTANTIATE_TEST_SUITE_P(Dependent, GramMatrices,
                         ::testing::Combine(::testing::Values(Columns::dependent), ways));

/// Legs on a crankshaft: with its row apart, the cost grows with the number of legs, not with its cube.
TEST(GramOrdering, SetsApartWhatCouplesEverything) {
  const auto legs = [](int count) {
    std::vector<GramGroup> groups;
    for (int i = 0; i < count; ++i) {
      GramGroup leg{9, {0}};
      for (int k = 0; k < 9; ++k) leg.rows.push_back(1 + 9 * i + k);
      groups.push_back(leg);
    }
    return arrange(groups);
  };
  EXPECT_EQ(legs(12).shared, std::vector<int>{0});
  EXPECT_NEAR(legs(48).cost / legs(12).cost, 4, 0.01);
  EXPECT_LT(legs(12).cost, 0.1 * 108 * 108 * 108 / 6);
}

}  // namespace
}  // namespace sarrus::testing::gram_matrix_test
