#pragma once
/// @file
/// The order in which to compute and factor the Gram matrix A = Xᵀ·d·X of a sparse matrix X with the fewest
/// operations. Rows of X in which nearly every group of columns has entries, such as those of the speeds of a
/// vehicle that stands on many legs, would make A dense. They become unknowns that the groups share
/// (block_factors.h) if that costs fewer operations.

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/block_pattern.h"

namespace sarrus::internal {

/// A group of `width` columns of X, with entries in some rows only.
struct GramGroup {
  int width = 0;
  Array<int> rows{};  ///< Ascending.
};

struct GramOrdering {
  Array<int> shared{};   ///< Rows of X that become shared unknowns, ascending.
  BlockPattern pattern;  ///< Pattern of A without those rows.
  double cost = 0;       ///< Approximate number of multiplications for computing and factoring A.

  bool is_shared(int row) const;
};

/// The ordering of the lowest cost.
GramOrdering arrange(const Array<GramGroup>& groups);
/// The ordering with these rows of X as shared unknowns.
GramOrdering arrange(const Array<GramGroup>& groups, Array<int> shared);

}  // namespace sarrus::internal
