#pragma once
/// @file
/// Modes of linear equations ẋ = A·x: eigenvalues, frequencies, damping ratios and shapes, and the response
/// to periodic inputs.

#include <complex>

#include "sarrus/linearize/linearization.h"

namespace sarrus {

/// A mode x(t) = Re(shape·exp(λ·t)); of two conjugate eigenvalues, that with the positive imaginary part.
struct LinearMode {
  std::complex<double> eigenvalue;    ///< λ, 1/s.
  Array<std::complex<double>> shape;  ///< Per state; the largest is one.
  /// How much each state takes part, whatever its unit: |wᵢ·vᵢ| of the left and right eigenvectors, of sum
  /// one.
  Array<double> participation{};
  bool is_oscillation() const { return eigenvalue.imag() != 0; }
  /// The angular frequency of the oscillation in rad/s: the imaginary part of λ.
  double frequency() const { return eigenvalue.imag(); }
  /// −Re λ/|λ|: one if critically damped or more, zero for lasting oscillations, negative if it grows.
  double damping_ratio() const;
};

/// All modes: first those that grow, fastest first, then all others by |λ|.
Array<LinearMode> calc_modes(const Linearization& system);

/// The complex amplitudes of the outputs for inputs of amplitude one and angular frequency ω, one column per
/// input:
///   C·(iω·1 − A)⁻¹·B + D
Eigen::MatrixXcd calc_frequency_response(const Linearization& system, double frequency);

}  // namespace sarrus
