#pragma once
/// @file
/// M⁻¹ times many columns at once, in O(n) for each: with the factors M = LᵀDL of a tree, an entry of L is a
/// product of two six-vectors, L_kj = W_k·S_j, where W_k = A·S_k/D_k belongs to the articulated inertia A of
/// everything beyond speed k. Instead of the entries of all pairs, sweeps carry one force inward and one
/// acceleration outward, about a reference point that all nodes of a tree share:
///   inward   x_k ← x_k − S_k·p,            p ← p + W_k·x_k
///   outward  x_k ← x_k/D_k − W_k·a,        a ← a + S_k·x_k

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

/// A solver for rows of numbers: row k holds x_k for all columns.
template <class T>
class RowSweeps {
 public:
  explicit RowSweeps(const TreePattern& pattern);

  /// Numbers of S_k and of the force I·S_k of the composite inertia of everything beyond, to be set.
  T* column(int k) { return speeds_[k].S; }
  T* unit_force(int k) { return speeds_[k].W; }
  /// Computes W from the factors:  D_k·W_k = I·S_k − Σ L_dk·D_d·W_d over the speeds d beyond k.
  void set_factors(const TreeMatrix<T>& factors);
  /// x ← M⁻¹·x for `columns` columns, rounded up to columns_at_once, of rows that are `stride` numbers apart.
  void solve(T* rows, std::ptrdiff_t stride, int columns);

  /// Columns that are solved for together; rows have room for a multiple of it.
  static int columns_at_once();

 private:
  struct Speed {
    T S[8], W[8];  // six numbers and padding
    T inverse_D;
    int depth;          // number of speeds on its path before it
    bool follows;       // its parent is the speed before it
    bool has_branches;  // another speed than the next one has it as parent
  };
  void sweep_inward(T* rows, std::ptrdiff_t stride);
  void sweep_outward(T* rows, std::ptrdiff_t stride);

  Array<Speed> speeds_;
  // Per depth, six numbers for each of the columns: forces that wait for the parent, which are zero between
  // sweeps, and accelerations that are kept for other children.
  AlignedArray<T> waiting_, kept_;
};

}  // namespace sarrus::internal
