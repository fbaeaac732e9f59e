#pragma once
/// @file
#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/internal/dense_lu.h"

namespace sarrus::internal {

/// Factors a square matrix. Returns false if it is singular or has an entry that is not finite. (Eigen's LU
/// factorizations take the compiler seconds for each scalar.)
template <class T>
bool factor(const MatrixX<T>& A, DenseLu<T>& lu) {
  T* entry = lu.entries().data();
  for (Eigen::Index i = 0; i < A.rows(); ++i)
    for (Eigen::Index j = 0; j < A.cols(); ++j) *entry++ = A(i, j);
  return lu.factor() < 0;
}

}  // namespace sarrus::internal
