#pragma once
/// @file
/// Joint forces that are affine in the acceleration, τ = τ₀ − m·u̇, such as those of a motor whose
/// rotor turns with the joint: (M + diag(m))·u̇ = τ₀ − bias. [Featherstone 2008, ex. 9.5]

#include "sarrus/base/array_view.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus {

/// M ← M + diag(m), with a number per speed.
template <class T>
void add_port_inertia(TreeMatrix<T>& M, In<T> m) {
  require_size(m, M.size(), "m", "the matrix has size");
  for (int i = 0; i < M.size(); ++i) M.diagonal(i) += m[i];
}

/// Reflected inertia of a rotor of inertia I about its axis, turning `ratio` times as fast as the joint: its
/// contribution to the joint's diagonal entry of M. Exact for a rotor whose axis stands still; on a moving
/// link it omits the terms of first order in the ratio and all gyroscopic ones: CoordinateMap includes them.
template <class T>
T reflected_inertia(const T& ratio, const T& I) {
  return ratio * ratio * I;
}

}  // namespace sarrus
