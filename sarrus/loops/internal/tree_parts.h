#pragma once
/// @file
/// Parts of a tree that move without each other: nothing but the world is common to them.

#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/loops/constraint_jacobian.h"

namespace sarrus::internal {

/// Some joints attached to the world with all their descendants, and the constraints on these.
struct TreePart {
  Array<int> nodes;   ///< Ascending, without the world.
  Array<int> blocks;  ///< Of G, ascending.

  Array<int> speeds(const Tree<double>& tree) const;
  /// The numbers of the rows of all its blocks.
  Array<int> rows(const ConstraintJacobian& G) const;
  /// True if one of its speeds is in the set.
  bool has_speed_in(const Tree<double>& tree, const IndexSet& set) const;
  /// Takes another part in.
  void append(const TreePart& other);
};

/// All of some parts as one.
TreePart joined(const Array<TreePart>& parts);

/// How some speeds of a tree, ascending, descend from each other: the pattern of the tree without the others.
std::shared_ptr<const TreePattern> pattern_of(const Tree<double>& tree, const Array<int>& speeds);

/// All parts, in the order of their first nodes. Constraints that no joint is moved by are with the first.
Array<TreePart> find_tree_parts(const Tree<double>& tree, const ConstraintJacobian& G);

/// The whole tree as one part.
TreePart whole_tree(const Tree<double>& tree, const ConstraintJacobian& G);

/// The node of each speed.
Array<int> nodes_of_speeds(const Tree<double>& tree);

}  // namespace sarrus::internal
