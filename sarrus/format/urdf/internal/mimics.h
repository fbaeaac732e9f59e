#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

/// Checks that every mimic joint can follow its leader.
void check_urdf_mimics(const UrdfFile& file, Findings& findings);

}  // namespace sarrus::internal
