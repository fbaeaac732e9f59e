#include "sarrus/sparse/dense_solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/sparse/internal/complex_eigen_pairs.h"
#include "sarrus/sparse/internal/householder.h"
#include "tests/support/random.h"

namespace sarrus::testing::dense_solve_test {
namespace {

using Complex = std::complex<double>;

MatrixX<double> random_matrix(testing::Random& random, int rows, int cols) {
  MatrixX<double> A(rows, cols);
  for (Eigen::Index i = 0; i < A.size(); ++i) A.data()[i] = random.number();
  return A;
}

double identity_error(const MatrixX<double>& A) {
  return (A - MatrixX<double>::Identity(A.rows(), A.cols())).cwiseAbs().maxCoeff();
}

TEST(DenseSolve, NullSpacesAreOrthonormalAndComplete) {
  testing::Random random(1);
  for (const auto& [rows, cols, rank] : {std::array{3, 5, 3}, {5, 5, 2}, {7, 4, 3}, {4, 4, 4}, {2, 9, 1}}) {
    const MatrixX<double> A = random_matrix(random, rows, rank) * random_matrix(random, rank, cols);
    const NullSpace space = calc_null_space(A);
    EXPECT_EQ(space.rank, rank);
    ASSERT_EQ(space.basis.cols(), cols - rank);
    if (rank == cols) continue;
    EXPECT_LT((A * space.basis).cwiseAbs().maxCoeff(), 1e-14 * cols);
    EXPECT_LT(identity_error(space.basis.transpose() * space.basis), 1e-14);
    EXPECT_LT((A * calc_null_space_of_rank(A, rank)).cwiseAbs().maxCoeff(), 1e-14 * cols);
  }
  EXPECT_EQ(calc_null_space(MatrixX<double>::Zero(2, 3)).rank, 0);
}

/// Of all x with the least error, whose gradient Aᵀ·(A·x − b) is zero, the shortest is that without a part in
/// the null space.
TEST(DenseSolve, LeastSquaresAreLeastAndShortest) {
  testing::Random random(2);
  for (const auto& [rows, cols, rank] : {std::array{6, 4, 4}, {4, 6, 4}, {6, 6, 3}, {5, 5, 5}, {3, 8, 2}}) {
    const MatrixX<double> A = random_matrix(random, rows, rank) * random_matrix(random, rank, cols);
    const VectorX<double> b = random_matrix(random, rows, 1);
    const LeastSquares solution = solve_least_squares(A, b);
    EXPECT_EQ(solution.rank, rank);
    EXPECT_LT((A.transpose() * (A * solution.x - b)).norm(), 1e-13 * (1 + solution.x.norm()));
    EXPECT_LT((calc_null_space(A).basis.transpose() * solution.x).norm(), 1e-13 * (1 + solution.x.norm()));
  }
  EXPECT_EQ(solve_least_squares(MatrixX<double>::Zero(2, 3), VectorX<double>::Ones(2)).x.norm(), 0);
}

TEST(DenseSolve, PivotsDescendAndMakeUpTheMatrix) {
  testing::Random random(3);
  const MatrixX<double> A = random_matrix(random, 6, 4);
  const internal::PivotedQr qr(A);
  for (int j = 0; j < 4; ++j) {
    VectorX<double> column = VectorX<double>::Zero(6);
    column.head(4) = qr.upper_triangle(4).col(j);
    qr.multiply_by_q(column);
    EXPECT_LT((column - A.col(qr.order()[j])).norm(), 1e-14);
    EXPECT_GE(qr.pivot(std::max(j - 1, 0)), qr.pivot(j));
  }
}

TEST(DenseSolve, HessenbergFormsAreSimilarToTheirMatrix) {
  testing::Random random(4);
  for (const int n : {1, 2, 3, 8}) {
    const MatrixX<double> A = random_matrix(random, n, n);
    const auto [H, Q] = internal::make_hessenberg(A);
    EXPECT_LT(identity_error(Q.transpose() * Q), 1e-14 * n);
    EXPECT_LT((Q * H * Q.transpose() - A).norm(), 1e-14 * n);
    for (int j = 0; j < n; ++j)
      for (int i = j + 2; i < n; ++i) EXPECT_EQ(H(i, j), 0);
  }
}

/// A chain of n equal springs and masses with its ends held: κ = 2 − 2·cos(k·π/(n + 1)).
TEST(DenseSolve, ChainsOfSpringsHaveTheirKnownEigenvalues) {
  const int n = 12;
  testing::Random random(5);
  MatrixX<double> chain = 2 * MatrixX<double>::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) chain(i, i + 1) = chain(i + 1, i) = -1;
  const MatrixX<double> Q = internal::make_hessenberg(random_matrix(random, n, n)).Q;  // some rotation
  const EigenPairs pairs = calc_eigen_pairs(Q * chain * Q.transpose());
  for (int k = 0; k < n; ++k)
    EXPECT_NEAR(pairs.values[k], 2 - 2 * std::cos((k + 1) * std::numbers::pi / (n + 1)), 1e-14 * n);
  EXPECT_LT(identity_error(pairs.vectors.transpose() * pairs.vectors), 1e-14 * n);
  const MatrixX<double> M = 3 * MatrixX<double>::Identity(n, n);
  EXPECT_NEAR(calc_eigen_pairs(chain, M).values[n - 1], pairs.values[n - 1] / 3, 1e-14);
  EXPECT_EQ(calc_eigen_pairs(MatrixX<double>::Zero(0, 0)).values.size(), 0);
}

/// The companion matrix of xⁿ − 1: its eigenvalues are the roots of unity.
TEST(DenseSolve, RootsOfUnityAreEigenvaluesOfTheirCompanionMatrix) {
  const int n = 7;
  MatrixX<double> A = MatrixX<double>::Zero(n, n);
  for (int i = 0; i < n; ++i) A((i + 1) % n, i) = 1;
  const internal::ComplexEigenPairs pairs = internal::calc_complex_eigen_pairs(A);
  ASSERT_TRUE(pairs.are_found);
  for (int k = 0; k < n; ++k) {
    const Complex root = std::polar(1.0, 2 * std::numbers::pi * k / n);
    double nearest = 2;
    for (const Complex value : pairs.values) nearest = std::min(nearest, std::abs(value - root));
    EXPECT_LT(nearest, 1e-14) << k;
  }
}

TEST(DenseSolve, EigenvectorsOfAnyMatrixAreTurnedIntoTheirMultiples) {
  testing::Random random(6);
  for (const int n : {1, 2, 5, 20, 60}) {
    const MatrixX<double> A = random_matrix(random, n, n);
    const internal::ComplexEigenPairs pairs = internal::calc_complex_eigen_pairs(A);
    ASSERT_TRUE(pairs.are_found);
    for (int i = 0; i < n; ++i) {
      const VectorX<Complex> v = pairs.vectors.col(i);
      EXPECT_NEAR(v.norm(), 1, 1e-14 * n);
      EXPECT_LT((A.cast<Complex>() * v - pairs.values[i] * v).norm(), 1e-14 * n) << i << " of " << n;
    }
    EXPECT_NEAR(std::abs(pairs.values.sum() - A.trace()), 0, 1e-13 * n);
  }
}

/// Jordan blocks of 30 rows have one eigenvector each, whatever their rounding errors.
TEST(DenseSolve, EigenvectorsOfDefectiveMatricesAreFinite) {
  const int n = 30;
  MatrixX<double> A = 0.5 * MatrixX<double>::Identity(n, n);
  for (int i = 0; i + 1 < n; ++i) A(i, i + 1) = 1;
  const internal::ComplexEigenPairs pairs = internal::calc_complex_eigen_pairs(A);
  ASSERT_TRUE(pairs.are_found);
  for (int i = 0; i < n; ++i)
    EXPECT_LT((A.cast<Complex>() * pairs.vectors.col(i) - pairs.values[i] * pairs.vectors.col(i)).norm(),
              1e-14 * n);
  EXPECT_TRUE(internal::calc_complex_eigen_pairs(MatrixX<double>::Zero(3, 3)).vectors.allFinite());
}

TEST(DenseSolve, NoEigenvaluesAreFoundWhereNumbersAreNotFinite) {
  MatrixX<double> A = MatrixX<double>::Identity(3, 3);
  A(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(internal::calc_complex_eigen_pairs(A).are_found);
}

}  // namespace
}  // namespace sarrus::testing::dense_solve_test
