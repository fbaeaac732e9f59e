#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

/// Reads the inertia of a link; a physically impossible one is kept in UrdfLink::unreal.
void read_urdf_inertial(const XmlElement& inertial, UrdfLink& link);

}  // namespace sarrus::internal
