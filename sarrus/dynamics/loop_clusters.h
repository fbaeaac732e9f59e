#pragma once
/// @file
/// Which joints of a tree its loops tie together. [Featherstone 2008, sec. 8.11; Jain 2012, "Multibody graph
/// transformations and analysis, part II"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// Joints whose motions depend on each other through constraints, with all joints between them: a part of the
/// tree that hangs on one node. A joint that no constraint reads is one by itself.
struct LoopCluster {
  int parent = 0;     ///< The node that it hangs on; 0 is the world.
  Array<int> nodes;   ///< Ascending.
  Array<int> blocks;  ///< Of constraints, ascending.
};

/// All clusters, for the speeds that each block of constraints reads, ascending. A cluster comes after the
/// one that its parent is in.
Array<LoopCluster> find_loop_clusters(const Tree<double>& tree, const Array<Array<int>>& speeds_of_blocks);

}  // namespace sarrus
