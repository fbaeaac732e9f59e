#pragma once
/// @file
#include "sarrus/format/urdf/file.h"

namespace sarrus {

UrdfJoint read_urdf_joint(XmlElement element);

/// What joints, loops and couplings have in common: a known type; the child element that names a link, or a
/// fault and none; that name, where the child says nothing else; the unit vector along its axis, which is x
/// where none is written, and zero for types without an axis.
std::string read_urdf_type(const XmlElement& element);
XmlElement read_urdf_end(const XmlElement& element, const char* tag);
std::string read_urdf_link_name(const XmlElement& element, const char* tag);
Vec3<double> read_urdf_axis(const XmlElement& element, const std::string& type);

}  // namespace sarrus
