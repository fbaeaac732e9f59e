#pragma once
/// @file
#include "sarrus/format/urdf/internal/graph.h"

namespace sarrus::internal {

/// Makes the inertia of every link physically possible. Links that are fixed to each other move as one, so an
/// impossible inertia is moved to the heaviest of them if the sum is possible: the motion is the same.
/// Otherwise it is repaired or refused.
void repair_urdf_inertias(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options,
                          Findings& findings);

}  // namespace sarrus::internal
