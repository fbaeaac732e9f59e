#pragma once
/// @file
/// Parents and children of bodies. Bodies are numbered regularly: 0 is the world and every body has a higher
/// number than its parent. [Featherstone 2008, ch. 4]

#include "sarrus/base/array.h"

namespace sarrus {

/// The tree of bodies, from the parent array alone.
class Connectivity {
 public:
  Connectivity() : Connectivity(Array<int>{-1}) {}
  /// `parents[i]` is the parent of body i; parents[0] is ignored (the world has none). Throws unless the
  /// numbering is regular.
  explicit Connectivity(Array<int> parents);

  int size() const { return static_cast<int>(parents_.size()); }
  /// λ(i): the parent of body i; −1 for the world.
  int parent(int body) const { return parents_[body]; }
  const Array<int>& parents() const { return parents_; }
  /// μ(i): the bodies whose parent is i, ascending.
  const Array<int>& children(int body) const { return children_[body]; }
  /// κ(i): the bodies whose joints lie on the path from the world to i, from the one next to the world to i
  /// itself.
  Array<int> path(int body) const;
  /// ν(i): i and all its descendants, ascending.
  Array<int> subtree(int body) const;
  /// Number of joints between body i and the world.
  int depth(int body) const { return depth_[body]; }
  /// True if `ancestor` is on the path from the world to `body` (a body is its own ancestor).
  bool is_ancestor(int ancestor, int body) const;
  /// The bodies on the path from `from` to `to`, both included, over their nearest common ancestor.
  Array<int> path_between(int from, int to) const;
  int nearest_common_ancestor(int a, int b) const;

 private:
  Array<int> parents_, depth_;
  Array<Array<int>> children_;
};

/// True if every body's parent has a lower number than the body (numbers start at 1; 0 is the world).
bool is_regular_numbering(const Array<int>& parents);

/// The parent array with joints of several speeds replaced by single degrees of freedom: joint i becomes a
/// chain of speeds[i] of them, numbered from 1, with 0 for the base. parents[i] and speeds[i] belong to body
/// i + 1. [table 6.4]
Array<int> expanded_parents(const Array<int>& parents, const Array<int>& speeds);

/// D1 = Σ(d − 1) and D2 = Σ d·(d − 1)/2 over the depths d of an expanded parent array: the cost of a solve
/// and of a sparse factorization of the mass matrix.  [table 6.6]
struct SparsityCost {
  long D1 = 0, D2 = 0;
};
SparsityCost sparsity_cost(const Array<int>& expanded_parents);

}  // namespace sarrus
