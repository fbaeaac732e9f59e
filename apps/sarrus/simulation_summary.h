#pragma once
/// @file
#include "sarrus/study/simulation.h"

namespace sarrus {

/// What a simulation did, in a few lines: steps, evaluations, wall time, real-time factor, energy.
std::string summary(const Simulation& simulation, const State& initial, const SimulationOptions& options);

}  // namespace sarrus
