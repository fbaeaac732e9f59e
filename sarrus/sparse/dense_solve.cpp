#include "sarrus/sparse/dense_solve.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>

#include "sarrus/sparse/internal/householder.h"

namespace sarrus {

using namespace internal;

namespace {

/// Replaces the first entries of x by R⁻¹·x, where R is the upper triangle of as many rows.
void solve_upper(const MatrixX<double>& R, Eigen::Index size, VectorX<double>& x) {
  for (Eigen::Index i = size - 1; i >= 0; --i) {
    x[i] /= R(i, i);
    x.head(i) -= x[i] * R.col(i).head(i);
  }
}

/// The same with R⁻ᵀ.
void solve_upper_transposed(const MatrixX<double>& R, Eigen::Index size, VectorX<double>& x) {
  for (Eigen::Index i = 0; i < size; ++i) x[i] = (x[i] - R.col(i).head(i).dot(x.head(i))) / R(i, i);
}

/// The shortest x with R·x = b, where R has more columns than rows and full rank.
/// With Rᵀ·P = Q·S:  x = Q·S⁻ᵀ·Pᵀ·b.
VectorX<double> solve_for_shortest(const MatrixX<double>& R, const VectorX<double>& b) {
  const PivotedQr qr(R.transpose());
  VectorX<double> x = VectorX<double>::Zero(R.cols());
  for (Eigen::Index i = 0; i < R.rows(); ++i) x[i] = b[qr.order()[i]];
  solve_upper_transposed(qr.factors(), R.rows(), x);
  qr.multiply_by_q(x);
  return x;
}

}  // namespace

NullSpace calc_null_space(const MatrixX<double>& A, double tolerance) {
  const Eigen::Index n = A.cols();
  if (A.size() == 0) return {0, MatrixX<double>::Identity(n, n)};
  const PivotedQr qr(A.transpose());
  const Eigen::Index rank = qr.rank(tolerance);
  return {static_cast<int>(rank), qr.last_of_q(n - rank)};
}

MatrixX<double> calc_null_space_of_rank(const MatrixX<double>& A, int rank) {
  const Eigen::Index n = A.cols();
  if (A.size() == 0) return MatrixX<double>::Identity(n, n);
  return PivotedQr(A.transpose()).last_of_q(n - rank);
}

// A·P = Q·R, of which the first rows count: R·(Pᵀ·x) = Qᵀ·b.
LeastSquares solve_least_squares(const MatrixX<double>& A, const VectorX<double>& b, double tolerance) {
  if (A.size() == 0) return {0, VectorX<double>::Zero(A.cols())};
  const PivotedQr qr(A);
  const Eigen::Index rank = qr.rank(tolerance), n = A.cols();
  VectorX<double> rest = b, ordered;
  qr.multiply_by_q_transposed(rest);
  if (rank == n) {
    solve_upper(qr.factors(), n, rest);
    ordered = rest.head(n);
  } else {
    MatrixX<double> R = qr.factors().topRows(rank);
    for (Eigen::Index j = 0; j < rank; ++j) R.col(j).tail(rank - j - 1).setZero();
    ordered = solve_for_shortest(R, rest);
  }
  VectorX<double> x(n);
  for (Eigen::Index i = 0; i < n; ++i) x[qr.order()[i]] = ordered[i];
  return {static_cast<int>(rank), x};
}

bool solve_positive_definite(const MatrixX<double>& A, const VectorX<double>& b, VectorX<double>& x) {
  const Eigen::LLT<MatrixX<double>> factors(A);
  if (factors.info() != Eigen::Success) return false;
  x = factors.solve(b);
  return true;
}

// With A = Q·H·Qᵀ, H tridiagonal: H·y = κ·y is A·(Q·y) = κ·(Q·y).
EigenPairs calc_eigen_pairs(const MatrixX<double>& A) {
  const Eigen::Index n = A.rows();
  if (n == 0) return {};
  const HessenbergForm form = make_hessenberg(0.5 * (A + A.transpose()));
  Eigen::SelfAdjointEigenSolver<MatrixX<double>> solver(n);
  solver.computeFromTridiagonal(form.H.diagonal(), form.H.diagonal(-1));
  return {solver.eigenvalues(), form.Q * solver.eigenvectors()};
}

/// With M = L·Lᵀ: the eigenvalues of L⁻¹·K·L⁻ᵀ, whose eigenvectors are Lᵀ·y.
EigenPairs calc_eigen_pairs(const MatrixX<double>& K, const MatrixX<double>& M) {
  const Eigen::LLT<MatrixX<double>> factors(M);
  if (factors.info() != Eigen::Success) {
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    return {VectorX<double>::Constant(K.rows(), unknown),
            MatrixX<double>::Constant(K.rows(), K.rows(), unknown)};
  }
  MatrixX<double> A = 0.5 * (K + K.transpose());
  factors.matrixL().solveInPlace(A);
  A.transposeInPlace();
  factors.matrixL().solveInPlace(A);
  EigenPairs pairs = calc_eigen_pairs(A);
  factors.matrixU().solveInPlace(pairs.vectors);
  return pairs;
}

}  // namespace sarrus
