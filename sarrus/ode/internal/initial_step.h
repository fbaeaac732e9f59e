#pragma once
/// @file
/// Choice of the initial step size from the problem alone.

#include <functional>

#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

/// The start of an integration, and its error control.
struct BeginOfIntegration {
  InitialValueProblem& problem;
  const IntegratorOptions& options;
  int error_exponent;  ///< The error of a step of length h is proportional to h^error_exponent.
  double t;
  In<double> y, ydot;
};

/// Three arrays of the problem's size to work in.
struct ScratchArrays {
  Out<double> y, ydot, difference;
};

/// An initial step size for which the error is about a hundredth of the accuracy [Hairer, Nørsett, Wanner:
/// Solving Ordinary Differential Equations I, II.4, "Starting step size"]. Calls `rate`, which computes ẏ,
/// once; more often if ẏ cannot be computed nearby.
double choose_initial_step(const BeginOfIntegration& begin,
                           const std::function<void(double, In<double>, Out<double>)>& rate,
                           ScratchArrays scratch);

}  // namespace sarrus::internal
