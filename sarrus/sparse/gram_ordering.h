#pragma once
/// @file
/// The order in which to compute and factor the Gram matrix A = Xᵀ·d·X of a sparse matrix X with the fewest
/// operations. Rows of X that nearly every group of columns has, such as those of the speeds of a vehicle
/// that stands on many legs, would fill A. They are set apart as unknowns that the groups share
/// (block_factors.h) where that takes fewer operations.

#include "sarrus/base/array.h"
#include "sarrus/sparse/block_pattern.h"

namespace sarrus {

/// The columns of X that belong together: `width` of them, with entries in some rows only.
struct GramGroup {
  int width = 0;
  Array<int> rows{};  ///< Ascending.
};

struct GramOrdering {
  Array<int> shared{};   ///< The rows that are set apart, ascending.
  BlockPattern pattern;  ///< Of A without them.
  double cost = 0;       ///< Multiplications that computing and factoring A take, about.

  bool is_shared(int row) const;
};

/// The cheapest arrangement.
GramOrdering arrange(const Array<GramGroup>& groups);
/// With these rows set apart.
GramOrdering arrange(const Array<GramGroup>& groups, Array<int> shared);

}  // namespace sarrus
