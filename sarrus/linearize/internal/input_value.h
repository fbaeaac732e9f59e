#pragma once
/// @file
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// A value of a State that is given from outside of the motion: a parameter, a mass, a place or gravity.
/// Throws an Error if the name is that of something else or of nothing: it suggests the nearest and lists
/// some.
NamedValue find_input(const State& state, const std::string& name);

/// The first step of differences by such a value.
double first_step_of_input(double present);

}  // namespace sarrus::internal
