#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "bench/models.h"

namespace sarrus::bench {

/// Nanoseconds for all accelerations of a humanoid whose two grippers have six joints each that follow a
/// seventh: by forward dynamics without couplings, through a State without them, with them, and with them as
/// rows of constraints. Measures and prints.
nlohmann::ordered_json measure_coupled_evaluations(const ModelFolder& models);

}  // namespace sarrus::bench
