#pragma once
/// @file
#include "sarrus/format/urdf/graph.h"

namespace sarrus {

/// Checks that joints move between the links of every loop, and finds the joints that every coupling counts.
Array<Coupling> find_urdf_paths(const UrdfFile& file, const Array<UrdfStep>& order, Findings& findings);

}  // namespace sarrus
