#include "sarrus/sparse/internal/householder.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace sarrus::internal {

namespace {

/// The entries of a column from `first` on.
Out<double> from(MatrixX<double>& A, Eigen::Index first, Eigen::Index column) {
  return {A.data() + column * A.rows() + first, A.rows() - first};
}
In<double> from(const MatrixX<double>& A, Eigen::Index first, Eigen::Index column) {
  return {A.data() + column * A.rows() + first, A.rows() - first};
}

/// Σ xᵢ², from the second entry on.
double squares_after_first(In<double> x) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i) sum += x[i] * x[i];
  return sum;
}

}  // namespace

// With α = −sign(x₀)·|x|, which does not cancel:  v = (x − α·e₀)/(x₀ − α),  β = (α − x₀)/α.
double make_reflection(Out<double> x) {
  const double below = squares_after_first(x);
  if (below == 0) return 0;
  const double alpha = -std::copysign(std::sqrt(x[0] * x[0] + below), x[0]);
  const double scale = 1 / (x[0] - alpha), beta = (alpha - x[0]) / alpha;
  for (std::size_t i = 1; i < x.size(); ++i) x[i] *= scale;
  x[0] = alpha;
  return beta;
}

void reflect(In<double> v, double beta, Out<double> y) {
  double product = y[0];
  for (std::size_t i = 1; i < y.size(); ++i) product += v[i] * y[i];
  product *= beta;
  y[0] -= product;
  for (std::size_t i = 1; i < y.size(); ++i) y[i] -= product * v[i];
}

PivotedQr::PivotedQr(const MatrixX<double>& A) : factors_(A), beta_(steps()), order_(A.cols()) {
  std::iota(order_.begin(), order_.end(), 0);
  for (Eigen::Index k = 0; k < steps(); ++k) {
    Eigen::Index best = k;
    double largest = -1;
    for (Eigen::Index j = k; j < A.cols(); ++j) {
      const In<double> left = from(std::as_const(factors_), k, j);
      if (const double size = left[0] * left[0] + squares_after_first(left); size > largest)
        largest = size, best = j;
    }
    if (best != k) {
      std::swap_ranges(&factors_(0, k), &factors_(0, k) + A.rows(), &factors_(0, best));
      std::swap(order_[k], order_[best]);
    }
    beta_[k] = make_reflection(from(factors_, k, k));
    for (Eigen::Index j = k + 1; j < A.cols(); ++j) reflect(reflection(k), beta_[k], from(factors_, k, j));
  }
}

In<double> PivotedQr::reflection(Eigen::Index i) const { return from(factors_, i, i); }

Eigen::Index PivotedQr::rank(double tolerance) const {
  Eigen::Index count = 0;
  while (count < steps() && pivot(count) > tolerance * pivot(0)) ++count;
  return count;
}

MatrixX<double> PivotedQr::upper_triangle(Eigen::Index size) const {
  MatrixX<double> R = MatrixX<double>::Zero(size, size);
  for (Eigen::Index j = 0; j < size; ++j)
    for (Eigen::Index i = 0; i <= j; ++i) R(i, j) = factors_(i, j);
  return R;
}

void PivotedQr::multiply_by_q(Out<double> x) const {
  for (Eigen::Index k = steps() - 1; k >= 0; --k)
    reflect(reflection(k), beta_[k], {x.data() + k, x.size() - k});
}

void PivotedQr::multiply_by_q_transposed(Out<double> x) const {
  for (Eigen::Index k = 0; k < steps(); ++k) reflect(reflection(k), beta_[k], {x.data() + k, x.size() - k});
}

MatrixX<double> PivotedQr::last_of_q(Eigen::Index count) const {
  const Eigen::Index rows = factors_.rows();
  MatrixX<double> last = MatrixX<double>::Zero(rows, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    last(rows - count + j, j) = 1;
    multiply_by_q(from(last, 0, j));
  }
  return last;
}

// H ← Hₖ·H·Hₖ for k = 0, 1, …, where Hₖ clears column k below the subdiagonal. What it was made of is kept
// there until Q = H₀·H₁·… is known.
HessenbergForm make_hessenberg(const MatrixX<double>& A) {
  const Eigen::Index n = A.rows();
  HessenbergForm form{A, MatrixX<double>::Identity(n, n)};
  MatrixX<double>& H = form.H;
  VectorX<double> beta = VectorX<double>::Zero(n), product(n);
  for (Eigen::Index k = 0; k + 2 < n; ++k) {
    beta[k] = make_reflection(from(H, k + 1, k));
    const In<double> v = from(std::as_const(H), k + 1, k);
    for (Eigen::Index j = k + 1; j < n; ++j) reflect(v, beta[k], from(H, k + 1, j));
    const auto entry = [&](Eigen::Index j) { return j == k + 1 ? 1.0 : H(j, k); };
    product.setZero();  // β·H·v
    for (Eigen::Index j = k + 1; j < n; ++j) product += (beta[k] * entry(j)) * H.col(j);
    for (Eigen::Index j = k + 1; j < n; ++j) H.col(j) -= entry(j) * product;
  }
  for (Eigen::Index k = n - 3; k >= 0; --k) {
    for (Eigen::Index j = k + 1; j < n; ++j)
      reflect(from(std::as_const(H), k + 1, k), beta[k], from(form.Q, k + 1, j));
    for (Eigen::Index i = k + 2; i < n; ++i) H(i, k) = 0;
  }
  return form;
}

}  // namespace sarrus::internal
