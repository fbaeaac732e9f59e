#pragma once
/// @file
/// The gradient of one output of a motion with respect to everything at its start and to parameters, by the
/// adjoint method: the motion is computed forward, then its derivative backward. The equations of the steps
/// are differentiated, so that the gradient is that of the computed number itself. Only some states are kept
/// on the way (checkpoints); the steps between them are computed again.

#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/sensitivity_options.h"

namespace sarrus {

/// The number that is differentiated: a value at the end, the integral of a rate over the motion, or the sum
/// of both.
struct SimulationObjective {
  StateOutput at_end{};
  StateOutput rate{};
};

struct SimulationGradient {
  State end;         ///< Where the motion ended.
  double value = 0;  ///< The output.
  /// By the start: directions δ of the speeds (δq = N·δ), speeds, auxiliary variables.
  VectorX<double> by_dq{}, by_u{}, by_z{};
  VectorX<double> by_parameters{};  ///< As in SensitivityOptions::parameters.
  long steps = 0;                   ///< Of the integration.
  long checkpoints = 0;             ///< States that were kept.
  /// Names of the elements whose forces or rates were differenced because they have no derivatives of their
  /// own, as in StateDerivatives: with them the gradient is accurate to some 1e-8, otherwise to rounding.
  Array<std::string> differenced{};
};

/// The gradient of a motion from `initial` to the time `end`, or to an event whose handler stops it. Refuses
/// what SimulationSensitivity refuses. Costs a small multiple of the simulation for any number of start
/// values; each parameter adds two evaluations of the accelerations per stage of a step.
SimulationGradient calc_simulation_gradient(const State& initial, double end,
                                            const SimulationObjective& objective,
                                            const SensitivityOptions& options = {});

/// The same of an output at the end.
inline SimulationGradient calc_simulation_gradient(const State& initial, double end,
                                                   const StateOutput& at_end,
                                                   const SensitivityOptions& options = {}) {
  return calc_simulation_gradient(initial, end, SimulationObjective{.at_end = at_end}, options);
}

}  // namespace sarrus
