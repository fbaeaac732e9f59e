#pragma once
/// @file
/// Solids that are not convex as a few convex ones, for contact.

#include "sarrus/geometry/convex_polyhedron.h"
#include "sarrus/geometry/surface_mesh.h"

namespace sarrus {

struct DecompositionOptions {
  /// How deep, in meters, the surface of a piece may lie within its convex hull, at vertices, middles of
  /// edges and centers of triangles.
  double tolerance = 1e-3;
  int max_pieces = 32;  ///< Then it ends, whether the tolerance is reached or not.
};

/// Cuts the solid within a closed mesh by planes until the pieces are nearly convex; returns their convex
/// hulls, which cover it. Each cut is the one, of planes across the axes and along faces at inward edges,
/// that leaves the least volume of hulls, and of equal ones the shortest hulls. Throws an Error if the mesh
/// is open or turned inside out.
Array<ConvexShape> decompose(const SurfaceMesh& mesh, const DecompositionOptions& options = {});

}  // namespace sarrus
