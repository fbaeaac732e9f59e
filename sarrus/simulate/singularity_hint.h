#pragma once
/// @file
/// Why no step leads on from a state: in the words of the mechanism, where it is the mechanism's doing.

#include <string>

#include "sarrus/system/state.h"

namespace sarrus {

/// A sentence about the constraints whose rows have all but become dependent in a state, which meets its
/// constraints to within `tolerance`; nothing if there are none. A drive that goes on beyond such a position
/// asks for speeds without bound.
std::string describe_singularity(const State& state, double tolerance);

}  // namespace sarrus
