#pragma once
/// @file
#include <nlohmann/json.hpp>
#include <string>

namespace sarrus {

/// A text as JSON. Text that is none, and keys that come twice in one object, are an Error; `name` is what it
/// calls the text.
nlohmann::json parse_json(const std::string& text, const std::string& name);

}  // namespace sarrus
