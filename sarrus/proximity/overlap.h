#pragma once
/// @file
/// The solid that two shapes have in common.

#include <optional>

#include "sarrus/geometry/shapes.h"

namespace sarrus {

/// Volume, centroid and inertia of an intersection, and the area vector of the surface of shape 1 inside
/// shape 2: A = ∫ n dA. A uniform pressure in the overlap pushes shape 2 along +A.
struct Overlap {
  double volume = 0;
  Vec3<double> centroid{0, 0, 0};
  Vec3<double> area{0, 0, 0};
  Sym3<double> inertia = Sym3<double>::zero();  ///< About the centroid, for a density of 1 kg/m³.
};

/// The overlap of two solids, or of a solid and a half-space, in world axes; nothing for other shapes (open
/// meshes, height fields, users' surfaces), which have no volume.
///   exact to rounding    spheres; polyhedra (boxes, hulls, closed meshes) with half-spaces and convex
///                        polyhedra; spheres, cylinders and ellipsoids with half-spaces
///   to 1e-3              other convex shapes without edges (ellipsoids, capsules, superellipsoids); thin
///                        lenses to 1e-4
///   to 1e-2              other convex shapes: cylinders, cones, boxes, rounded boxes and hulls with round
///                        shapes; areas to 2e-2, of two cylinders that hardly touch to 6e-2
///   as polyhedra         rings, and round shapes with rings and meshes: exact for polyhedra whose faces are
///                        within 1 % of the shapes' radii from their surfaces
/// The first take microseconds, the others about a millisecond, superellipsoids ten; meshes with round shapes
/// in proportion to their triangles, two meshes to the product of their numbers.
std::optional<Overlap> calc_overlap(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                                    const Pose<double>& X_W2);

/// True if calc_overlap() knows a pair of shapes.
bool has_overlap(const AnyShape& shape1, const AnyShape& shape2);
/// True if calc_overlap() is exact to rounding for a pair of shapes.
bool is_overlap_exact(const AnyShape& shape1, const AnyShape& shape2);
/// The number of planes by which calc_overlap() cuts a pair of which one is a half-space, a box or a hull;
/// its time grows faster than in proportion to it.
int overlap_complexity(const AnyShape& shape1, const AnyShape& shape2);

}  // namespace sarrus
