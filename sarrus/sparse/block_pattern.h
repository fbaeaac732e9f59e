#pragma once
/// @file
/// Which blocks of a sparse symmetric matrix have entries, and in which order to eliminate them so that
/// little fills in. Decided once; block_factors.h computes with the numbers.

#include <utility>

#include "sarrus/base/array.h"

namespace sarrus {

/// The pattern of a symmetric matrix whose rows come in groups: a block is what two groups share. Groups that
/// are eliminated one after another and couple to nearly the same others form a panel, which is treated as
/// dense.
class BlockPattern {
 public:
  /// Sizes of the groups, and the pairs of different groups that share a block with entries.
  BlockPattern(const Array<int>& sizes, const Array<std::pair<int, int>>& coupled);

  /// Number of rows.
  int size() const { return size_; }
  int group_count() const { return static_cast<int>(first_rows_.size()); }

  /// Where the entries that two groups share are stored: entry (r, s) of groups a and b is at
  /// start + r·row_step + s·column_step.
  struct Place {
    int start, row_step, column_step;
  };
  Place place(int a, int b) const;

  /// A panel: a dense triangle, and below it the blocks that couple it to later panels.
  struct Block {
    int panel;  ///< The later panel: the rows of the block.
    int start;  ///< Where its entries are stored, row by row.
  };
  struct Panel {
    int first = 0, size = 0;  ///< Its rows, in the order of elimination.
    int start = 0;            ///< Where its own square is stored, row by row.
    Array<Block> below{};     ///< In ascending order of panels.
    Array<int> targets{};  ///< For each pair a ≥ b of `below`, at a·(a + 1)/2 + b: where their block starts.
  };
  const Array<Panel>& panels() const { return panels_; }
  int storage_size() const { return storage_size_; }
  /// The place in the order of elimination of each row as given; those of a group follow each other.
  const Array<int>& positions() const { return positions_; }
  int first_position(int group) const { return positions_[first_rows_[group]]; }
  /// Multiplications that factoring takes, about.
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

}  // namespace sarrus
