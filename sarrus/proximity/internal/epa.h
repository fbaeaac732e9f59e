#pragma once
/// @file
/// How deep two convex sets overlap (expanding polytope algorithm): the face of the difference {b − a} that
/// is nearest to the origin, approached by a growing polytope inside the difference.

#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

/// The direction of least overlap, and the face of the polytope that is nearest to the origin.
struct LeastOverlap {
  Vec3<double> normal{};                ///< Unit vector from set 1 to set 2.
  Vec3<double> witness1{}, witness2{};  ///< In the two sets; approximately opposite.
  Vec3<double> foot1{}, foot2{};        ///< The points of the face's plane at the projection of the origin.
  bool is_within = false;               ///< That is within the face, and these points are in the sets.
  double depth = 0;                     ///< Of the face: a lower bound of the overlap.
  double beyond = 0;                    ///< How far the difference goes on beyond it; infinite: unknown.
  int corners1 = 0, corners2 = 0;       ///< Of how many points of the sets its corners are made.
};

/// Grows the polytope from the simplex at which GJK ended until the depth is known to `accuracy`, a length.
LeastOverlap run_epa(const ConvexPair& pair, const Simplex& simplex, double accuracy);

/// True if the sets overlap by no less than `depth` in any direction, up to `rounding`. May be false for
/// those that do if their difference is round.
bool is_least_depth(const ConvexPair& pair, const Simplex& simplex, double depth, double rounding);

}  // namespace sarrus::internal
