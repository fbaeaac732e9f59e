#pragma once
/// @file
/// The contact points of meshes.

#include "sarrus/proximity/internal/patch_contact.h"

namespace sarrus::internal {

/// Adds the contact points of a mesh and another shape at the distance `at`, in which the mesh is shape 1:
/// corners of the other shape where they are nearest to the mesh, with the normals of its Voronoi regions;
/// ridges of the mesh, clipped by the part of the other shape that faces them; the nearest points if none of
/// these is as near. `is_turned`: the mesh is shape 2 of the manifold.
void add_mesh_contacts(const SurfaceMesh& mesh, const Pose<double>& X_W1, const AnyShape& shape,
                       const Pose<double>& X_W2, const ShapeDistance& at, double margin, bool is_turned,
                       PatchScratch& scratch, Manifold& manifold);

}  // namespace sarrus::internal
