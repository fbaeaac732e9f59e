#pragma once
/// @file
#include "sarrus/format/urdf/internal/graph.h"

namespace sarrus::internal {

/// Checks that there are moving joints between the links of every loop, and finds the joints in every
/// coupling.
Array<Coupling> find_urdf_paths(const UrdfFile& file, const Array<UrdfStep>& order, Findings& findings);

}  // namespace sarrus::internal
