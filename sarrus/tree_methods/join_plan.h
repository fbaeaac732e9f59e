#pragma once
/// @file
/// The order in which a tree is assembled from its nodes, so that many steps can run in parallel. The tree is
/// a set of chains, each continued at every node with the child of the largest subtree. A chain is assembled
/// by halves. Chains attached to the side of a node are assembled first and become part of that node, so that
/// a piece never has more than two handles. A chain of n nodes requires ⌈log₂ n⌉ + 1 levels, any tree no more
/// than the square of that.

#include "sarrus/base/array.h"

namespace sarrus {

/// One step of the assembly: a single node, or two pieces of a chain joined by the joint of a node. Its
/// result is the piece with the number of the task.
struct JoinTask {
  int node = 0;                ///< The single node, or the node whose joint connects the pieces.
  int inner = -1, outer = -1;  ///< The pieces that are joined; −1 for a single node.
  int next = -1;               ///< Next node on the chain, for a single node.
  int head = -1;               ///< First node of the chain, if this task completes it.
  int level = 0;               ///< The task runs after all tasks of lower levels.
};

/// The order in which a tree is assembled.
class JoinPlan {
 public:
  /// parents[i] is the parent of node i, lower than i; node 0 is the world.
  explicit JoinPlan(const Array<int>& parents);

  /// All tasks, sorted by level.
  const Array<JoinTask>& tasks() const { return tasks_; }
  /// Index of the first task of each level, and the end of the last.
  const Array<int>& levels() const { return levels_; }
  int depth() const { return static_cast<int>(levels_.size()) - 1; }
  /// The children of a node that start chains of their own.
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
