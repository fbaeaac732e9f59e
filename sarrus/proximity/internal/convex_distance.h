#pragma once
/// @file
/// The signed distance of two convex shapes of any types: GJK while their cores are apart, EPA where they
/// overlap, then the exact distance of the features found.

#include "sarrus/proximity/distance.h"
#include "sarrus/proximity/internal/convex_core.h"

namespace sarrus::internal {

/// In the frame of shape 1. The features that `memory` holds are tried first; else the search begins at its
/// direction. What is found is kept there.
ShapeDistance convex_distance(const ConvexSide& side1, const ConvexSide& side2, const Pose<double>& X_12,
                              PairMemory& memory);

}  // namespace sarrus::internal
