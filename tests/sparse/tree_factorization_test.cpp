// Factors, products and solves of matrices with the sparsity of a tree, against dense linear algebra and the
// book's counts.

#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/model/connectivity.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::tree_factorization_test {
namespace {

using Parents = std::vector<int>;

/// A positive definite matrix with the pattern of a tree: a large diagonal and random entries elsewhere.
template <class T>
TreeMatrix<T> random_matrix(const Parents& parents, unsigned seed = 3) {
  Random random(seed);
  TreeMatrix<T> A(std::make_shared<const TreePattern>(parents));
  for (int i = 0; i < A.size(); ++i) {
    for (int k = 0; k < A.pattern().length(i); ++k)
      A.row(i)[k] = T(static_cast<ValueOf<T>>(random.number(-1, 1)));
    A.diagonal(i) = T(static_cast<ValueOf<T>>(A.size() + 1));
  }
  return A;
}
MatrixX<double> symmetric(const TreeMatrix<double>& A) {
  MatrixX<double> M;
  A.symmetric(M);
  return M;
}
MatrixX<double> lower(const TreeMatrix<double>& A) {
  MatrixX<double> M;
  A.lower(M);
  return M;
}

Parents random_tree(int n, Random& random) {
  Parents parents;
  for (int i = 0; i < n; ++i) parents.push_back(i == 0 ? -1 : random.index(i + 1) - 1);
  return parents;
}
Parents chain(int n) {
  Parents parents;
  for (int i = 0; i < n; ++i) parents.push_back(i - 1);
  return parents;
}

/// Book numbers count from 1 and have 0 for the base.
Parents from_book(Parents parents) {
  for (int& p : parents) --p;
  return parents;
}

std::vector<Parents> shapes() {
  Random random(12);
  return {{-1},
          chain(2),
          chain(23),
          Parents(9, -1),
          from_book({0, 1, 1, 2, 2, 3, 3}),
          from_book({0, 1, 2, 3, 3, 2, 6, 6, 1, 9, 10, 10, 9, 13, 13}),  // depth first: forks
          from_book({0, 1, 2, 3, 4, 2, 6, 7, 2, 9}),                     // legs of three and two
          random_tree(40, random),
          random_tree(117, random)};
}

TEST(TreePattern, RowsHoldThePathsFromTheRoot) {
  const TreePattern pattern(from_book({0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(std::vector<int>(pattern.columns(5), pattern.columns(5) + pattern.length(5)),
            (std::vector<int>{0, 2, 5}));
  EXPECT_TRUE(pattern.is_ancestor(2, 6));
  EXPECT_FALSE(pattern.is_ancestor(1, 6));
  EXPECT_EQ(pattern.common_length(3, 4), 2);
  EXPECT_EQ(pattern.common_length(3, 6), 1);
  EXPECT_SAYS(message([] { TreePattern(Parents{-1, 2, 0}); }), "the parent of speed 1 is 2");
}

TEST(TreePattern, RunsHoldTheColumns) {
  for (const Parents& parents : shapes()) {
    const TreePattern pattern(parents);
    for (int i = 0; i < pattern.size(); ++i) {
      std::vector<int> columns;
      for (const TreePattern::Run& run : pattern.runs(i)) {
        EXPECT_TRUE(columns.empty() || run.first > columns.back() + 1);
        for (int k = 0; k < run.count; ++k) columns.push_back(run.first + k);
      }
      EXPECT_EQ(columns, std::vector<int>(pattern.columns(i), pattern.columns(i) + pattern.length(i)));
    }
  }
}

/// A chain has n²/2 entries. More than can be numbered are refused before any memory is taken for them.
TEST(TreePattern, ATreeThatIsTooDeepIsRefused) {
  Parents chain;
  for (int i = 0; i < 70000; ++i) chain.push_back(i - 1);
  EXPECT_SAYS(message([&] { TreePattern{chain}; }), "the tree is too deep");
}

TEST(TreeFactorization, FactorsMultiplyToTheMatrix) {
  for (const Parents& parents : shapes()) {
    const TreeMatrix<double> A = random_matrix<double>(parents);
    TreeMatrix<double> factors = A;
    factor_LTL(factors);
    const MatrixX<double> L = lower(factors);
    EXPECT_LT((L.transpose() * L - symmetric(A)).norm(), 1e-13 * symmetric(A).norm());
    factors = A;
    factor_LTDL(factors);
    MatrixX<double> unit = lower(factors);
    const VectorX<double> D = unit.diagonal();
    unit.diagonal().setOnes();
    EXPECT_LT((unit.transpose() * D.asDiagonal() * unit - symmetric(A)).norm(), 1e-13 * symmetric(A).norm());
  }
}

TEST(TreeFactorization, ProductsAndSolvesAgreeWithDenseOnes) {
  Random random(8);
  for (const Parents& parents : shapes()) {
    const TreeMatrix<double> A = random_matrix<double>(parents);
    TreeMatrix<double> LTL = A, LTDL = A;
    factor_LTL(LTL);
    factor_LTDL(LTDL);
    const int n = A.size();
    const std::vector<double> numbers = random.numbers(n);
    const VectorX<double> x = Eigen::Map<const VectorX<double>>(numbers.data(), n);
    VectorX<double> y(n);
    calc_symmetric_times(A, x, y);
    EXPECT_LT((y - symmetric(A) * x).norm(), 1e-13 * y.norm());
    for (const FactorDiagonal diagonal : {FactorDiagonal::stored, FactorDiagonal::ones}) {
      MatrixX<double> L = lower(diagonal == FactorDiagonal::stored ? LTL : LTDL);
      if (diagonal == FactorDiagonal::ones) L.diagonal().setOnes();
      const TreeMatrix<double>& factors = diagonal == FactorDiagonal::stored ? LTL : LTDL;
      VectorX<double> v = x;
      multiply_L(factors, v, diagonal);
      EXPECT_LT((v - L * x).norm(), 1e-13 * x.norm() * L.norm());
      v = x;
      multiply_LT(factors, v, diagonal);
      EXPECT_LT((v - L.transpose() * x).norm(), 1e-13 * x.norm() * L.norm());
      v = x;
      solve_L(factors, v, diagonal);
      EXPECT_LT((L * v - x).norm(), 1e-13 * x.norm());
      v = x;
      solve_LT(factors, v, diagonal);
      EXPECT_LT((L.transpose() * v - x).norm(), 1e-13 * x.norm());
    }
    VectorX<double> v = x;
    solve_LTL(LTL, v);
    EXPECT_LT((symmetric(A) * v - x).norm(), 1e-13 * x.norm());
    v = x;
    solve_LTDL(LTDL, v);
    EXPECT_LT((symmetric(A) * v - x).norm(), 1e-13 * x.norm());
    MatrixX<double> lines, inverse;
    calc_inverse_from_LTDL(LTDL, lines, inverse);
    EXPECT_LT((symmetric(A) * inverse - MatrixX<double>::Identity(n, n)).norm(), 1e-12);
    EXPECT_EQ(inverse, inverse.transpose());
  }
}

/// Table 6.6, with D1 reciprocals taken as n divisions and products: the branched tree of seven against the
/// dense matrix.
TEST(TreeFactorization, NothingFillsInAndTheCountsAreTheBooks) {
  const Parents book{0, 1, 1, 2, 2, 3, 3}, dense{0, 1, 2, 3, 4, 5, 6};
  EXPECT_EQ(sparsity_cost(book).D2, 14);
  EXPECT_EQ(sparsity_cost(dense).D2, 56);
  for (const Parents& parents : {book, dense}) {
    const auto [D1, D2] = sparsity_cost(parents);
    const long n = static_cast<long>(parents.size());
    const TreeMatrix<Count> A = random_matrix<Count>(from_book(parents));
    TreeMatrix<Count> factors = A;
    const OperationCount LTL = Count::of([&] { factor_LTL(factors); });
    EXPECT_EQ(LTL, (OperationCount{D1 + D2, D2, n, n, 0}));
    const OperationCount LTL_solve = Count::of([&] {
      std::vector<Count> x(parents.size(), 1.0);
      solve_LTL(factors, x);
    });
    EXPECT_EQ(LTL_solve.multiplications, 2 * D1);
    EXPECT_EQ(LTL_solve.divisions, 2 * n);
    factors = A;
    const OperationCount LTDL = Count::of([&] { factor_LTDL(factors); });
    EXPECT_EQ(LTDL, (OperationCount{2 * D1 + D2, D2, n, 0, 0}));
  }
}

template <class T>
class TreeFactorizationIn : public ::testing::Test {};
TYPED_TEST_SUITE(TreeFactorizationIn, AllScalars);

TYPED_TEST(TreeFactorizationIn, SolvesInEveryScalar) {
  using T = TypeParam;
  Random random(9);
  const Parents parents = random_tree(30, random);
  const TreeMatrix<double> A_d = random_matrix<double>(parents);
  TreeMatrix<T> factors = random_matrix<T>(parents);
  factor_LTDL(factors);
  std::vector<T> x(parents.size(), T(static_cast<ValueOf<T>>(1)));
  solve_LTDL(factors, x);
  VectorX<double> solution(A_d.size());
  for (int i = 0; i < A_d.size(); ++i)
    solution[i] = lane(x[static_cast<std::size_t>(i)], ScalarTraits<T>::lanes - 1);
  const VectorX<double> back = symmetric(A_d) * solution;
  for (int i = 0; i < A_d.size(); ++i) EXPECT_TRUE(close<ValueOf<T>>(back[i], 1, 256));
}

}  // namespace
}  // namespace sarrus::testing::tree_factorization_test
