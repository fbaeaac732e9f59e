#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "bench/models.h"

namespace sarrus::bench {

/// Seconds for fitting a motion of a thousand frames to forty markers that are a millimeter off: robots
/// alone, and a humanoid whose two grippers have six joints each that follow a seventh. Measures and prints.
nlohmann::ordered_json measure_marker_fits(const ModelFolder& models);

}  // namespace sarrus::bench
