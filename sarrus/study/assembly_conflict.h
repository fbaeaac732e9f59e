#pragma once
/// @file
/// Why a mechanism cannot be assembled. Where the sum of squared errors is least, Jᵀ·e = 0: read as forces,
/// the errors of the constraints are in balance. Those that are not zero push against each other, against the
/// ends of ranges, and against what is held.

#include "sarrus/study/assembly_space.h"

namespace sarrus {

/// What stands in the way, largest first.
std::vector<Opposition> find_opposition(const AssemblySpace& space, const State& state, double tolerance);

/// The same in words.
std::string describe(const std::vector<Opposition>& opposing);

}  // namespace sarrus
