#pragma once
/// @file
#include <cmath>
#include <nlohmann/json.hpp>

namespace sarrus {

/// A number in JSON; null if it is not finite, such as a limit that does not exist.
inline nlohmann::ordered_json json_number(double x) {
  return std::isfinite(x) ? nlohmann::ordered_json(x) : nlohmann::ordered_json(nullptr);
}

}  // namespace sarrus
