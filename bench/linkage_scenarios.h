#pragma once
/// @file
#include "bench/scenario.h"

namespace sarrus::bench {

/// Linkages of tests/support/linkages.h, closed by balls, for 10 s: "fourbar", "bricard", or "ladderN", skew.
Scenario linkage_scenario(const std::string& name);

/// Andrews' squeezing mechanism of tests/support/squeezer.h, "squeezer", for 0.03 s, with the end of the
/// books.
Scenario squeezer_scenario();

}  // namespace sarrus::bench
