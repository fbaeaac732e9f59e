/// Columns of X that are independent by little: what A = Xᵀ·d·X makes of them is compared with an orthogonal
/// factorization of √d·X, which does not square anything.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/sparse/internal/gram_matrix.h"
#include "tests/support/random.h"

namespace sarrus::testing::weak_rows_test {

using namespace internal;
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int rows = 9;

/// Two groups of three columns over the same rows; one column of each, and one of both, is all but a
/// combination of others.
struct NearlyDependent {
  std::vector<GramGroup> groups{{3, {0, 1, 2, 3, 4, 5}}, {3, {3, 4, 5, 6, 7, 8}}};
  Matrix X = Matrix::Zero(rows, 6);
  Vector d = Vector::Ones(rows);

  NearlyDependent(double independence, unsigned seed) {
    Random random(seed);
    const auto fill = [&](auto column) {
      for (Eigen::Index i = 0; i < column.size(); ++i) column[i] = random.number();
    };
    for (int c = 0; c < 3; ++c) fill(X.col(c).head(6)), fill(X.col(3 + c).tail(6));
    for (int i = 0; i < rows; ++i) d[i] = random.number(0.5, 2);
    Vector other(6);
    fill(other.head(6));
    X.col(2).head(6) = X.col(0).head(6) - 2 * X.col(1).head(6) + independence * other;
    fill(other.head(6));
    X.col(4).tail(6) = 3 * X.col(3).tail(6) + independence * other;
  }
  GramMatrix factored(double error = 0) const {
    GramMatrix gram(groups);
    std::vector<double> entries;
    for (std::size_t g = 0; g < groups.size(); ++g)
      for (const int row : groups[g].rows)
        for (int c = 0; c < 3; ++c) entries.push_back(X(row, 3 * static_cast<int>(g) + c));
    gram.factor(entries, {d.data(), static_cast<std::size_t>(d.size())}, {}, error);
    return gram;
  }
};

/// Of A·x = Xᵀ·d·v, X·x is the nearest to v that columns of X reach.
TEST(WeakRows, AreSolvedAsExactlyAsByOrthogonalization) {
  for (const double independence : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5})
    for (unsigned seed = 0; seed < 20; ++seed) {
      const NearlyDependent c(independence, seed);
      GramMatrix gram = c.factored();
      EXPECT_EQ(gram.rank(), 6);
      const Matrix root = c.d.cwiseSqrt().asDiagonal() * c.X;
      Random random(seed + 100);
      Vector v(rows);
      for (int i = 0; i < rows; ++i) v[i] = random.number();
      Vector x = c.X.transpose() * c.d.asDiagonal() * v;
      gram.solve(x);
      const Matrix Q = Eigen::HouseholderQR<Matrix>(root).householderQ() * Matrix::Identity(rows, 6);
      const Vector nearest = Q * (Q.transpose() * c.d.cwiseSqrt().cwiseProduct(v));
      EXPECT_LT((root * x - nearest).norm(), 1e-9 + 1e-14 / independence) << independence << ' ' << seed;
    }
}

TEST(WeakRows, AreToldHowFarTheyAreIndependent) {
  for (const double independence : {1e-4, 1e-5}) {
    const NearlyDependent c(independence, 3);
    Matrix directions = c.d.cwiseSqrt().asDiagonal() * c.X;
    directions.colwise().normalize();
    const double smallest = Eigen::JacobiSVD<Matrix>(directions).singularValues()[5];
    const double found = c.factored().independence();
    EXPECT_GT(found, 0.3 * smallest);
    EXPECT_LT(found, 20 * smallest);
  }
}

/// Rows that differ by no more than their errors say the same.
TEST(WeakRows, DependWhereTheyAreUncertain) {
  const NearlyDependent c(1e-5, 4);
  EXPECT_EQ(c.factored().rank(), 6);
  GramMatrix uncertain = c.factored(1e-4);
  EXPECT_EQ(uncertain.rank(), 4);
  EXPECT_EQ(uncertain.clear_rank(), 4);
  EXPECT_EQ(NearlyDependent(1e-9, 4).factored().rank(), 4);
}

}  // namespace
}  // namespace sarrus::testing::weak_rows_test
