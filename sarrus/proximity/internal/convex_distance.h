#pragma once
/// @file
/// The signed distance of two convex shapes of any types: GJK while their cores are apart, EPA where they
/// overlap, then the exact distance of the features found.

#include "sarrus/proximity/distance.h"
#include "sarrus/proximity/internal/convex_core.h"

namespace sarrus::internal {

/// In the frame of shape 1. `direction` is where the search begins, zero for nowhere, and is set to the
/// normal found.
ShapeDistance convex_distance(const ConvexSide& side1, const ConvexSide& side2, const Pose<double>& X_12,
                              Vec3<double>& direction);

}  // namespace sarrus::internal
