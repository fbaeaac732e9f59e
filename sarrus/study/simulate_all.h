#pragma once
/// @file
#include "sarrus/study/simulation.h"

namespace sarrus {

/// What became of one of many simulations.
struct SimulationResult {
  Trajectory trajectory;     ///< What was recorded, also when something went wrong,
  Table outputs;             ///< or this, if outputs were asked for.
  std::optional<State> end;  ///< Where it ended; none if it could not begin.
  Outcome outcome = Outcome::finished;
  std::string error;  ///< What went wrong; empty: nothing.
  IntegratorStatistics statistics;
  std::optional<EnergyBalance> energy;  ///< If the options asked for it.
};

/// Simulates from each of the states for a duration, on several threads (zero: one per core). The results do
/// not depend on their number: each is what a Simulation of its own gives. One that fails does not disturb
/// the others. The functions in `options` are called from several threads at once.
std::vector<SimulationResult> simulate_all(const std::vector<State>& initial, double duration,
                                           const SimulationOptions& options = {}, int threads = 0);

}  // namespace sarrus
