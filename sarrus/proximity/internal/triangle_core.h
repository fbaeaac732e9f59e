#pragma once
/// @file
#include <array>
#include <cmath>

#include "sarrus/proximity/internal/convex_core.h"

namespace sarrus::internal {

/// A triangle as a flat convex shape.
struct TriangleCore {
  std::array<Vec3<double>, 3> corners;
  Vec3<double> normal;

  TriangleCore(const SurfaceMesh& mesh, int t)
      : corners{mesh.vertices()[mesh.triangles()[t][0]], mesh.vertices()[mesh.triangles()[t][1]],
                mesh.vertices()[mesh.triangles()[t][2]]},
        normal(mesh.normals()[t]) {}
  /// The same elsewhere.
  TriangleCore(const SurfaceMesh& mesh, int t, const Pose<double>& X) : TriangleCore(mesh, t) {
    for (Vec3<double>& corner : corners) corner = X * corner;
    normal = X.R * normal;
  }

  std::size_t farthest(const Vec3<double>& d) const {
    const double a = dot(d, corners[0]), b = dot(d, corners[1]), c = dot(d, corners[2]);
    return a >= b && a >= c ? 0 : b >= c ? 1 : 2;
  }
  Vec3<double> support(const Vec3<double>& d) const { return corners[farthest(d)]; }
  Vec3<double> center() const { return 1.0 / 3 * (corners[0] + corners[1] + corners[2]); }
  /// The height of p over edge k, in the plane: positive inside.
  double inside(std::size_t k, const Vec3<double>& p) const {
    const Vec3<double> edge = corners[(k + 1) % 3] - corners[k];
    return dot(cross(normal, edge), p - corners[k]) / norm(edge);
  }
};

inline FeatureList features_of(const TriangleCore& core, const FeatureQuery& q) {
  const std::size_t i = core.farthest(q.m);
  const Vec3<double>& corner = core.corners[i];
  Vec3<double> first = normalized(core.corners[(i + 1) % 3] - corner);
  Vec3<double> second = normalized(core.corners[(i + 2) % 3] - corner);
  if (std::abs(dot(second, q.m)) < std::abs(dot(first, q.m))) std::swap(first, second);
  const Vec3<double> side = dot(core.normal, q.m) < 0 ? -core.normal : core.normal;
  const PlaneFeature face{q.p - dot(q.p - corner, side) * side, side};
  const LineFeature edge{corner + dot(q.p - corner, first) * first, first, 0};
  const PointFeature point{corner, 0};
  FeatureList list;
  if (std::abs(dot(second, q.m)) < q.tolerance)
    list.add(face), list.add(edge), list.add(point);
  else if (std::abs(dot(first, q.m)) < q.tolerance)
    list.add(edge), list.add(point), list.add(face);
  else
    list.add(point), list.add(edge), list.add(face);
  return list;
}
inline double excess_of(const TriangleCore& core, const Vec3<double>& p) {
  return std::max({std::abs(dot(core.normal, p - core.corners[0])), -core.inside(0, p), -core.inside(1, p),
                   -core.inside(2, p)});
}
inline double extent_of(const TriangleCore& core) {
  return std::max({norm(core.corners[0]), norm(core.corners[1]), norm(core.corners[2])});
}

/// The convex hull of a few triangles around a corner.
struct CornerCore {
  static constexpr std::size_t capacity = 48;
  std::array<Vec3<double>, capacity> points;
  std::size_t count = 0;

  /// False if there is no more room.
  bool add(const TriangleCore& triangle) {
    if (count + 3 > capacity) return false;
    for (const Vec3<double>& corner : triangle.corners) points[count++] = corner;
    return true;
  }
  Vec3<double> support(const Vec3<double>& d) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < count; ++i)
      if (dot(d, points[i]) > dot(d, points[best])) best = i;
    return points[best];
  }
};
/// Its edges and faces are not known: answers are as exact as the expanding polytope.
inline FeatureList features_of(const CornerCore&, const FeatureQuery&) { return {}; }
inline double excess_of(const CornerCore&, const Vec3<double>&) { return 0; }
inline double extent_of(const CornerCore& core) {
  double most = 0;
  for (std::size_t i = 0; i < core.count; ++i) most = std::max(most, norm(core.points[i]));
  return most;
}

}  // namespace sarrus::internal
