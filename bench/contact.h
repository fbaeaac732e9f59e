#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/models.h"
#include "bench/peer.h"

namespace sarrus::bench {

/// What contact costs: simulations of balls compared with Simbody, evaluations, distances. Pictures go to the
/// folder.
nlohmann::ordered_json measure_contact(const Peers& peers, const ModelFolder& models,
                                       const std::string& pictures_folder);

}  // namespace sarrus::bench
