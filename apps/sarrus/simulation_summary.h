#pragma once
/// @file
#include "apps/sarrus/motion_record.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// What a simulation did, in a few lines: steps, evaluations, wall time, real-time factor, energy. Of the
/// wall time, `elsewhere` seconds were spent on something else, such as writing.
std::string summary(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                    double elsewhere = 0);

/// Lines on what may be wrong with it: an energy that is off, steps that are very short.
std::string doubts(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                   const MotionRecord& motion);

/// The same as JSON, with the ranges of the coordinates.
std::string simulation_json(const Simulation& simulation, const State& initial,
                            const SimulationOptions& options, const MotionRecord& motion,
                            const std::string& outcome);

}  // namespace sarrus
