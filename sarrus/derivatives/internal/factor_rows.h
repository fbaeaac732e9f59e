#pragma once
/// @file
/// M⁻¹ times many columns at once, from the entries of the factors M = LᵀDL: for packs of shallow trees,
/// where entries are fewer than the numbers that sweeps carry.

#include "sarrus/base/array.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

/// Where the entries are before x ← L⁻ᵀ·x, and stay: in blocks of n columns, row k has entries in the columns
/// of its ancestors (if `both_sides`) and in those of the speeds beyond it.
struct RowBlock {
  int first;  ///< First column.
  bool both_sides;
};

/// x ← M⁻¹·x for the blocks of rows that are `stride` numbers apart. `subtree_end[k]` is one past the last
/// speed beyond k.
template <class T>
void solve_rows_by_factors(const TreeMatrix<T>& factors, const Array<int>& subtree_end,
                           std::initializer_list<RowBlock> blocks, T* rows, std::ptrdiff_t stride) {
  const TreePattern& pattern = factors.pattern();
  const int n = factors.size();
  const auto subtract = [](T* y, const T* x, const T& a, int begin, int end) {
    for (int c = begin; c < end; ++c) y[c] -= a * x[c];
  };
  for (int k = n - 1; k >= 0; --k)
    for (int p = 0; p + 1 < pattern.length(k); ++p) {
      T* to = rows + pattern.columns(k)[p] * stride;
      const T *from = rows + k * stride, &L = factors.row(k)[p];
      for (const RowBlock& block : blocks) {
        if (block.both_sides)
          for (const TreePattern::Run& run : pattern.runs(k))
            subtract(to + block.first, from + block.first, L, run.first, std::min(run.first + run.count, k));
        subtract(to + block.first, from + block.first, L, k, subtree_end[k]);
      }
    }
  for (int k = 0; k < n; ++k) {
    const T inverse = T(1) / factors.diagonal(k);
    T* own = rows + k * stride;
    for (const RowBlock& block : blocks)
      for (int c = block.first; c < block.first + n; ++c) {
        T sum = inverse * own[c];
        for (int p = 0; p + 1 < pattern.length(k); ++p)
          sum -= factors.row(k)[p] * rows[pattern.columns(k)[p] * stride + c];
        own[c] = sum;
      }
  }
}

}  // namespace sarrus::internal
