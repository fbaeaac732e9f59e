#pragma once
/// @file
#include "sarrus/format/urdf/file.h"

namespace sarrus {

/// Checks that every joint that follows another can.
void check_urdf_mimics(const UrdfFile& file, Findings& findings);

}  // namespace sarrus
