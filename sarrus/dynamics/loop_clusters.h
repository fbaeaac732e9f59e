#pragma once
/// @file
/// Which joints of a tree its loops tie together. [Featherstone 2008, sec. 8.11; Jain 2012, "Multibody graph
/// transformations and analysis, part II"]

#include "sarrus/dynamics/constraint_jacobian.h"

namespace sarrus {

/// Joints whose motions depend on each other through constraints, with all joints between them: a part of the
/// tree that hangs on one node. A joint that no constraint reads is one by itself.
struct LoopCluster {
  int parent = 0;           ///< The node that it hangs on; 0 is the world.
  std::vector<int> nodes;   ///< Ascending.
  std::vector<int> blocks;  ///< Of G, ascending.
};

/// All clusters; each comes after the one that its parent is in.
std::vector<LoopCluster> find_loop_clusters(const Tree<double>& tree, const ConstraintJacobian& G);

}  // namespace sarrus
