#pragma once
/// @file
/// The linear equations of implicit methods, for problems that can solve them better than a dense matrix.

#include <complex>

#include "sarrus/base/array_view.h"

namespace sarrus {

/// Solves (γ·1 − J)·x = b with the Jacobian J = ∂ẏ/∂y of a problem without its integrals: vectors have
/// InitialValueProblem::dynamic_size() elements. γ is the reciprocal of a length of time, about that of a
/// step. Methods of high order use real and complex γ side by side: both factorizations are kept.
///
/// A function that fails throws an Error; the step is then repeated with a smaller size.
class LinearSolver {
 public:
  virtual ~LinearSolver() = default;

  /// Takes the derivatives of the rates at (t, y), where the rates are ydot. Factorizations become invalid.
  /// Returns false if it cannot: then the method differences rates until the next call.
  virtual bool linearize(double t, In<double> y, In<double> ydot) = 0;
  /// True if the derivatives of the last linearize() are exact, and about how many evaluations of the rates
  /// it has cost.
  virtual bool is_exact() const { return true; }
  virtual int evaluations() const { return 0; }
  /// Factors γ·1 − J with the J of the last linearize().
  virtual void factor(double gamma) = 0;
  virtual void factor(std::complex<double> gamma) = 0;
  /// Replaces the right side b by the solution x.
  virtual void solve(Out<double> b) = 0;
  virtual void solve(Out<std::complex<double>> b) = 0;
};

}  // namespace sarrus
