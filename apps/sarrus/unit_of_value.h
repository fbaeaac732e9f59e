#pragma once
/// @file
#include <string>

#include "sarrus/system/state.h"

namespace sarrus {

/// The unit of a value of a State by its name. Parameters of elements on a joint, such as "lift.force" in "N
/// or N·m", have the one that suits the joint. Empty if there is no such value.
std::string unit_of(const State& state, const std::string& name);

}  // namespace sarrus
