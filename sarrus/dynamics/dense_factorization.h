#pragma once
/// @file
/// Factors of a small dense symmetric positive definite matrix, A = LᵀDL, in every scalar: in place, without
/// pivoting and without branching; the dense twin of tree_factorization.h. The matrix is n×n numbers in one
/// array, of which only the rows of the lower triangle are used: A(i, j) with j ≤ i is at i·n + j. A full
/// symmetric matrix may be given as it is. All loops run along rows.

#include <cstddef>

namespace sarrus {

/// A = LᵀDL, in place: L with a diagonal of ones below, D on the diagonal. n³/6 multiply-subtracts.
template <class T>
void factor_LTDL(int n, T* A) {
  const auto row = [&](int i) { return A + static_cast<std::ptrdiff_t>(i) * n; };
  for (int k = n - 1; k >= 0; --k) {
    T* last = row(k);
    const T inverse = T(1) / last[k];
    for (int p = 0; p < k; ++p) {
      T* to = row(p);
      const T factor = last[p] * inverse;
      for (int j = 0; j <= p; ++j) to[j] -= factor * last[j];
    }
    for (int p = 0; p < k; ++p) last[p] *= inverse;
  }
}

/// x ← A⁻¹·x from the factors of A.
template <class T>
void solve_LTDL(int n, const T* factors, T* x) {
  const auto row = [&](int i) { return factors + static_cast<std::ptrdiff_t>(i) * n; };
  for (int i = n - 1; i > 0; --i) {
    const T* L = row(i);
    const T known = x[i];
    for (int k = 0; k < i; ++k) x[k] -= L[k] * known;
  }
  for (int i = 0; i < n; ++i) {
    const T* L = row(i);
    T value = x[i] / L[i];
    for (int k = 0; k < i; ++k) value -= L[k] * x[k];
    x[i] = value;
  }
}

}  // namespace sarrus
