#pragma once
/// @file
/// Reads robots described in URDF (https://wiki.ros.org/urdf/XML) and in its extension by closed loops, URDF+
/// [Chignoli et al. 2024]. docs/urdf.md describes the treatment of each element.

#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// Reads the robot in a file. Throws an Error that lists every fault with file, line and name.
LoadedModel read_urdf(const std::string& path, const LoadOptions& options = {});
/// Reads the robot in a text; `file` is its name in messages.
LoadedModel read_urdf_text(std::string_view text, const std::string& file, const LoadOptions& options = {});

}  // namespace sarrus
