#pragma once
/// @file
/// What keeps joints within their limits in a run.

#include <string>

#include "sarrus/system/system.h"

namespace sarrus {

enum class LimitStops {
  none,
  springs,  ///< Stiff springs with damping: for motions in which contact and friction yield as well.
  hard,     ///< Exact: by events in a Simulation, by rows in time steps.
};

/// The number of joints with limits.
std::size_t count_limited_joints(const Model& model);
/// Adds stops at the limits of the joints to a System, but hard ones of the joints named in `without` not.
void add_limit_stops(SystemBuilder& builder, LimitStops stops, const Array<std::string>& without = {});
/// The joints whose coordinates are outside of their limits: hard stops cannot keep them within.
Array<std::string> joints_outside_limits(const State& state);
/// A line of the summary of a Simulation; empty if there are no limits.
std::string limit_line(const Model& model, LimitStops stops);

}  // namespace sarrus
