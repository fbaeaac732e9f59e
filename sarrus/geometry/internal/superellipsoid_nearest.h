#pragma once
/// @file
#include "sarrus/geometry/superellipsoid.h"

namespace sarrus::internal {

/// The point of the ball ‖(A, B)‖ₚ ≤ 1, p = 2/e, farthest along a direction (d, f) without negative
/// components: with the dual exponent k = 2/(2 − e), and the ratio r of the smaller to the larger component,
///   larger: (1 + rᵏ)^(−1/p),   smaller: r^(k−1)·(1 + rᵏ)^(−1/p).
struct DualPair {
  double a, b;
  double value;  ///< a·d + b·f: the dual norm of the direction.

  DualPair(double d, double f, double e);
};

/// The point of a superellipsoid nearest to a point without negative coordinates; it has none either.
Vec3<double> nearest_in_octant(const SuperellipsoidShape& shape, const Vec3<double>& p);

}  // namespace sarrus::internal
