#pragma once
/// @file
#include <iosfwd>

#include "sarrus/system/state.h"

namespace sarrus {

/// Prints time, coordinates, speeds and auxiliary variables with their names, one line for each kind:
///   State of 'arm' at t = 0.5 s
///   q: shoulder = 0.3, elbow = 1.2
///   u: shoulder.rate = 0, elbow.rate = -2
/// write_state_json() writes everything in a State.
std::ostream& operator<<(std::ostream& out, const State& state);

}  // namespace sarrus
