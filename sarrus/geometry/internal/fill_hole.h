#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// Triangles that cover a loop of vertices and run along it in the same direction. Corners are cut off one at
/// a time, where nothing else of the loop is in the way and the cut is short.
Array<std::array<int, 3>> cover_loop(In<Vec3<double>> vertices, Array<int> loop);

}  // namespace sarrus::internal
