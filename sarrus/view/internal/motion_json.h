#pragma once
/// @file
/// The recorded motion of docs/viewer_protocol.md as JSON, and the packing of its numbers.

#include <nlohmann/json.hpp>

#include "sarrus/view/recording.h"

namespace sarrus::internal {

nlohmann::json motion_json(const Recording& recording);

/// Packs a table of numbers, row after row: column by column, differences of the words modulo 2³², bytes
/// sorted by significance, deflated (RFC 1950).
std::string pack_table(In<float> numbers, int columns);

}  // namespace sarrus::internal
