#pragma once
/// @file
/// Householder reflections  H = 1 − β·v·vᵀ,  v₀ = 1,  and what is made of them: the orthogonal factorization
/// with column pivoting and the Hessenberg form. (Eigen's take the compiler three seconds each.)

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// The reflection with H·x = (α, 0, …, 0). Replaces x by (α, v₁, v₂, …) and returns β.
double make_reflection(Out<double> x);
/// Replaces y by H·y; v₀ is not read.
void reflect(In<double> v, double beta, Out<double> y);

/// A·P = Q·R. The pivot of each step is the column of which most is left, so that those on the diagonal of R
/// descend and tell the rank.
class PivotedQr {
 public:
  explicit PivotedQr(const MatrixX<double>& A);

  /// |Rᵢᵢ|
  double pivot(Eigen::Index i) const { return std::abs(factors_(i, i)); }
  /// The number of pivots that exceed `tolerance` times the largest.
  Eigen::Index rank(double tolerance) const;
  /// The leading square of R.
  MatrixX<double> upper_triangle(Eigen::Index size) const;
  /// R in the upper triangle, and the reflections below.
  const MatrixX<double>& factors() const { return factors_; }
  /// The column of A at each place.
  const Array<int>& order() const { return order_; }

  /// Replaces x by Q·x.
  void multiply_by_q(Out<double> x) const;
  /// Replaces x by Qᵀ·x.
  void multiply_by_q_transposed(Out<double> x) const;
  /// The last columns of Q.
  MatrixX<double> last_of_q(Eigen::Index count) const;

 private:
  Eigen::Index steps() const { return std::min(factors_.rows(), factors_.cols()); }
  /// Entries from the diagonal down.
  In<double> reflection(Eigen::Index i) const;

  MatrixX<double> factors_;
  VectorX<double> beta_;
  Array<int> order_;
};

/// A = Q·H·Qᵀ, H with nothing below its first subdiagonal: tridiagonal if A is symmetric.
struct HessenbergForm {
  MatrixX<double> H, Q;
};
HessenbergForm make_hessenberg(const MatrixX<double>& A);

}  // namespace sarrus::internal
