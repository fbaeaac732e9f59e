#pragma once
/// @file
/// Runs of `simulate` in time steps: rigid contact, hard joint limits and dry friction.

#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/limit_stops.h"
#include "apps/sarrus/simulate.h"

namespace sarrus {

/// The rigid elements of a run besides contact and limits.
struct RigidParts {
  std::size_t frictions = 0;  ///< Joints with dry friction.
};

/// Adds rigid contact of the chosen surfaces in place of the compliant one, and dry friction of the file, to
/// a System.
RigidParts add_rigid_parts(SystemBuilder& builder, const LoadedModel& robot, const ChosenContact& contact);

/// Says that dry friction of joints is exact, in a line of a summary; empty: there is none.
std::string friction_line(const RigidParts& rigid);

/// Adds the dry friction of a file's joints, exact, and returns their number.
std::size_t add_dry_friction(SystemBuilder& builder, const LoadedModel& robot);

/// Runs in time steps from beginning to end, with messages and output; returns the exit status.
int simulate_in_steps(const SimulateCommand& command, const State& initial, const ChosenContact& contact,
                      const RigidParts& rigid, LimitStops limits);

}  // namespace sarrus
