#pragma once
/// @file
/// Comparison of two States.

#include "sarrus/system/state.h"

namespace sarrus {

/// The differences between two States, one line per variable: "q 'elbow': 0.3 against 0.4". Empty if all
/// values are equal bit by bit; of many differences the first twenty are reported. States of different
/// systems are not compared further.
std::string difference(const State& a, const State& b);

/// True if two States are of systems with the same signature and hold the same values, bit by bit. Computed
/// quantities do not matter.
bool operator==(const State& a, const State& b);

}  // namespace sarrus
