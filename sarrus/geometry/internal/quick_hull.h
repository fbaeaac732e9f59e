#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// The triangles of the convex hull of points, counter-clockwise as seen from outside: indices of points.
/// Sides of triangles are decided exactly, so that no triangle has zero area, and no point is outside of any.
/// Throws an Error that tells why if the points, or all but 1e-11 of their extent, lie in a plane.
Array<std::array<int, 3>> find_hull_triangles(In<Vec3<double>> points);

}  // namespace sarrus::internal
