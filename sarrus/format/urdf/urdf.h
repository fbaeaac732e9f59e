#pragma once
/// @file
/// Reads robots described in URDF (https://wiki.ros.org/urdf/XML) and in its extension by closed loops, URDF+
/// [Chignoli et al. 2024]. docs/urdf.md says what becomes of each element.

#include "sarrus/format/loaded_model.h"

namespace sarrus {

/// The robot in a file. Throws an Error that lists every fault with file, line and name.
LoadedModel read_urdf(const std::string& path, const LoadOptions& options = {});
/// The robot in a text; messages call it `file`.
LoadedModel read_urdf_text(std::string_view text, const std::string& file, const LoadOptions& options = {});

}  // namespace sarrus
