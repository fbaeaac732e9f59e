#pragma once
/// @file
/// Overlaps of round shapes.

#include "sarrus/proximity/overlap.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// The lens of two balls, in world axes.
Overlap overlap_of_spheres(double radius1, const Vec3<double>& center1, double radius2,
                           const Vec3<double>& center2);

/// The part of a shape below n·x = offset, in the frame of the shape; n is a unit vector. The area is that of
/// the shape's surface there.
Overlap below_plane(const EllipsoidShape& shape, const Vec3<double>& n, double offset);
Overlap below_plane(const CylinderShape& shape, const Vec3<double>& n, double offset);

}  // namespace sarrus::internal
