#pragma once
/// @file
/// LDLᵀ factorization of a dense symmetric positive semidefinite matrix with diagonal pivoting,
///   P·A·Pᵀ = L·D·Lᵀ
/// It is rank-revealing: the pivot is always the largest one relative to the size of its row, and the
/// factorization ends when that ratio is too small.

#include <algorithm>
#include <utility>

namespace sarrus::internal {

/// Result of factor_pivoted_ldlt(): the number of rows eliminated, and the smallest of their pivots relative
/// to the row's size.
struct PivotedLdlt {
  int taken = 0;
  double smallest_ratio = 1;
};

/// Factors the n × n matrix A, stored row by row; only the lower triangle is read. Afterwards row i is the
/// one that was at order[i]; L stands below the diagonal in the columns that were eliminated. The remainder
/// (Schur complement) of the other rows stands after them, in both triangles. inverse[order[i]] is the
/// inverse pivot, or zero. `fixed_size` is n if the compiler is to know it, or zero.
template <int fixed_size>
PivotedLdlt factor_pivoted_ldlt(int n, double* A, const double* sizes, double least_ratio, int* order,
                                double* inverse) {
  if constexpr (fixed_size > 0) n = fixed_size;
  PivotedLdlt found;
  for (int i = 0; i < n; ++i) {
    order[i] = i, inverse[i] = 0;
    for (int j = 0; j < i; ++j) A[j * n + i] = A[i * n + j];
  }
  for (int k = 0; k < n; ++k) {
    int best = k;
    double ratio = 0;
    for (int i = k; i < n; ++i) {
      const double size = sizes[order[i]];
      if (size > 0 && A[i * n + i] > ratio * size) ratio = A[i * n + i] / size, best = i;
    }
    if (!(ratio > least_ratio)) break;
    if (best != k) {
      std::swap(order[k], order[best]);
      std::swap_ranges(A + k * n, A + k * n + n, A + best * n);
      for (int i = 0; i < n; ++i) std::swap(A[i * n + k], A[i * n + best]);
    }
    const double pivot = 1 / A[k * n + k];
    inverse[order[k]] = pivot;
    ++found.taken, found.smallest_ratio = std::min(found.smallest_ratio, ratio);
    const double* __restrict from = A + k * n;
    for (int i = k + 1; i < n; ++i) {
      double* __restrict to = A + i * n;
      const double L = to[k] *= pivot;
      if (L == 0) continue;
      for (int j = k + 1; j < n; ++j) to[j] -= L * from[j];
    }
  }
  return found;
}

}  // namespace sarrus::internal
