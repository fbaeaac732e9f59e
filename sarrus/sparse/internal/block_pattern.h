#pragma once
/// @file
/// The sparsity pattern of a symmetric block matrix, and a minimum-degree order of elimination with little
/// fill-in. Computed once; block_factors.h computes the numerical factors.

#include <utility>

#include "sarrus/base/array.h"

namespace sarrus::internal {

/// The pattern of a symmetric matrix whose rows come in groups: a block holds the entries of two groups.
/// Groups that are eliminated one after another and couple to nearly the same others form a panel (a
/// supernode), which is treated as dense.
class BlockPattern {
 public:
  /// Takes the sizes of the groups, and the pairs of different groups whose block has entries.
  BlockPattern(const Array<int>& sizes, const Array<std::pair<int, int>>& coupled);

  /// Number of rows.
  int size() const { return size_; }
  int group_count() const { return static_cast<int>(first_rows_.size()); }

  /// Storage of the block of two groups: entry (r, s) of groups a and b is at
  /// start + r·row_step + s·column_step.
  struct Place {
    int start, row_step, column_step;
  };
  Place place(int a, int b) const;

  /// A block below a panel, which couples it to a later panel.
  struct Block {
    int panel;  ///< The later panel: the rows of the block.
    int start;  ///< Index of its first entry; entries are stored row by row.
  };
  struct Panel {
    int first = 0, size = 0;  ///< First of its rows in the order of elimination, and their number.
    int start = 0;            ///< Index of its own square, stored row by row.
    Array<Block> below{};     ///< Blocks below, in ascending order of panels.
    Array<int> targets{};  ///< For each pair a ≥ b of `below`, at a·(a + 1)/2 + b: the start of their block.
  };
  const Array<Panel>& panels() const { return panels_; }
  int storage_size() const { return storage_size_; }
  /// Position in the order of elimination of each row as given; the rows of a group are consecutive.
  const Array<int>& positions() const { return positions_; }
  int first_position(int group) const { return positions_[first_rows_[group]]; }
  /// Approximate number of multiplications for factoring.
  double cost() const;

 private:
  int block_start(int later, int earlier) const;

  int size_ = 0, storage_size_ = 0;
  Array<int> first_rows_;  // per group, as given
  Array<int> panel_of_;    // per group
  Array<int> within_;      // per group: its first row within the panel
  Array<int> positions_;
  Array<Panel> panels_;
};

}  // namespace sarrus::internal
