#pragma once
/// @file
/// How deep two convex sets overlap (expanding polytope algorithm): the face of the difference {b − a} that
/// is nearest to the origin, approached by a growing polytope inside the difference.

#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

/// The direction of least overlap.
struct LeastOverlap {
  Vec3<double> normal;              ///< Unit vector from set 1 to set 2.
  Vec3<double> witness1, witness2;  ///< In the two sets; approximately opposite.
  bool is_flat;                     ///< The difference has no volume: the sets are segments that cross.
};

/// Grows the polytope from the simplex at which GJK ended until the depth is known to `accuracy`, a length.
LeastOverlap run_epa(const ConvexPair& pair, const Simplex& simplex, double accuracy);

/// True if the sets overlap by no less than `depth` in any direction, up to `rounding`. May be false for
/// those that do if their difference is round.
bool is_least_depth(const ConvexPair& pair, const Simplex& simplex, double depth, double rounding);

}  // namespace sarrus::internal
