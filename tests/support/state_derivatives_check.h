#pragma once
/// @file
/// The derivatives of a State against differences of its rates and multipliers that are extrapolated to step
/// zero.

#include <string>

#include "sarrus/system/state.h"

namespace sarrus::testing {

/// Compares u̇, ż, the multipliers and the velocity errors of constraints in all directions; errors count
/// relative to the largest entry of each matrix. Differences begin with a step, in radians, meters and their
/// rates, that must be small beside the distance to a kink.
void expect_state_derivatives(const State& state, double tolerance, double first_step = 0.004);

/// Compares u̇ and the forces of the multipliers by all parameters of elements whose derivatives are exact;
/// errors count relative to the largest entry of each column. Returns the names of the other parameters.
Array<std::string> expect_parameter_derivatives(const State& state, double tolerance);

}  // namespace sarrus::testing
