#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "bench/peer.h"

namespace sarrus::bench {

/// Everything on constraints: accelerations of linkages and of a robot with its feet held, simulations of
/// linkages and how well they keep to constraints, one mechanism by all methods, and mechanisms against the
/// clock. Prints, and writes pictures into a folder.
nlohmann::ordered_json measure_constraints(const Peers& peers, const ModelFolder& models,
                                           const std::string& pictures_folder);

}  // namespace sarrus::bench
