#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

/// Reads the visual and collision shapes of a link.
void read_urdf_shapes(const XmlElement& link, const std::string& name, UrdfFile& file);
Material read_urdf_material(const XmlElement& element);

}  // namespace sarrus::internal
