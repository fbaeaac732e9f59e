#pragma once
/// @file
#include "sarrus/format/urdf/file.h"

namespace sarrus {

/// Reads the inertia of a link; what no real body can have is kept in UrdfLink::unreal.
void read_urdf_inertial(const XmlElement& inertial, UrdfLink& link);

}  // namespace sarrus
