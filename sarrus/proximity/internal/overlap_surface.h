#pragma once
/// @file
/// Proves that two polyhedra overlap by no less than a given depth in any direction, by a surface that is
/// kept from query to query. A triangle of it belongs to the difference D = {b − a} wherever the polyhedra
/// are; if the planes of all triangles are at least `depth` from the origin, on the same side as seen along
/// the surface, it winds around the ball of that radius, and what it winds around belongs to D, which is
/// convex.

#include "sarrus/proximity/distance.h"
#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

/// Two polyhedra, the second with the pose X_12 in the first.
struct PolyhedronPair {
  const ConvexPolyhedron &first, &second;
  const Pose<double>& X_12;
  double size;  ///< No less than the lengths that enter.

  /// The point b − a of two vertices.
  DifferencePoint difference(int i, int j) const {
    const Vec3<double> a = first.vertices()[i], b = X_12 * second.vertices()[j];
    return {b - a, a, b};
  }
};

/// True if the surface holds the ball of radius `depth`, up to rounding.
bool holds_ball(const OverlapSurface& surface, const PolyhedronPair& pair, double depth);

/// Three points of the face of the difference that is `depth` from the origin, with the outward normal −n.
using DifferenceFace = std::array<std::array<int, 2>, 3>;

/// Makes a surface from that face on that holds the ball of radius `depth`, and a larger one if there is.
/// False if there is none, or not with so few corners.
bool find_overlap_surface(const PolyhedronPair& pair, const DifferenceFace& face, const Vec3<double>& n,
                          double depth, OverlapSurface& surface);

}  // namespace sarrus::internal
