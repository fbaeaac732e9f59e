#pragma once
/// @file
/// The distance of a mesh to a convex shape and to another mesh, in the frame of the first mesh. Apart, it is
/// exact. Where they overlap, the shortest translation that separates a mesh that is not convex is not known
/// to any quick method; these functions say how deep the overlap is:
///
/// - mesh and convex shape: for each triangle that meets the shape, the shortest translation that takes the
///   shape off the triangle to its outer side; the longest of them. Directions that an edge or a corner
///   within the surface cannot push along (into a neighbor) do not count. If that leaves no triangle any,
///   the shortest translation off the convex hull of all that are met, as at corners, or off the plane of
///   one of them. A shape that is within the mesh and meets no triangle is below the plane of the nearest.
/// - two meshes: the largest distance, from the surface of the other, of a vertex that is inside of it; if
///   edges cross but no vertex is inside, the longest of the shortest translations that separate two
///   triangles that meet.

#include "sarrus/proximity/distance.h"

namespace sarrus::internal {

/// X_12 is the pose of the convex shape in the frame of the mesh.
ShapeDistance mesh_convex_distance(const SurfaceMesh& mesh, const Pose<double>& X_12, const AnyShape& convex,
                                   PairMemory* memory);
/// X_12 is the pose of mesh 2 in the frame of mesh 1.
ShapeDistance mesh_mesh_distance(const SurfaceMesh& mesh1, const Pose<double>& X_12, const SurfaceMesh& mesh2,
                                 PairMemory* memory);

}  // namespace sarrus::internal
