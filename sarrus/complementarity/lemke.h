#pragma once
/// @file
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Outcome of solve_lcp().
struct LcpSolution {
  bool found =
      false;  ///< False: the method ended in a ray; for a positive semidefinite A there is no solution.
  VectorX<double> z, w;  ///< Solution; empty if none was found.
  VectorX<double> ray;   ///< Direction z ≥ 0 of the ray; empty if a solution was found.
  int pivots = 0;
};

/// The linear complementarity problem w = A·z + q, w ≥ 0, z ≥ 0, w·z = 0, by Lemke's method with
/// lexicographic pivoting, which cannot cycle [Cottle, Pang, Stone: The Linear Complementarity Problem, 1992,
/// §4.4]. A need not be symmetric: sliding friction makes it unsymmetric, and a ray is then Painlevé's
/// paradox. Throws unless A is square, q has its size and all numbers are finite.
LcpSolution solve_lcp(const MatrixX<double>& A, const VectorX<double>& q);

}  // namespace sarrus
