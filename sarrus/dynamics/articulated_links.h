#pragma once
/// @file
/// The nodes of a tree as the inward and the outward sweep of the articulated-body algorithm meet them. Where
/// speeds are prescribed, the increments of accelerations that these sweeps solve for are zero: a joint whose
/// speeds are all prescribed does not give way, and its node is to them a part of the node that it hangs on.
/// So the same sweeps run over fewer links, and a locked joint costs less than a free one.

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// Whether what a node passes on stays in registers if its neighbor in the tree comes next: through memory
/// it would come late, and along a chain all wait for it. Packs have too few registers.
template <class T>
constexpr bool in_registers = std::is_same_v<T, double>;

/// A node that gives way, with all that is rigidly on it.
struct ArticulatedLink {
  JointShape shape = JointShape::fixed;
  int node = 0;    ///< Its number in the tree.
  int parent = 0;  ///< Number of the link that it hangs on, and that link's node; 0: the world.
  int parent_node = 0;
  int u0 = 0, nu = 0;
  int slot = 0, parent_slot = 0;            ///< Where the outward sweep keeps increments.
  int load_slot = 0, parent_load_slot = 0;  ///< Where the inward sweep keeps what they bear.
  bool is_free = false, is_leaf = true, is_last_child = true;  ///< As of TreeNode, among the links.
  bool stays = false;     ///< Whether what it passes on may stay in registers for the next link.
  bool is_mixed = false;  ///< Whether some of its speeds are prescribed and others are not.
};
using ArticulatedLinks = Array<ArticulatedLink>;

/// Whether the link before is the parent of a link, and the first thing that it bears is what the link passes
/// on: then that may stay in registers if both have an axis.
inline bool passes_to_the_next(const ArticulatedLinks& links, int i) {
  const ArticulatedLink &link = links[i], &before = links[static_cast<std::size_t>(i) - 1];
  return link.is_last_child && link.parent == i - 1 && link.shape != JointShape::general &&
         before.shape != JointShape::general;
}

/// All nodes of a tree; number 0 is the world.
template <class T>
ArticulatedLinks links_of(const Tree<T>& tree) {
  ArticulatedLinks links;
  for (int i = 0; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    links.push_back({.shape = node.shape,
                     .node = i,
                     .parent = std::max(node.parent, 0),
                     .parent_node = std::max(node.parent, 0),
                     .u0 = node.u0,
                     .nu = node.nu,
                     .slot = node.slot,
                     .parent_slot = node.parent_slot,
                     .load_slot = node.load_slot,
                     .parent_load_slot = node.parent_load_slot,
                     .is_free = node.is_free,
                     .is_leaf = node.is_leaf,
                     .is_last_child = node.is_last_child});
    if (i > 0) links.back().stays = in_registers<T> && passes_to_the_next(links, i);
  }
  return links;
}

/// The links of some nodes, ascending, with all ancestors and descendants of each.
template <class T>
ArticulatedLinks links_of(const Tree<T>& tree, const Array<int>& nodes) {
  const ArticulatedLinks all = links_of(tree);
  ArticulatedLinks links{all.front()};
  Array<int> number(all.size(), 0);
  for (const int i : nodes) {
    number[i] = static_cast<int>(links.size());
    links.push_back(all[i]);
    links.back().parent = number[all[i].parent];
    links.back().stays = in_registers<T> && passes_to_the_next(links, number[i]);
  }
  return links;
}

/// What becomes of the links when speeds are prescribed.
class HeldNodes {
 public:
  /// A node that is held, or a link that hangs on one.
  struct Step {
    int node, parent;  ///< As the tree numbers them.
    int root;          ///< The node that the parent is rigidly part of; 0: the world.
    int root_slot;     ///< Where the increment of that is kept.
    int link;          ///< Number among links() of one that gives way; −1: it is held.
    bool on_held;      ///< Whether the parent is held too.
  };

  /// What the first sweep is to find of a node.
  enum class Role : char {
    all,      ///< Motion, wrench and inertia.
    wrench,   ///< It is rigidly on the world: its inertia matters to nobody, nor does its wrench but for the
              ///< forces of prescribed speeds.
    motion,   ///< For those that hang on it.
    nothing,  ///< There are none.
  };

  /// With memory for any set of the speeds of all links.
  HeldNodes(const ArticulatedLinks& all, int speeds);

  /// For another set of prescribed speeds, whose forces are wanted or not; if both are as the last time,
  /// nothing happens.
  void set(const ArticulatedLinks& all, const IndexSet& prescribed, bool forces);

  const IndexSet& prescribed() const { return prescribed_; }
  /// Those that still give way.
  const ArticulatedLinks& links() const { return links_; }
  /// Outwards.
  const Array<Step>& steps() const { return steps_; }
  Role role(int node) const { return roles_[node]; }

 private:
  void find_links(const ArticulatedLinks& all);
  void find_neighbors();
  void find_roles(const ArticulatedLinks& all);

  IndexSet prescribed_;
  bool forces_ = false;
  ArticulatedLinks links_;
  Array<Step> steps_;
  Array<Role> roles_;
  Array<int> link_of_;      // per node: the link that it is part of
  Array<char> is_held_;     // per node
  Array<char> keeps_load_;  // per link: whether its load is read again when all is known
};

}  // namespace sarrus
