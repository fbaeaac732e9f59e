#pragma once
/// @file
#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/sensitivity_options.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// Derivatives of an output of a State.
struct StateSlopes {
  VectorX<double> by_y;           ///< By the variables (q, u, z); for quaternions without a part along them.
  VectorX<double> by_parameters;  ///< What the output itself reads of the parameters.
};
/// By differences that are extrapolated to step zero, to some 1e-12.
StateSlopes calc_state_slopes(const State& state, const StateOutput& output,
                              const Array<NamedValue>& parameters);
/// By central differences with one step, to some 1e-10: for the many states along a motion.
StateSlopes calc_quick_slopes(const State& state, const StateOutput& output,
                              const Array<NamedValue>& parameters);

/// Several numbers that a State gives.
using StateNumbers = std::function<VectorX<double>(const State&)>;
/// Their derivatives, a row each, by extrapolated differences.
struct StateJacobian {
  MatrixX<double> by_y, by_parameters;
  VectorX<double> by_time;
  double error = 0;  ///< Estimate of the largest error of an entry.
};
StateJacobian calc_state_jacobian(const State& state, const StateNumbers& numbers,
                                  const Array<NamedValue>& parameters);

}  // namespace sarrus::internal
