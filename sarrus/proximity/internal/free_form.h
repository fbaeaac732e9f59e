#pragma once
/// @file
/// Surfaces that are known by their nearest points alone (height fields, user's surfaces) with convex shapes
/// and meshes: the point of the body at which the signed distance φ from the surface is least. Apart, that is
/// the distance; where they overlap, it is the depth of the deepest point.
///
/// φ is minimized over a convex body by steps against its gradient, the normal, each brought back to the
/// nearest point of the body. Corners are found by the first step; within edges, faces and round surfaces
/// steps have the lengths of Barzilai and Borwein, which come to about 1e-8 of the size, and φ to its square.
/// The search begins at the deepest corners, at the point that faces the surface and, over a height field,
/// at that of the highest hill below. At the edges of a height field depths end: the deepest point is sought
/// in the part of the body that is over the field (body_part.h).

#include "sarrus/proximity/internal/patch_contact.h"

namespace sarrus::internal {

/// `body` is convex; X_SB is its pose in the frame of the surface. The answer is in that frame.
ShapeDistance free_form_distance(const AnyShape& surface, const AnyShape& body, const Pose<double>& X_SB);
/// The same for a mesh: φ changes no faster than the place does, so that boxes of triangles can be passed
/// over.
ShapeDistance free_form_mesh_distance(const AnyShape& surface, const SurfaceMesh& mesh,
                                      const Pose<double>& X_SM);

/// Adds the contact points of a surface and a body: corners of the body within the margin, each with the
/// normal of the surface there, and the nearest points if no corner is as near. `is_turned`: the surface is
/// shape 2 of the manifold.
void add_free_form_contacts(const AnyShape& surface, const Pose<double>& X_WS, const AnyShape& body,
                            const Pose<double>& X_WB, const ShapeDistance& at, double margin, bool is_turned,
                            Manifold& manifold);

/// True for surfaces that are known by their nearest points alone.
bool is_free_form_surface(const AnyShape& shape);

}  // namespace sarrus::internal
