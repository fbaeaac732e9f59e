#pragma once
/// @file
#include "sarrus/format/urdf/graph.h"

namespace sarrus {

/// Makes the inertia of every link one that a real body can have. Links that are fixed on each other move as
/// one, so an unreal inertia goes to the heaviest of them if that can take it: nothing else changes.
/// Otherwise it is repaired or refused.
void repair_urdf_inertias(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options,
                          Findings& findings);

}  // namespace sarrus
