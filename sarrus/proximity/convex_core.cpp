#include "sarrus/proximity/internal/convex_core.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/inline.h"

namespace sarrus::internal {

namespace {

/// Adds a face, an edge and a vertex in the order that `free_axes`, the number of directions in which the
/// support is flat, suggests.
SARRUS_ALWAYS_INLINE void add_by_flatness(int free_axes, const PlaneFeature& face, const LineFeature& edge,
                                          const PointFeature& vertex, FeatureList& list) {
  if (free_axes >= 2)
    list.add(face), list.add(edge), list.add(vertex);
  else if (free_axes == 1)
    list.add(edge), list.add(vertex), list.add(face);
  else
    list.add(vertex), list.add(edge), list.add(face);
}

double sign_of(double x) { return x < 0 ? -1 : 1; }

}  // namespace

FeatureList features_of(const PointCore&, const FeatureQuery& q) {
  FeatureList list;
  list.add(PointFeature{{0, 0, 0}, q.radius});
  return list;
}
FeatureList features_of(const SegmentCore& core, const FeatureQuery& q) {
  FeatureList list;
  const PointFeature end{{0, 0, sign_of(q.m.z) * core.half}, q.radius};
  const PointFeature other{{0, 0, -sign_of(q.m.z) * core.half}, q.radius};
  const LineFeature line{{0, 0, q.p.z}, {0, 0, 1}, q.radius};
  if (std::abs(q.m.z) < q.tolerance)
    list.add(line), list.add(end), list.add(other);
  else
    list.add(end), list.add(line);
  return list;
}
FeatureList features_of(const BoxCore& core, const FeatureQuery& q) {
  // Axes by growing |component of m|: an edge along the first, a face across the last.
  int axes[3] = {0, 1, 2};
  std::sort(axes, axes + 3, [&](int i, int j) { return std::abs(q.m[i]) < std::abs(q.m[j]); });
  Vec3<double> corner, side{0, 0, 0};
  for (int i = 0; i < 3; ++i)
    corner[i] = sign_of(std::abs(q.m[i]) < q.tolerance ? q.p[i] : q.m[i]) * core.half[i];
  side[axes[2]] = sign_of(q.m[axes[2]]);
  Vec3<double> on_edge = corner, on_face = q.p;
  on_edge[axes[0]] = q.p[axes[0]];
  on_face[axes[2]] = corner[axes[2]] = side[axes[2]] * core.half[axes[2]];
  FeatureList list;
  const int free_axes = (std::abs(q.m[axes[0]]) < q.tolerance) + (std::abs(q.m[axes[1]]) < q.tolerance);
  add_by_flatness(free_axes, PlaneFeature{on_face + q.radius * side, side},
                  LineFeature{on_edge, Vec3<double>::unit(axes[0]), q.radius}, PointFeature{corner, q.radius},
                  list);
  return list;
}
FeatureList features_of(const EllipsoidShape& core, const FeatureQuery&) {
  FeatureList list;
  list.add(core);
  return list;
}
FeatureList features_of(const CylinderShape& core, const FeatureQuery& q) {
  FeatureList list;
  const double half = sign_of(q.m.z) * 0.5 * core.length;
  const PlaneFeature cap{{q.p.x, q.p.y, half}, {0, 0, sign_of(q.m.z)}};
  const CircleFeature rim{{0, 0, half}, {0, 0, 1}, core.radius, 0},
      other{{0, 0, -half}, {0, 0, 1}, core.radius, 0};
  const LineFeature side{{0, 0, q.p.z}, {0, 0, 1}, core.radius};
  if (q.m.x * q.m.x + q.m.y * q.m.y < q.tolerance * q.tolerance)
    list.add(cap), list.add(rim);
  else if (std::abs(q.m.z) < q.tolerance)
    list.add(side), list.add(rim), list.add(other);
  else
    list.add(rim), list.add(side), list.add(cap);
  return list;
}
FeatureList features_of(const ConeShape& core, const FeatureQuery& q) {
  FeatureList list;
  const double half = 0.5 * core.length, sine = core.radius / norm(Vec3<double>{core.radius, core.length, 0});
  const PlaneFeature base{{q.p.x, q.p.y, -half}, {0, 0, -1}};
  const CircleFeature rim{{0, 0, -half}, {0, 0, 1}, core.radius, 0};
  const ConeFeature side{{0, 0, half}, {0, 0, 1}, sine};
  const PointFeature apex{{0, 0, half}, 0};
  if (q.m.z < 0 && q.m.x * q.m.x + q.m.y * q.m.y < q.tolerance * q.tolerance)
    list.add(base), list.add(rim);
  else if (std::abs(q.m.z - sine) < q.tolerance)
    list.add(side), list.add(rim), list.add(apex);
  else if (q.m.z > sine)
    list.add(apex), list.add(side);
  else
    list.add(rim), list.add(side), list.add(base);
  return list;
}
FeatureList features_of(const SuperellipsoidShape& core, const FeatureQuery&) {
  FeatureList list;
  if (core.east_west < 1.99 && core.north_south < 1.99) list.add(core);  // beyond, it has corners
  return list;
}
FeatureList features_of(const ConvexShape& core, const FeatureQuery& q) {
  const ConvexPolyhedron& hull = *core.polyhedron;
  const int i = hull.support_vertex(q.m, q.vertex);
  const Vec3<double> corner = hull.vertices()[i];
  // The two edges that slope least.
  int first_end = i, second_end = i;
  double least = 4, next = 4;  // squares of slopes
  for (const int j : hull.neighbors(i)) {
    const Vec3<double> e = hull.vertices()[j] - corner;
    const double slope = dot(e, q.m), square = slope * slope / dot(e, e);
    if (square < least)
      second_end = first_end, next = least, first_end = j, least = square;
    else if (square < next)
      second_end = j, next = square;
  }
  const Vec3<double> first = normalized(hull.vertices()[first_end] - corner);
  Vec3<double> normal = normalized(cross(first, hull.vertices()[second_end] - corner));
  if (dot(normal, q.m) < 0) normal = -normal;
  const Vec3<double> on_edge = corner + dot(q.p - corner, first) * first;
  const Vec3<double> on_face = q.p - dot(q.p - corner, normal) * normal;
  FeatureList list;
  const double flat = q.tolerance * q.tolerance;
  add_by_flatness((least < flat) + (next < flat), PlaneFeature{on_face, normal},
                  LineFeature{on_edge, first, 0}, PointFeature{corner, 0}, list);
  return list;
}

double excess_of(const PointCore&, const Vec3<double>& p) { return norm(p); }
double excess_of(const SegmentCore& core, const Vec3<double>& p) {
  return std::max({std::abs(p.z) - core.half, std::abs(p.x), std::abs(p.y)});
}
double excess_of(const BoxCore& core, const Vec3<double>& p) {
  return std::max({std::abs(p.x) - core.half.x, std::abs(p.y) - core.half.y, std::abs(p.z) - core.half.z});
}
double excess_of(const EllipsoidShape& core, const Vec3<double>& p) {
  const Vec3<double>& r = core.radii;
  return (norm(Vec3<double>{p.x / r.x, p.y / r.y, p.z / r.z}) - 1) * std::min({r.x, r.y, r.z});
}
double excess_of(const CylinderShape& core, const Vec3<double>& p) {
  return std::max(std::sqrt(p.x * p.x + p.y * p.y) - core.radius, std::abs(p.z) - 0.5 * core.length);
}
double excess_of(const ConeShape& core, const Vec3<double>& p) {
  const double half = 0.5 * core.length, slant = std::hypot(core.radius, core.length);
  const double side = (core.length * std::sqrt(p.x * p.x + p.y * p.y) + core.radius * (p.z - half)) / slant;
  return std::max(side, -half - p.z);
}
double excess_of(const SuperellipsoidShape&, const Vec3<double>&) { return 0; }
double excess_of(const ConvexShape& core, const Vec3<double>& p) { return core.polyhedron->height(p); }

double extent_of(const PointCore&) { return 0; }
double extent_of(const SegmentCore& core) { return core.half; }
double extent_of(const BoxCore& core) { return core.half.x + core.half.y + core.half.z; }
double extent_of(const EllipsoidShape& core) { return std::max({core.radii.x, core.radii.y, core.radii.z}); }
double extent_of(const CylinderShape& core) { return core.radius + 0.5 * core.length; }
double extent_of(const ConeShape& core) { return core.radius + 0.5 * core.length; }
double extent_of(const SuperellipsoidShape& core) { return core.radii.x + core.radii.y + core.radii.z; }
double extent_of(const ConvexShape& core) {
  const Array<Vec3<double>>& v = core.polyhedron->vertices();
  return norm(v.front()) + norm(v[v.size() / 2]) + norm(v.back());
}

}  // namespace sarrus::internal
