#pragma once
/// @file
/// Linear equations in which equation i involves only unknowns near number i: those of interpolating splines.

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::detail {

/// n equations for n unknowns; equation i involves the unknowns i − band … i + band. Time and memory are
/// proportional to n.
class BandedSystem {
 public:
  BandedSystem(int unknowns, int band);

  /// Adds `coefficient`·x[unknown] to the left side of an equation.
  void add(int equation, int unknown, double coefficient) { at(equation, unknown) += coefficient; }
  /// Adds to the right side of an equation.
  void add_right(int equation, double number) { right_[equation] += number; }
  /// Makes the equation x[unknown] = value; the solution then has this value to the last digit.
  void fix(int equation, int unknown, double value) { fixed_.push_back({equation, unknown, value}); }

  /// The solution, by Gaussian elimination with row interchanges (Golub and Van Loan, Matrix
  /// Computations, 4.3). It has entries that are not finite if the equations have no unique solution.
  VectorX<double> solve() &&;

 private:
  struct Fixed {
    int equation, unknown;
    double value;
  };

  /// Row interchanges move entries up to `band` columns further right: a row keeps 3·band + 1 of them.
  double& at(int i, int j) { return rows_(i, j - i + band_); }
  void substitute(const Fixed& fixed);
  void scale_rows();

  int n_, band_;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows_;
  VectorX<double> right_;
  Array<Fixed> fixed_;
};

}  // namespace sarrus::detail
