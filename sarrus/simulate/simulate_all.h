#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// What became of one of many simulations.
struct SimulationResult {
  Trajectory trajectory;     ///< What was recorded, also when something went wrong.
  Table outputs;             ///< What was recorded if the options ask for outputs.
  std::optional<State> end;  ///< Where it ended; none if it could not begin.
  Outcome outcome = Outcome::finished;
  std::string error;  ///< What went wrong; empty: nothing.
  bool succeeded() const { return error.empty(); }
  IntegratorStatistics statistics;
  std::optional<EnergyBalance> energy;  ///< If the options asked for it.
};

/// Simulates from each of the states for a duration, on several threads (zero: one per core). The results do
/// not depend on their number: each is what a Simulation of its own gives. One that fails does not disturb
/// the others. The functions in `options` are called from several threads at once.
Array<SimulationResult> simulate_all(const Array<State>& initial, double duration,
                                     const SimulationOptions& options = {}, int threads = 0);

}  // namespace sarrus
