#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

UrdfJoint read_urdf_joint(XmlElement element);

/// Common parts of joints, loops and couplings: a known type; the child element that names a link, or none
/// with a fault; that name, if the child has nothing else; the unit vector along the axis, which is x by
/// default, and zero for types without an axis.
std::string read_urdf_type(const XmlElement& element);
XmlElement read_urdf_end(const XmlElement& element, const char* tag);
std::string read_urdf_link_name(const XmlElement& element, const char* tag);
Vec3<double> read_urdf_axis(const XmlElement& element, const std::string& type);

}  // namespace sarrus::internal
