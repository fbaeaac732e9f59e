#pragma once
/// @file
/// Clusters of joints of a tree that loops couple with each other. [Featherstone 2008, sec. 8.11; Jain 2012,
/// "Multibody graph transformations and analysis, part II"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus::internal {

/// Joints whose motions depend on each other through constraints, with all joints between them: a connected
/// part of the tree with one parent node. A joint that no constraint reads is a cluster by itself.
struct LoopCluster {
  int parent = 0;     ///< The parent node; 0 is the world.
  Array<int> nodes;   ///< Ascending.
  Array<int> blocks;  ///< Constraint blocks, ascending.
};

/// Finds all clusters from the speeds that each block of constraints reads, ascending. A cluster comes after
/// the one that contains its parent.
Array<LoopCluster> find_loop_clusters(const Tree<double>& tree, const Array<Array<int>>& speeds_of_blocks);

}  // namespace sarrus::internal
