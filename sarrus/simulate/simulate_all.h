#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// The result of one of many simulations.
struct SimulationResult {
  Trajectory trajectory;     ///< The recorded states, also after a failure.
  NumberTable outputs;       ///< The recorded outputs, if the options ask for them.
  std::optional<State> end;  ///< The last state; none if the simulation could not start.
  Outcome outcome = Outcome::finished;
  std::string error;  ///< The error message; empty if there was no error.
  bool succeeded() const { return error.empty(); }
  IntegratorStatistics statistics;
  std::optional<EnergyBalance> energy;  ///< Set if the options ask for it.
};

/// Simulates from each of the states for a duration, on several threads (zero: one per core). The results do
/// not depend on the number of threads: each is that of a separate Simulation. A failure of one does not
/// affect the others. The functions in `options` are called concurrently from several threads.
Array<SimulationResult> simulate_all(const Array<State>& initial, double duration,
                                     const SimulationOptions& options = {}, int threads = 0);

}  // namespace sarrus
