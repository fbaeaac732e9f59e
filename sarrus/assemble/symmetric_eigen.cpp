#include "sarrus/assemble/symmetric_eigen.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <limits>

namespace sarrus {

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
