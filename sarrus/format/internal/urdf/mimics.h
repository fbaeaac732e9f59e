#pragma once
/// @file
#include "sarrus/format/internal/urdf/file.h"

namespace sarrus {

/// Checks that every mimic joint can follow its leader.
void check_urdf_mimics(const UrdfFile& file, Findings& findings);

}  // namespace sarrus
