#pragma once
/// @file
/// Eigenvalues and eigenvectors of a square matrix that need not be symmetric.

#include <complex>

#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

struct ComplexEigenPairs {
  bool are_found = false;  ///< False if the iteration did not converge, as with NaN.
  VectorX<std::complex<double>>
      values;  ///< Complex ones as pairs: that with the positive imaginary part first.
  MatrixX<std::complex<double>>
      vectors;  ///< In columns, of length 1. Defective eigenvalues have parallel ones.
};
ComplexEigenPairs calc_complex_eigen_pairs(const MatrixX<double>& A);

}  // namespace sarrus::internal
