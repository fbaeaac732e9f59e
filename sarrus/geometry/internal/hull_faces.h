#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// The faces of the convex surface of `triangles`: polygons of triangles whose vertices lie within
/// `tolerance` of the plane of the largest among them. Each face is the loop of its corners,
/// counter-clockwise as seen from outside. Points between corners, on edges and within faces, are left out.
Array<Array<int>> find_hull_faces(In<Vec3<double>> points, In<std::array<int, 3>> triangles,
                                  double tolerance);

}  // namespace sarrus::internal
