#pragma once
/// @file
#include <string>

#include "sarrus/linearize/linearization.h"

namespace sarrus {

/// Linear equations about a state for people: the states with their values, the matrices as tables, how exact
/// they are and whether the state is an equilibrium.
std::string linearization_text(const Linearization& linear, const State& center);

}  // namespace sarrus
