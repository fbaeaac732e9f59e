#pragma once
/// @file
#include <algorithm>
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// Half the cross product of two edges of a triangle: its length is the area.
inline Vec3<double> area_vector(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  return 0.5 * cross(b - a, c - a);
}
/// True if a triangle has less than 1e-14 of the area of the square over its longest edge.
inline bool is_degenerate(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) {
  const double longest2 = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return !(norm(area_vector(a, b, c)) > 1e-14 * longest2);
}

/// Throws an Error if a coordinate is not finite or an index out of range.
void require_valid_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles);

/// For every vertex the first one at the same place, to 1e-12 of the extent of all; itself if there is none.
Array<int> find_repeated_vertices(In<Vec3<double>> vertices);

/// Number of the piece to which each triangle belongs, counted from 0 in order of their first triangles;
/// triangles with a common vertex belong together.
struct MeshPieces {
  Array<int> of_triangle;
  int count;
};
MeshPieces find_mesh_pieces(In<std::array<int, 3>> triangles, std::size_t vertices);

/// The volume between the triangles and a point near them: that which a closed surface encloses.
double enclosed_volume(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles);

}  // namespace sarrus::internal
