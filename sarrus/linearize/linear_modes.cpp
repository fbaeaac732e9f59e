#include "sarrus/linearize/linear_modes.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>

namespace sarrus {

double LinearMode::damping_ratio() const {
  const double size = std::abs(eigenvalue);
  return size == 0 ? 0 : -eigenvalue.real() / size;
}

Array<LinearMode> calc_modes(const Linearization& system) {
  const Eigen::EigenSolver<MatrixX<double>> solver(system.A);
  require(solver.info() == Eigen::Success,
          "the eigenvalues of a matrix of size {} were not found; is an entry not finite?",
          static_cast<int>(system.A.rows()));
  Array<LinearMode> modes;
  for (Eigen::Index i = 0; i < system.A.rows(); ++i) {
    const std::complex<double> value = solver.eigenvalues()[i];
    if (value.imag() < 0) continue;  // its conjugate is there
    const Eigen::VectorXcd vector = solver.eigenvectors().col(i);
    Eigen::Index at = 0;
    vector.cwiseAbs().maxCoeff(&at);
    LinearMode mode{value, {}};
    for (const std::complex<double>& x : vector) mode.shape.push_back(x / vector[at]);
    modes.push_back(std::move(mode));
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
  Eigen::MatrixXcd matrix = -system.A.cast<std::complex<double>>();
  for (Eigen::Index i = 0; i < n; ++i) matrix(i, i) += std::complex<double>(0, frequency);
  return system.C.cast<std::complex<double>>() *
             matrix.partialPivLu().solve(system.B.cast<std::complex<double>>()) +
         system.D.cast<std::complex<double>>();
}

}  // namespace sarrus
