#pragma once
/// @file
/// Small dense symmetric positive definite matrices in every scalar: factors A = LᵀDL, solves and inverses,
/// without pivoting and without branching; the dense counterpart of tree_factorization.h. A matrix is stored
/// as rows of `stride` numbers in one array, of which only the lower triangle is read: A(i, j) with j ≤ i is
/// at i·stride + j. A full symmetric matrix may be given as it is. All loops run along rows. The number n of
/// rows is an int, or a Constant if the compiler shall unroll the loops.

#include <cstddef>
#include <type_traits>

namespace sarrus {

/// A size known at compile time.
template <int n>
using Constant = std::integral_constant<int, n>;

/// A = LᵀDL, in place: L with a diagonal of ones below, D⁻¹ on the diagonal. n³/6 multiply-subtracts.
template <class Size, class T>
void factor_LTDL(Size n, int stride, T* A) {
  const auto row = [&](int i) { return A + static_cast<std::ptrdiff_t>(i) * stride; };
  for (int k = n - 1; k >= 0; --k) {
    T* last = row(k);
    const T inverse = T(1) / last[k];
    for (int p = 0; p < k; ++p) {
      T* to = row(p);
      const T factor = last[p] * inverse;
      for (int j = 0; j <= p; ++j) to[j] -= factor * last[j];
    }
    for (int p = 0; p < k; ++p) last[p] *= inverse;
    last[k] = inverse;
  }
}

/// x ← A⁻¹·x from the factors of A. The elements of x are numbers, or anything that can be multiplied by
/// numbers.
template <class Size, class T, class Element>
void solve_LTDL(Size n, int stride, const T* factors, Element* x) {
  const auto row = [&](int i) { return factors + static_cast<std::ptrdiff_t>(i) * stride; };
  for (int i = n - 1; i > 0; --i)
    for (int k = 0; k < i; ++k) x[k] -= row(i)[k] * x[i];
  for (int i = 0; i < n; ++i) {
    x[i] = row(i)[i] * x[i];
    for (int k = 0; k < i; ++k) x[i] -= row(i)[k] * x[k];
  }
}

/// The full inverse, in place, by the sweep operator: one pivot after the other. n is 6 at most.
template <class T>
void invert_symmetric(int n, int stride, T* A) {
  const auto at = [&](int i, int j) -> T& { return i > j ? A[i * stride + j] : A[j * stride + i]; };
  for (int p = 0; p < n; ++p) {
    const T inverse = T(1) / at(p, p);
    T column[6], scaled[6];
    for (int i = 0; i < n; ++i) column[i] = at(i, p), scaled[i] = inverse * column[i];
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        if (i != p && j != p) at(i, j) -= scaled[i] * column[j];
    for (int i = 0; i < n; ++i) at(i, p) = scaled[i];
    at(p, p) = -inverse;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) A[i * stride + j] = A[j * stride + i] = -at(i, j);
}

}  // namespace sarrus
