#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

UrdfLoop read_urdf_loop(XmlElement element);
UrdfCoupling read_urdf_coupling(XmlElement element);

/// Checks that every loop and coupling is between two links that exist.
void check_urdf_ties(const UrdfFile& file, Findings& findings);

}  // namespace sarrus::internal
