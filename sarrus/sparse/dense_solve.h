#pragma once
/// @file
/// Dense linear algebra of the studies, compiled once: rank, null space and pseudoinverse by orthogonal
/// factorization with column pivoting, Cholesky factorization, symmetric eigenvalue problems. Pivots are
/// compared with the largest; the tolerance is that of constraint rows (row_rank.h) unless given.

#include "sarrus/scalar/eigen.h"
#include "sarrus/sparse/row_rank.h"

namespace sarrus {

/// The null space of A.
struct NullSpace {
  int rank = 0;           ///< Of A.
  MatrixX<double> basis;  ///< Orthonormal columns, one per element of the null space's dimension.
};
NullSpace calc_null_space(const MatrixX<double>& A, double tolerance = row_rank::uncertain);

/// An orthonormal basis of the null space of a matrix A whose rank is known from elsewhere.
MatrixX<double> calc_null_space_of_rank(const MatrixX<double>& A, int rank);

/// The solution of A·x = b in the least-squares sense, of the smallest norm where several are as good:
/// x = A⁺·b.
struct LeastSquares {
  int rank = 0;  ///< Of A.
  VectorX<double> x;
};
LeastSquares solve_least_squares(const MatrixX<double>& A, const VectorX<double>& b,
                                 double tolerance = row_rank::uncertain);

/// Solves A·x = b for a symmetric positive definite A by Cholesky factorization. Returns false, with x of no
/// meaning, if A is not positive definite.
bool solve_positive_definite(const MatrixX<double>& A, const VectorX<double>& b, VectorX<double>& x);

/// Eigenvalues, ascending, and eigenvectors in columns.
struct EigenPairs {
  VectorX<double> values;
  MatrixX<double> vectors;
};
/// Solves A·y = κ·y for the symmetric part of A.
EigenPairs calc_eigen_pairs(const MatrixX<double>& A);
/// Solves K·y = κ·M·y for the symmetric part of K, with a positive definite M; all NaN if M is not.
EigenPairs calc_eigen_pairs(const MatrixX<double>& K, const MatrixX<double>& M);

}  // namespace sarrus
