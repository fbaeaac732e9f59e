#pragma once
/// @file
#include "bench/scenario.h"

namespace sarrus::bench {

/// The scenario of bench/peers/fig3.h as a System of ours.
Scenario fig3_scenario();

}  // namespace sarrus::bench
