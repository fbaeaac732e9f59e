#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/models.h"
#include "bench/peer.h"

namespace sarrus::bench {

/// Measures time steps with rigid contact, beside those peers that can take them, and prints; returns the
/// results. How the time grows with the number of contacts is drawn in a folder.
nlohmann::ordered_json measure_rigid(const Peers& peers, const ModelFolder& models,
                                     const std::string& pictures_folder);

}  // namespace sarrus::bench
