#pragma once
/// @file
/// Parsing of JSON, for readers that use nlohmann::json.

#include <nlohmann/json.hpp>
#include <string_view>

namespace sarrus {

/// Parses a text as JSON. Throws an Error with the position if it is not valid JSON, has duplicate keys in
/// one object, or is nested very deeply.
nlohmann::json parse_json(std::string_view text);

}  // namespace sarrus
