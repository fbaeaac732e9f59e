#pragma once
/// @file
/// How to compute and factor A = Xᵀ·d·X of a sparse matrix X with the fewest operations. A few rows of X that
/// all but all groups of columns have, such as those of the speeds of a vehicle that stands on many legs,
/// would fill A: they are set apart as unknowns that the groups share (block_factors.h) where that takes
/// less.

#include "sarrus/dynamics/block_pattern.h"

namespace sarrus {

/// The columns of X that belong together: `width` of them, with entries in some rows only.
struct GramGroup {
  int width = 0;
  std::vector<int> rows{};  ///< Ascending.
};

struct GramArrangement {
  std::vector<int> shared{};  ///< The rows that are set apart, ascending.
  BlockPattern pattern;       ///< Of A without them.
  double cost = 0;            ///< Multiplications that computing and factoring A take, about.

  bool is_shared(int row) const;
};

/// The cheapest arrangement.
GramArrangement arrange(const std::vector<GramGroup>& groups);
/// With these rows set apart.
GramArrangement arrange(const std::vector<GramGroup>& groups, std::vector<int> shared);

}  // namespace sarrus
