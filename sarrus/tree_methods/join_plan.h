#pragma once
/// @file
/// In which order a tree is put together from its nodes, so that much can be done at the same time. The tree
/// is a set of chains, each continued at every node with the child that carries most. A chain is assembled by
/// halves. What hangs on it by its side is assembled first and becomes part of the node it hangs on, so that
/// a piece never has more than two handles. A chain of n nodes takes ⌈log₂ n⌉ + 1 levels, any tree no more
/// than the square of that.

#include "sarrus/base/array.h"

namespace sarrus {

/// One step of the assembly: a node by itself, or two pieces of a chain joined by the joint of a node. Its
/// result is the piece with the number of the task.
struct JoinTask {
  int node = 0;                ///< The node by itself, or whose joint connects.
  int inner = -1, outer = -1;  ///< The pieces that are joined; −1 for a node by itself.
  int next = -1;               ///< Next node on the chain, for a node by itself.
  int head = -1;               ///< First node of the chain, if this completes it.
  int level = 0;               ///< After all tasks of lower levels.
};

/// In which order a tree is put together.
class JoinPlan {
 public:
  /// parents[i] is the parent of node i, lower than i; node 0 is the world.
  explicit JoinPlan(const Array<int>& parents);

  /// Sorted by level.
  const Array<JoinTask>& tasks() const { return tasks_; }
  /// Where each level starts, and the end of the last.
  const Array<int>& levels() const { return levels_; }
  int depth() const { return static_cast<int>(levels_.size()) - 1; }
  /// The children of a node whose chains end at it.
  const Array<int>& sides(int node) const { return sides_[node]; }

 private:
  void sort_by_level();
  int add_chain(const Array<int>& chain, std::size_t begin, std::size_t end);

  Array<JoinTask> tasks_;
  Array<int> levels_;
  Array<Array<int>> sides_;
  Array<int> level_of_head_;
};

}  // namespace sarrus
