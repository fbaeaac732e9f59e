#include "sarrus/sparse/dense_solve.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <limits>

namespace sarrus {

NullSpace calc_null_space(const MatrixX<double>& A, double tolerance) {
  const Eigen::Index n = A.cols();
  if (A.size() == 0) return {0, MatrixX<double>::Identity(n, n)};
  Eigen::ColPivHouseholderQR<MatrixX<double>> qr;
  qr.setThreshold(tolerance);
  qr.compute(A.transpose());
  const MatrixX<double> Q = qr.householderQ() * MatrixX<double>::Identity(n, n);
  return {static_cast<int>(qr.rank()), Q.rightCols(n - qr.rank())};
}

MatrixX<double> calc_null_space_of_rank(const MatrixX<double>& A, int rank) {
  const Eigen::Index n = A.cols();
  if (A.size() == 0) return MatrixX<double>::Identity(n, n);
  const Eigen::ColPivHouseholderQR<MatrixX<double>> qr(A.transpose());
  const MatrixX<double> Q = qr.householderQ() * MatrixX<double>::Identity(n, n);
  return Q.rightCols(n - rank);
}

LeastSquares solve_least_squares(const MatrixX<double>& A, const VectorX<double>& b, double tolerance) {
  if (A.size() == 0) return {0, VectorX<double>::Zero(A.cols())};
  Eigen::CompleteOrthogonalDecomposition<MatrixX<double>> factors;
  factors.setThreshold(tolerance);
  factors.compute(A);
  return {static_cast<int>(factors.rank()), factors.solve(b)};
}

bool solve_positive_definite(const MatrixX<double>& A, const VectorX<double>& b, VectorX<double>& x) {
  const Eigen::LLT<MatrixX<double>> factors(A);
  if (factors.info() != Eigen::Success) return false;
  x = factors.solve(b);
  return true;
}

EigenPairs calc_eigen_pairs(const MatrixX<double>& A) {
  const Eigen::SelfAdjointEigenSolver<MatrixX<double>> solver(0.5 * (A + A.transpose()));
  return {solver.eigenvalues(), solver.eigenvectors()};
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
