#pragma once
/// @file
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Eigenvalues, ascending, and eigenvectors in columns.
struct EigenPairs {
  VectorX<double> values;
  MatrixX<double> vectors;
};

/// Of A·y = λ·y; of A, the symmetric part counts. The vectors are orthonormal.
EigenPairs calc_eigen_pairs(const MatrixX<double>& A);
/// Of K·y = λ·M·y with a positive definite M; yᵀ·M·y = 1. Not finite where M is not positive definite.
EigenPairs calc_eigen_pairs(const MatrixX<double>& K, const MatrixX<double>& M);

}  // namespace sarrus
