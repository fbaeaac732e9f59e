#pragma once
/// @file
/// Following the fastest rate of a problem along its solution.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/jacobian.h"

namespace sarrus::internal {

/// An estimate of |λ| for the dominant eigenvalue λ of ∂ẏ/∂y along a solution, by a power iteration with
/// differences of rates: each update is an iteration and costs an evaluation. Two consecutive ratios are
/// averaged geometrically, because those of an oscillator, with q and u in different units, alternate.
class DominantRate {
 public:
  explicit DominantRate(InitialValueProblem& problem);

  /// Begins in a direction that is close to the eigenvector, with an estimate of |λ|.
  void begin(In<double> direction, double rate);
  /// Iterates once at (t, y), where the rates are ydot.
  void update(double t, In<double> y, In<double> ydot, const RateFunction& rate);
  /// Discards the estimate: the problem has changed. The direction remains.
  void forget() { value_ = last_ratio_ = 0; }
  /// |λ|, in the unit of 1/t.
  double value() const { return value_; }

 private:
  InitialValueProblem& problem_;
  Array<double> direction_, moved_, rates_, weights_;
  double value_ = 0, last_ratio_ = 0;
};

}  // namespace sarrus::internal
