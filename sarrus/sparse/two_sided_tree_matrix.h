#pragma once
/// @file
/// Matrices with the sparsity of a tree that are not symmetric: derivatives of generalized forces. An entry
/// (i, j) exists if one of the speeds i and j is a descendant of the other.

#include "sarrus/sparse/tree_matrix.h"

namespace sarrus {

/// A matrix A with the pattern of a tree: two triangles, each packed in rows along paths.
template <class T>
struct TwoSidedTreeMatrix {
  explicit TwoSidedTreeMatrix(const std::shared_ptr<const TreePattern>& pattern)
      : lower(pattern), upper(pattern) {}

  TreeMatrix<T> lower;  ///< Row i: A(i, j) for the speeds j on the path from the root to i.
  TreeMatrix<T> upper;  ///< Row i: A(j, i) for the same j.

  int size() const { return lower.size(); }
  /// A·x is added to y.
  void add_times(const T* x, T* y) const;
  /// Aᵀ·x is added to y.
  void add_transpose_times(const T* x, T* y) const;
  /// The full matrix.
  void dense(MatrixX<T>& out) const;
};

}  // namespace sarrus
