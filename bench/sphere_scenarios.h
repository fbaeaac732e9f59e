#pragma once
/// @file
#include "bench/scenario.h"

namespace sarrus::bench {

/// Balls on a floor (peers/spheres.h), by the rule of Simbody for stiffnesses.
Scenario sphere_scenario(const std::string& name);

}  // namespace sarrus::bench
