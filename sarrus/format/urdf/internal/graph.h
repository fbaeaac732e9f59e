#pragma once
/// @file
#include "sarrus/format/urdf/internal/file.h"

namespace sarrus::internal {

/// A link of the tree with its inboard joint and its parent.
struct UrdfStep {
  std::size_t link;
  const UrdfJoint* inboard = nullptr;  ///< None for the root.
  std::size_t parent = 0;
};
/// Checks that names are unique and known and that the joints form one tree. Returns all links, parents
/// first; none if there is a fault. No two of the joints, loops and couplings may have the same name.
Array<UrdfStep> order_urdf_links(const UrdfFile& file, Findings& findings);

}  // namespace sarrus::internal
