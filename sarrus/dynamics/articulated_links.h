#pragma once
/// @file
/// The nodes of a tree as the inward and the outward sweep of the articulated-body algorithm visit them. The
/// increments of accelerations that these sweeps solve for are zero at prescribed speeds: a joint whose
/// speeds are all prescribed is locked for them, and its node is a rigid part of its parent. So the same
/// sweeps run over fewer links, and a locked joint costs less than a free one.

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// True if the results that a node passes on stay in registers when its neighbor in the tree comes next:
/// through memory they would arrive late, and every step along a chain would wait for them. Packs have too
/// few registers.
template <class T>
constexpr bool in_registers = std::is_same_v<T, double>;

/// A node whose joint is free to move, with everything rigidly attached to it.
struct ArticulatedLink {
  JointShape shape = JointShape::fixed;
  int node = 0;         ///< Its number in the tree.
  int parent = 0;       ///< Number of the parent link; 0: the world.
  int parent_node = 0;  ///< Node of the parent link.
  int u0 = 0, nu = 0;
  int slot = 0, parent_slot = 0;            ///< Slots for the increments of the outward sweep.
  int load_slot = 0, parent_load_slot = 0;  ///< Slots for the loads of the inward sweep.
  bool is_free = false, is_leaf = true, is_last_child = true;  ///< As in TreeNode, among the links.
  bool stays = false;     ///< True if its load may stay in registers for the next link.
  bool is_mixed = false;  ///< True if some of its speeds are prescribed and others are not.
};
using ArticulatedLinks = Array<ArticulatedLink>;

/// True if the load of a link may stay in registers: the link before it is its parent, receives its load
/// first, and both joints have a single axis.
inline bool passes_to_the_next(const ArticulatedLinks& links, int i) {
  const ArticulatedLink &link = links[i], &before = links[i - 1];
  return link.is_last_child && link.parent == i - 1 && link.shape != JointShape::general &&
         before.shape != JointShape::general;
}

/// The links of all nodes of a tree; number 0 is the world.
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

/// The links that remain when speeds are prescribed.
class HeldNodes {
 public:
  /// The results of the first sweep that are needed of a node.
  enum class Role : char {
    link,     ///< Motion, wrench and inertia of a node whose speeds are all free.
    mixed,    ///< The same of a node with free and prescribed speeds.
    part,     ///< The same of a rigid part of a link, added to those of the link.
    borne,    ///< The same, also kept for the node: the force of its joint is wanted.
    wrench,   ///< Motion and wrench. The node is rigidly attached to the world: its inertia is never needed,
              ///< and its wrench only for the forces of prescribed speeds.
    motion,   ///< Motion only, for its descendants.
    nothing,  ///< No result is needed.
  };

  /// A node of which results are needed.
  struct Step {
    int node, parent;  ///< Node numbers in the tree.
    int root;          ///< The node of which the parent is a rigid part, or the parent itself; 0: the world.
    int start;         ///< The arm to the node is added to that of this node: the parent, if it is a part of
                       ///< the root, otherwise 0.
    int link;          ///< Number among links(), of the node itself or, if its joint is held, of the root.
    bool is_held;      ///< True if its joint is held.
    bool on_held;      ///< True if the joint of its parent is held.
    Role role;
  };

  /// Allocates memory for any set of prescribed speeds.
  HeldNodes(const ArticulatedLinks& all, int speeds);

  /// Sets the prescribed speeds, and whether their forces are wanted. Does nothing and returns false if both
  /// are as in the last call.
  bool set(const ArticulatedLinks& all, const IndexSet& prescribed, bool forces);

  const IndexSet& prescribed() const { return prescribed_; }
  /// The numbers of the prescribed speeds of joints that also have free ones.
  const Array<int>& mixed_speeds() const { return mixed_speeds_; }
  /// The links whose joints are still free to move.
  const ArticulatedLinks& links() const { return links_; }
  /// The nodes of which results are needed, outward.
  const Array<Step>& steps() const { return steps_; }

 private:
  void find_links(const ArticulatedLinks& all);
  void find_mixed_speeds();
  void find_neighbors();
  void find_roles();

  IndexSet prescribed_;
  bool forces_ = false;
  Array<int> mixed_speeds_;
  ArticulatedLinks links_;
  Array<Step> steps_;
  Array<int> link_of_;   // per node: the link of which it is part
  Array<char> is_held_;  // per node
};

}  // namespace sarrus
