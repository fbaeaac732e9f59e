#pragma once
/// @file
/// JSON that others have written. For readers that use nlohmann's values.

#include <nlohmann/json.hpp>
#include <string_view>

namespace sarrus {

/// A text as JSON. What is none, keys that come twice in one object, and what is nested very deeply is an
/// Error that says where.
nlohmann::json parse_json(std::string_view text);

}  // namespace sarrus
