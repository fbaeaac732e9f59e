#pragma once
/// @file
/// The solid that two shapes have in common.

#include <optional>

#include "sarrus/geometry/shapes.h"

namespace sarrus {

/// Volume and centroid of an intersection, and the area vector of the surface of shape 1 inside shape 2:
/// A = ∫ n dA. A uniform pressure in the overlap pushes shape 2 along +A.
struct Overlap {
  double volume = 0;
  Vec3<double> centroid{0, 0, 0};
  Vec3<double> area{0, 0, 0};
};

/// The overlap of two shapes, in world axes: exact for spheres, for polyhedra (boxes, hulls, closed meshes)
/// with half-spaces and convex polyhedra, and for spheres, cylinders and ellipsoids with half-spaces; nothing
/// for other pairs.
std::optional<Overlap> calc_overlap(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                                    const Pose<double>& X_W2);

/// True if calc_overlap() knows a pair of shapes.
bool has_overlap(const AnyShape& shape1, const AnyShape& shape2);
/// The number of planes by which calc_overlap() cuts a pair; its time grows faster than in proportion to it.
int overlap_complexity(const AnyShape& shape1, const AnyShape& shape2);

}  // namespace sarrus
