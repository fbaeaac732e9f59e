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
  /// x ← M⁻¹·x for up to 3·n columns, rounded up to columns_at_once, of rows that are `stride` numbers apart.
  /// Row k has entries in column c at first only if one of the speeds k and c mod n is beyond the other.
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
  /// `has_entries`, per speed: whether its row has any in the block of columns, or those beyond it have.
  void sweep_inward(const char* has_entries, T* rows, std::ptrdiff_t stride);
  void sweep_outward(T* rows, std::ptrdiff_t stride);

  Array<Speed> speeds_;
  Array<char> has_entries_;  // per block of columns and speed
  // Per depth, six numbers for each of the columns: forces that wait for the parent, which are zero between
  // sweeps, and accelerations that are kept for other children.
  AlignedArray<T> waiting_, kept_;
};

}  // namespace sarrus::internal
