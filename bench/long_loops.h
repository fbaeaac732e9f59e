#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

namespace sarrus::bench {

/// Nanoseconds per joint, or per loop, for all accelerations of long mechanisms under constraints: a chain
/// tied at its tip, and trusses of balls or pins hanging at one end [Featherstone 2008, fig. 8.4]. Measures
/// and prints.
nlohmann::ordered_json measure_long_loops();

}  // namespace sarrus::bench
