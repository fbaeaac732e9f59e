#pragma once
/// @file
/// Parts of a tree that move without each other: nothing but the world is common to them.

#include "sarrus/base/array.h"
#include "sarrus/loops/constraint_jacobian.h"

namespace sarrus {

/// Everything that hangs on some joints next to the world, and the constraints on it.
struct TreePart {
  Array<int> nodes;   ///< Ascending, without the world.
  Array<int> blocks;  ///< Of G, ascending.

  Array<int> speeds(const Tree<double>& tree) const;
};

/// All parts, in the order of their first nodes. Constraints that no joint is moved by are with the first.
Array<TreePart> find_tree_parts(const Tree<double>& tree, const ConstraintJacobian& G);

/// The whole tree as one part.
TreePart whole_tree(const Tree<double>& tree, const ConstraintJacobian& G);

/// The node of each speed.
Array<int> nodes_of_speeds(const Tree<double>& tree);

}  // namespace sarrus
