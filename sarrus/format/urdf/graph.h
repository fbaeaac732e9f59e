#pragma once
/// @file
#include "sarrus/format/urdf/file.h"

namespace sarrus {

/// A link of the tree with the joint it hangs on and its parent.
struct UrdfStep {
  std::size_t link;
  const UrdfJoint* inboard = nullptr;  ///< None for the root.
  std::size_t parent = 0;
};
/// Checks that names are unique and known and that the joints make one tree; all links, parents first. Where
/// there is a fault, none. No two of the joints, loops and couplings may have the same name.
Array<UrdfStep> order_urdf_links(const UrdfFile& file, Findings& findings);

}  // namespace sarrus
