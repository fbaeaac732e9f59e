#pragma once
/// @file
/// The signed distance of two shapes.

#include <array>
#include <cstdint>

#include "sarrus/geometry/shapes.h"

namespace sarrus {

/// The distance of two shapes, with the points where it is attained, in world axes:
///   point2 − point1 = distance·normal
struct ShapeDistance {
  double distance;              ///< Negative if they overlap: the shortest translation that separates them.
  Vec3<double> normal;          ///< Unit vector from shape 1 to shape 2.
  Vec3<double> point1, point2;  ///< On the surfaces of shape 1 and shape 2.
};

/// A closed surface of triangles between points b − a of two overlapping polyhedra, by the numbers of their
/// vertices. While it holds a ball about the origin, the polyhedra overlap in every direction by no less than
/// the radius of the ball, however they have moved.
struct OverlapSurface {
  static constexpr int most_corners = 12, most_triangles = 2 * most_corners - 4;
  std::array<std::array<std::uint16_t, 2>, most_corners> corners;  ///< Vertices of shape 1 and shape 2.
  std::array<std::array<std::uint8_t, 3>, most_triangles> triangles;
  std::uint8_t corner_count = 0, triangle_count = 0;  ///< Zero: unknown.
};

/// Memory of the last query of a pair, where the next begins; it never changes the answer.
struct PairMemory {
  Vec3<double> direction{0, 0, 0};     ///< Last separating direction, in the frame of shape 1; zero: none.
  int kind1 = -1, kind2 = -1;          ///< Kinds of the features that were nearest then; −1: unknown.
  int vertex1 = 0, vertex2 = 0;        ///< Last support vertices of polyhedra.
  int triangle1 = -1, triangle2 = -1;  ///< Last nearest triangles of meshes.
  OverlapSurface overlap{};            ///< Of polyhedra.
};

/// The signed distance of two shapes with the poses X_W1 and X_W2. Exact to 1e-12 of their size for convex
/// shapes, apart, touching and overlapping (superellipsoids, at their equators, to 1e-8); where several
/// translations are equally short (concentric spheres), one of them. Where a shape that is not convex
/// overlaps another, the distance is the depth of a point, and no translation.
ShapeDistance calc_distance(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                            const Pose<double>& X_W2, PairMemory* memory = nullptr);

/// True if calc_distance() supports the two types of shapes.
bool has_distance(const AnyShape& shape1, const AnyShape& shape2);
/// Throws an Error that names both, their types and the remedy unless calc_distance() supports the pair.
void require_distance(const AnyShape& shape1, std::string_view name1, const AnyShape& shape2,
                      std::string_view name2);

}  // namespace sarrus
