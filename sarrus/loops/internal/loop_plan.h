#pragma once
/// @file
/// For each node, the multipliers that are carried inwards past it (loop_recursion.h), and the slot in which
/// the contributions of its children are summed. The multipliers of a node are in the order of those of its
/// parent, so that they form few contiguous runs there, mostly one.

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/loops/internal/tree_parts.h"

namespace sarrus::internal {

/// A node, with the multipliers that reach it: first those that are eliminated here, then those that go on.
struct LoopStep {
  int node = 0;
  int parent = 0;                    ///< Index among the steps; 0: the world.
  int first_speed = 0, speeds = 0;   ///< Its free speeds, in LoopPlan::speeds.
  int closing = 0, passing = 0;      ///< Numbers of rows that are eliminated here and that go on.
  int first_row = 0;                 ///< Index in LoopPlan::rows.
  int first_block = 0, blocks = 0;   ///< Blocks whose loops end here, in LoopPlan::blocks.
  int first_entry = 0, entries = 0;  ///< Entries of G at the free speeds, in LoopPlan::entries.
  int first_run = 0, runs = 0;  ///< Runs of the passing rows among those of the parent, in LoopPlan::runs.
  int slot = -1;         ///< Slot in which the contributions of its children are summed; −1: it has none.
  bool is_first = true;  ///< True if it is the first child that adds to its parent's slot.

  int rows() const { return closing + passing; }
  /// Number of passing rows, padded to whole registers. stride() includes the closing rows before them.
  int width() const { return (passing + 3) / 4 * 4; }
  int stride() const { return closing + width(); }
};

struct LoopPlan {
  /// A register of entries of G.
  struct Entry {
    int speed;   ///< Index among the free speeds of the joint.
    int column;  ///< Index among the passing rows.
    int from;    ///< Index among all entries of G.
  };
  struct Run {
    int from, to, count;
  };

  LoopPlan(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held, const TreePart& part);

  Array<LoopStep> steps;  ///< The world, and the nodes of the part, ascending.
  Array<int> speeds, rows, blocks;
  Array<int> held;  ///< Speeds of the part that are held (prescribed).
  Array<Entry> entries;
  Array<Run> runs;
  int slots = 0;

 private:
  void find_rows(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part);
  void find_slots();
};

}  // namespace sarrus::internal
