#pragma once
/// @file
#include "apps/sarrus/contact_record.h"
#include "apps/sarrus/motion_record.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// A summary of a simulation in a few lines: steps, evaluations, wall time, real-time factor, energy. Of the
/// wall time, `elsewhere` seconds were spent on other work, such as writing.
std::string summary(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                    double elsewhere = 0);

/// Warnings about a simulation: a large energy error, very short steps.
std::string doubts(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                   const MotionRecord& motion);

/// The summary as JSON, with the ranges of the coordinates and the contacts.
std::string simulation_json(const Simulation& simulation, const State& initial,
                            const SimulationOptions& options, const MotionRecord& motion,
                            const ContactRecord& contacts, const std::string& outcome);

}  // namespace sarrus
