#pragma once
/// @file
/// Whether two States hold the same values, and which they do not.

#include "sarrus/system/state.h"

namespace sarrus {

/// What differs between two States, one line per variable: "q 'elbow': 0.3 against 0.4". Empty when all
/// values are equal bit by bit; of many differences the first twenty are told. States of different systems
/// are not compared further.
std::string difference(const State& a, const State& b);

/// Whether two States are of systems with the same signature and hold the same values, bit by bit. What was
/// computed from them does not matter.
bool operator==(const State& a, const State& b);

}  // namespace sarrus
