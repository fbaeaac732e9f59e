#pragma once
/// @file
/// Convex shapes with round surfaces as polyhedra.

#include "sarrus/geometry/shapes.h"
#include "sarrus/proximity/internal/clip_solid.h"

namespace sarrus::internal {

/// Adds a polyhedron with the volume of a convex shape, mirror-symmetric as the shape is. Its corners are the
/// points of the surface with given normals, moved outward a little; nothing for other shapes.
void add_round_triangles(const AnyShape& shape, ClippedSolid& solid);

}  // namespace sarrus::internal
