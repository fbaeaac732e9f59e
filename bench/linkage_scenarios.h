#pragma once
/// @file
#include "bench/scenario.h"

namespace sarrus::bench {

/// Linkages of tests/support/linkages.h, closed by balls, for 10 s: "fourbar", "bricard", or "ladderN", skew.
Scenario linkage_scenario(const std::string& name);

}  // namespace sarrus::bench
