#pragma once
/// @file
/// The order in which the responses of a tree are computed (tree_responses.h): known from its sparsity alone.

#include "sarrus/base/array.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

/// What a sweep over rows has to know of each speed. Speeds are numbered depth first.
struct SweptRowPlan {
  int depth;         ///< The number of speeds on its path that fork.
  bool forks;        ///< It has several children.
  bool ends;         ///< It has none.
  bool comes_later;  ///< It is not the first child of its parent.
};

struct ResponsePlan {
  ResponsePlan(const TreePattern& pattern, int most_columns);

  /// Columns that are swept together over the rows before `end`. The first rows are theirs: each belongs to
  /// the only child of the one before.
  struct Group {
    int first, count, end;
  };
  /// A child, not the first one, of a speed that forks: its rows from `first` to `end` are swept for the
  /// columns of the children before it, from `columns` on.
  struct LaterChild {
    int parent, columns, first, end;
    int returned;  ///< The columns from here on are those of the last child.
  };
  Array<SweptRowPlan> rows;
  Array<Group> groups;
  Array<LaterChild> later;
  Array<int> tree_first, tree_end;  ///< Per speed: the speeds of its tree. Trees do not act on each other.
  int depths = 1;
};

}  // namespace sarrus::internal
