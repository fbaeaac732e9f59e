#pragma once
/// @file
/// An explanation, in terms of the mechanism, why no step is possible from a state.

#include <string>

#include "sarrus/system/state.h"

namespace sarrus::internal {

/// A sentence about the constraints whose rows are nearly dependent in a state that meets its constraints to
/// within `tolerance`; empty if there are none. A drive beyond such a singular position requires unbounded
/// speeds.
std::string describe_singularity(const State& state, double tolerance);

}  // namespace sarrus::internal
