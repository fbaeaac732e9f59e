#pragma once
/// @file
/// The corners and ridges of meshes.

#include "sarrus/geometry/surface_mesh.h"

namespace sarrus::internal {

/// Edges whose triangles are turned outward by less than this (the sine) are no ridges: what touches there,
/// touches the triangles.
inline constexpr double ridge_sharpness = 1e-3;

/// True if edge k of triangle t is a ridge, or belongs to the rim of an open mesh, and the other triangle
/// there, if any, does not report it too.
inline bool is_ridge(const SurfaceMesh& mesh, int t, int k) {
  const int other = mesh.neighbors()[t][k];
  if (other < 0) return true;
  if (other < t) return false;
  const auto& corners = mesh.triangles()[t];
  const Vec3<double>&a = mesh.vertices()[corners[k]], &b = mesh.vertices()[corners[(k + 1) % 3]];
  const Vec3<double> turn = cross(mesh.normals()[t], mesh.normals()[other]);
  return dot(turn, b - a) > ridge_sharpness * norm(b - a);
}

/// Calls f(t, k) for the ridges, edge k of triangle t, in leaves of the tree whose bounds satisfy
/// `overlaps(bounds)`.
template <class Overlaps, class F>
void visit_ridges(const SurfaceMesh& mesh, const Overlaps& overlaps, const F& f) {
  mesh.tree().visit(overlaps, [&](int t) {
    for (int k = 0; k < 3; ++k)
      if (is_ridge(mesh, t, k)) f(t, k);
  });
}

}  // namespace sarrus::internal
