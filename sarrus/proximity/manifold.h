#pragma once
/// @file
/// The points at which two shapes touch: one for round shapes, several for faces and edges that lie on each
/// other.

#include <cstdint>

#include "sarrus/base/array.h"
#include "sarrus/proximity/distance.h"

namespace sarrus {

/// A pair of opposite points.
struct ManifoldPoint {
  Vec3<double> point1, point2;  ///< On the surfaces, in world axes.
  double distance;              ///< Along the normal; negative where they overlap.
  /// The features that touch (vertex, edge, face or triangle of each shape). A point keeps its name while the
  /// same features touch.
  std::uint64_t name;
};

/// The contact points of two shapes: corners of the region in which they touch.
struct Manifold {
  Vec3<double> normal;  ///< From shape 1 to shape 2. Points of meshes may have normals of their own.
  Array<ManifoldPoint> points;
  Array<Vec3<double>> normals;  ///< Per point if they differ, as on meshes; else empty.

  const Vec3<double>& normal_of(int point) const { return normals.empty() ? normal : normals[point]; }
};

/// Finds the points of two shapes that are closer than `margin`; none if the shapes are farther apart. The
/// nearest points, or the deepest, are always among them. Throws an Error if calc_distance() does not support
/// the pair. Does not allocate memory once `manifold` has had as many points before.
///
/// - Half-space: corners, ends of capsules, lowest points of rims, four points of rims that lie flat.
/// - Convex shapes: corners of what the faces or edges that face each other have in common, seen along the
///   normal; else one point.
/// - Meshes: corners of the other shape, with the normal of the mesh there; points at which a sphere is
///   nearest to a triangle, edge or vertex, where no neighbor is nearer; ridges under a face of the other.
void calc_manifold(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                   const Pose<double>& X_W2, double margin, Manifold& manifold, PairMemory* memory = nullptr);

}  // namespace sarrus
