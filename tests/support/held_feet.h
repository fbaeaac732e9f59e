#pragma once
/// @file
#include "sarrus/system/system.h"

namespace sarrus::testing {

/// A model of tests/data/reference whose contact points are fixed in the world by a ball constraint each.
/// With DiscreteForces called "forces".
System system_with_held_feet(const std::string& name, const std::string& folder = "tests/data/reference");

}  // namespace sarrus::testing
