#include "sarrus/sparse/internal/complex_eigen_pairs.h"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <limits>

#include "sarrus/sparse/internal/householder.h"

namespace sarrus::internal {

namespace {

using Complex = std::complex<double>;

/// Eigenvectors of T, which is upper triangular but for blocks of two rows on its diagonal, those of complex
/// pairs: the real Schur form.
class SchurVectors {
 public:
  explicit SchurVectors(const MatrixX<double>& T)
      : T_(T), least_(std::numeric_limits<double>::epsilon() * T.cwiseAbs().maxCoeff()), x_(T.rows()) {
    if (least_ == 0) least_ = std::numeric_limits<double>::min();
  }

  /// True if row i is the second of a block.
  bool is_second(Eigen::Index i) const { return i > 0 && T_(i, i - 1) != 0; }

  /// The eigenvalue of the row, or of the block whose second row it is: that with the positive imaginary
  /// part.
  Complex value(Eigen::Index i) const {
    if (!is_second(i)) return T_(i, i);
    const double half = 0.5 * (T_(i - 1, i - 1) - T_(i, i));
    return {T_(i, i) + half, std::sqrt(std::abs(half * half + T_(i, i - 1) * T_(i - 1, i)))};
  }

  /// x with (T − λ)·x = 0 for the eigenvalue of row i, from that row upward. Its rows below are zero.
  const VectorX<Complex>& find(Eigen::Index i) {
    const Complex lambda = value(i);
    x_.setZero();
    Eigen::Index row = i;
    if (is_second(i)) {
      x_[i - 1] = T_(i - 1, i), x_[i] = lambda - T_(i - 1, i - 1);
      row = i - 2;
    } else {
      x_[i] = 1, row = i - 1;
    }
    while (row >= 0) row -= is_second(row) ? solve_two_rows(row, i, lambda) : solve_row(row, i, lambda);
    return x_;
  }

 private:
  /// −Σ Tᵢⱼ·xⱼ over what is known.
  Complex known(Eigen::Index row, Eigen::Index after, Eigen::Index last) const {
    Complex sum = 0;
    for (Eigen::Index j = after + 1; j <= last; ++j) sum -= T_(row, j) * x_[j];
    return sum;
  }

  Eigen::Index solve_row(Eigen::Index row, Eigen::Index last, Complex lambda) {
    Complex pivot = T_(row, row) - lambda;
    if (std::abs(pivot) < least_) pivot = least_;  // an eigenvalue that is there twice
    x_[row] = known(row, row, last) / pivot;
    keep_in_range(std::abs(x_[row]));
    return 1;
  }

  Eigen::Index solve_two_rows(Eigen::Index second, Eigen::Index last, Complex lambda) {
    const Eigen::Index first = second - 1;
    const Complex a = T_(first, first) - lambda, d = T_(second, second) - lambda;
    const double b = T_(first, second), c = T_(second, first);
    Complex determinant = a * d - b * c;
    if (std::abs(determinant) < least_ * least_) determinant = least_ * least_;
    const Complex r = known(first, second, last), s = known(second, second, last);
    x_[first] = (d * r - b * s) / determinant;
    x_[second] = (a * s - c * r) / determinant;
    keep_in_range(std::max(std::abs(x_[first]), std::abs(x_[second])));
    return 2;
  }

  /// Vectors of eigenvalues that are there many times grow with each row.
  void keep_in_range(double size) {
    if (size > 1e100) x_ /= size;
  }

  const MatrixX<double>& T_;
  double least_;  ///< Rounding errors of T.
  VectorX<Complex> x_;
};

/// U·x for a real U and x with zeros below row i, made to have length 1.
VectorX<Complex> turned(const MatrixX<double>& U, const VectorX<Complex>& x, Eigen::Index i) {
  VectorX<Complex> v = VectorX<Complex>::Zero(x.size());
  for (Eigen::Index j = 0; j <= i; ++j)
    for (Eigen::Index k = 0; k < x.size(); ++k) v[k] += U(k, j) * x[j];
  return v / v.norm();
}

}  // namespace

// A = Q·H·Qᵀ = U·T·Uᵀ
ComplexEigenPairs calc_complex_eigen_pairs(const MatrixX<double>& A) {
  const Eigen::Index n = A.rows();
  ComplexEigenPairs pairs;
  pairs.values.resize(n), pairs.vectors.resize(n, n);
  if (n == 0) return pairs.are_found = true, pairs;
  if (!A.allFinite()) return pairs;
  const HessenbergForm form = make_hessenberg(A);
  Eigen::RealSchur<MatrixX<double>> schur(n);
  schur.computeFromHessenberg(form.H, form.Q, true);
  pairs.are_found = schur.info() == Eigen::Success;
  if (!pairs.are_found) return pairs;

  SchurVectors vectors(schur.matrixT());
  for (Eigen::Index i = 0; i < n; ++i) {
    if (i + 1 < n && vectors.is_second(i + 1)) continue;
    const Eigen::Index first = vectors.is_second(i) ? i - 1 : i;
    pairs.values[first] = vectors.value(i);
    pairs.vectors.col(first) = turned(schur.matrixU(), vectors.find(i), i);
    if (first == i) continue;
    pairs.values[i] = std::conj(pairs.values[first]);
    pairs.vectors.col(i) = pairs.vectors.col(first).conjugate();
  }
  return pairs;
}

}  // namespace sarrus::internal
