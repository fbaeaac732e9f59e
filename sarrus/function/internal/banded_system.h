#pragma once
/// @file
/// Banded linear systems, in which equation i involves only unknowns near number i: those of interpolating
/// splines.

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// A banded system of n equations for n unknowns; equation i involves the unknowns i − band … i + band. Time
/// and memory are proportional to n.
class BandedSystem {
 public:
  BandedSystem(int unknowns, int band);

  /// Adds `coefficient`·x[unknown] to the left side of an equation.
  void add(int equation, int unknown, double coefficient) { at(equation, unknown) += coefficient; }
  /// Adds to the right side of an equation.
  void add_right(int equation, double number) { right_[equation] += number; }
  /// Replaces the equation by x[unknown] = value; the solution then has exactly this value.
  void fix(int equation, int unknown, double value) { fixed_.push_back({equation, unknown, value}); }

  /// The solution, by Gaussian elimination with row interchanges (Golub and Van Loan, Matrix
  /// Computations, 4.3). Some of its entries are not finite if the equations have no unique solution.
  VectorX<double> solve() &&;

 private:
  struct Fixed {
    int equation, unknown;
    double value;
  };

  /// Row interchanges cause fill-in up to `band` columns further right: a row stores 3·band + 1 entries.
  double& at(int i, int j) { return rows_(i, j - i + band_); }
  void substitute(const Fixed& fixed);
  void scale_rows();

  int n_, band_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
  VectorX<double> right_;
  Array<Fixed> fixed_;
};

}  // namespace sarrus::internal
