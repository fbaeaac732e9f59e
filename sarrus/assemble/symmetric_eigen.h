#pragma once
/// @file
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Eigenvalues, ascending, and eigenvectors in columns.
struct EigenPairs {
  VectorX<double> values;
  MatrixX<double> vectors;
};

/// Solves the symmetric eigenvalue problem A·y = λ·y; only the symmetric part of A counts. The vectors are
/// orthonormal.
EigenPairs calc_eigen_pairs(const MatrixX<double>& A);
/// Solves the generalized eigenvalue problem K·y = λ·M·y with a positive definite M; yᵀ·M·y = 1. The results
/// are NaN if M is not positive definite.
EigenPairs calc_eigen_pairs(const MatrixX<double>& K, const MatrixX<double>& M);

}  // namespace sarrus
