#pragma once
/// @file
/// Two polyhedra that have moved little: the faces, edges or vertices that were nearest in the last query,
/// tried without a search.

#include <optional>

#include "sarrus/proximity/distance.h"

namespace sarrus::internal {

/// The distance in the frame of polyhedron 1, exact to rounding, if features at the vertices that `memory`
/// holds prove themselves: apart, if the supports along their normal are as far apart as their points;
/// overlapping, if also no direction is less deep. Else nothing, and the kinds of features are forgotten.
std::optional<ShapeDistance> near_polyhedra_distance(const ConvexPolyhedron& first,
                                                     const ConvexPolyhedron& second, const Pose<double>& X_12,
                                                     PairMemory& memory);

}  // namespace sarrus::internal
