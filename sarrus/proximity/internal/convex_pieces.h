#pragma once
/// @file
/// Solids as closed surfaces of triangles, and as sums of convex pieces that are bounded by planes.

#include "sarrus/geometry/shapes.h"
#include "sarrus/proximity/internal/clip_solid.h"

namespace sarrus::internal {

/// Adds the surface of a solid: exact for boxes, hulls and closed meshes, a polyhedron of the same volume for
/// others.
void add_triangles(const AnyShape& shape, ClippedSolid& solid);

/// A convex piece; pieces with the sign −1 are taken away from the others.
struct ConvexPiece {
  Array<Plane> planes;
  double sign = 1;
};
/// The pieces that make up a half-space, a box, a hull, a closed mesh or a ring (sectors of the polyhedron
/// that add_triangles() makes of it), as far as they are within a box. `pieces` keeps its memory; returns the
/// number of those that are in use.
int make_convex_pieces(const AnyShape& shape, const Bounds& within, Array<ConvexPiece>& pieces);

/// The most that there can be.
int count_convex_pieces(const AnyShape& shape);

}  // namespace sarrus::internal
