#pragma once
/// @file
#include <nlohmann/json.hpp>

#include "sarrus/linearize/linearization.h"

namespace sarrus {

/// Linear equations as JSON: names, the matrices A, B, C, D row by row, and how exact they are.
nlohmann::ordered_json to_json(const Linearization& linear);

}  // namespace sarrus
