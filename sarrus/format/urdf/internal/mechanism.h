#pragma once
/// @file
#include "sarrus/format/urdf/internal/graph.h"

namespace sarrus::internal {

/// The model of a tree of links, and the loops between its bodies. Shapes are moved to the bodies that carry
/// them.
struct UrdfMechanism {
  Model model;
  Array<JointDescription> loops;
};
UrdfMechanism make_urdf_mechanism(UrdfFile& file, const Array<UrdfStep>& order, const LoadOptions& options,
                                  Findings& findings);

}  // namespace sarrus::internal
