#pragma once
/// @file
/// The length of the first step, chosen from the problem alone.

#include <functional>

#include "sarrus/ode/integrator.h"

namespace sarrus::detail {

/// Where an integration begins, and what it will be measured by.
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

/// A first step whose error will be about a hundredth of the accuracy [Hairer, Nørsett, Wanner: Solving
/// Ordinary Differential Equations I, II.4, "Starting step size"]. Calls `rate`, which computes ẏ, once; more
/// often where ẏ cannot be computed nearby.
double choose_initial_step(const BeginOfIntegration& begin,
                           const std::function<void(double, In<double>, Out<double>)>& rate,
                           ScratchArrays scratch);

}  // namespace sarrus::detail
