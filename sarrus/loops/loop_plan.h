#pragma once
/// @file
/// Which multipliers pass which node on their way inwards (loop_recursion.h), and where what hangs on a node
/// is summed up. Multipliers of a node come in the order in which its parent has them, so that what is handed
/// on lies in few runs, mostly in one.

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/loops/tree_parts.h"

namespace sarrus {

/// A node, with the multipliers that pass it: first those that are eliminated here, then those that go on.
struct LoopStep {
  int node = 0;
  int parent = 0;                    ///< Among the steps; 0: the world.
  int first_speed = 0, speeds = 0;   ///< Those that are free, in LoopPlan::speeds.
  int closing = 0, passing = 0;      ///< Numbers of rows.
  int first_row = 0;                 ///< In LoopPlan::rows.
  int first_block = 0, blocks = 0;   ///< Those that end here, in LoopPlan::blocks.
  int first_entry = 0, entries = 0;  ///< Of G at the free speeds, in LoopPlan::entries.
  int first_run = 0, runs = 0;       ///< Of the passing rows among those of the parent, in LoopPlan::runs.
  int slot = -1;                     ///< Where what hangs on it is summed up; −1: nothing does.
  bool is_first = true;              ///< Whether it is the first that its parent bears.

  int rows() const { return closing + passing; }
  /// Passing rows in whole registers, and with the closing ones before them.
  int width() const { return (passing + 3) / 4 * 4; }
  int stride() const { return closing + width(); }
};

struct LoopPlan {
  /// A register of entries of G.
  struct Entry {
    int speed;   ///< Among the free ones of the joint.
    int column;  ///< Among the passing rows.
    int from;    ///< Among all entries of G.
  };
  struct Run {
    int from, to, count;
  };

  LoopPlan(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held, const TreePart& part);

  Array<LoopStep> steps;  ///< The world, and the nodes of the part, ascending.
  Array<int> speeds, rows, blocks;
  Array<int> held;  ///< Speeds of the part that are.
  Array<Entry> entries;
  Array<Run> runs;
  int slots = 0;

 private:
  void find_rows(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part);
  void find_slots();
};

}  // namespace sarrus
