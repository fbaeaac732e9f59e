#pragma once
/// @file
/// The scene of docs/viewer_protocol.md as JSON.

#include <nlohmann/json.hpp>

#include "sarrus/scene/scene.h"

namespace sarrus::internal {

/// The JSON of a scene; the meshes are in it. Numbers that are not finite are null.
nlohmann::json scene_json(const Scene& scene);

/// The text of JSON for a script element of a page or for a message: `<` is written by its code, and bytes
/// that are not UTF-8 are replaced.
std::string json_text(const nlohmann::json& json);

}  // namespace sarrus::internal
