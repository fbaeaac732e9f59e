#include "sarrus/linearize/linear_modes.h"

#include <algorithm>
#include <limits>

#include "sarrus/linearize/internal/factor_matrix.h"
#include "sarrus/sparse/internal/complex_eigen_pairs.h"

namespace sarrus {

using Complex = std::complex<double>;

namespace {

/// A⁻¹·B, column by column; all NaN if A is singular.
MatrixX<Complex> solve(const MatrixX<Complex>& A, MatrixX<Complex> B) {
  internal::DenseLu<Complex> lu(static_cast<int>(A.rows()));
  if (!internal::factor(A, lu))
    return MatrixX<Complex>::Constant(B.rows(), B.cols(), std::numeric_limits<double>::quiet_NaN());
  for (Eigen::Index j = 0; j < B.cols(); ++j) lu.solve(B.col(j));
  return B;
}

/// Two equal real eigenvalues are a conjugate pair after rounding errors, with imaginary parts below this
/// part of them. Both parts of the eigenvector are eigenvectors then.
constexpr double equal_eigenvalues = 1e-12;

/// A mode with an eigenvector of any length, and with the products of its entries with those of the left one.
LinearMode make_mode(const Complex& eigenvalue, const VectorX<Complex>& vector, const VectorX<double>& part) {
  Eigen::Index at = 0;
  vector.cwiseAbs().maxCoeff(&at);
  LinearMode mode{eigenvalue, {}};
  for (const Complex& x : vector) mode.shape.push_back(x / vector[at]);
  for (const double p : part) mode.participation.push_back(p / part.sum());
  return mode;
}

}  // namespace

double LinearMode::damping_ratio() const {
  const double size = std::abs(eigenvalue);
  return size == 0 ? 0 : -eigenvalue.real() / size;
}

Array<LinearMode> calc_modes(const Linearization& system) {
  const internal::ComplexEigenPairs pairs = internal::calc_complex_eigen_pairs(system.A);
  require(pairs.are_found, "the eigenvalues of a matrix of size {} were not found; is an entry not finite?",
          static_cast<int>(system.A.rows()));
  const Eigen::Index n = system.A.rows();
  const MatrixX<Complex> left = solve(pairs.vectors, MatrixX<Complex>::Identity(n, n));  // in rows
  Array<LinearMode> modes;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Complex value = pairs.values[i];
    if (value.imag() < 0) continue;  // its conjugate is there
    const VectorX<Complex> vector = pairs.vectors.col(i);
    const VectorX<double> part = left.row(i).transpose().cwiseProduct(vector).cwiseAbs();
    if (value.imag() > 0 && value.imag() <= equal_eigenvalues * std::abs(value)) {
      modes.push_back(make_mode(value.real(), vector.real().cast<Complex>(), part));
      modes.push_back(make_mode(value.real(), vector.imag().cast<Complex>(), part));
    } else {
      modes.push_back(make_mode(value, vector, part));
    }
  }
  double largest = 0;
  for (const LinearMode& mode : modes) largest = std::max(largest, std::abs(mode.eigenvalue));
  std::stable_sort(modes.begin(), modes.end(), [&](const LinearMode& a, const LinearMode& b) {
    const double rounding = 1e-9 * largest;
    const bool a_grows = a.eigenvalue.real() > rounding, b_grows = b.eigenvalue.real() > rounding;
    if (a_grows != b_grows) return a_grows;
    if (a_grows) return a.eigenvalue.real() > b.eigenvalue.real();
    return std::abs(a.eigenvalue) < std::abs(b.eigenvalue);
  });
  return modes;
}

Eigen::MatrixXcd calc_frequency_response(const Linearization& system, double frequency) {
  const Eigen::Index n = system.A.rows();
  MatrixX<Complex> matrix = -system.A.cast<Complex>();
  for (Eigen::Index i = 0; i < n; ++i) matrix(i, i) += Complex(0, frequency);
  const MatrixX<Complex> states = solve(matrix, system.B.cast<Complex>());
  return system.C.cast<Complex>().lazyProduct(states) + system.D.cast<Complex>();
}

}  // namespace sarrus
