#include <algorithm>
#include <cmath>

#include "sarrus/proximity/internal/convex_core.h"

namespace sarrus::internal {

namespace {

constexpr int line_kind = 1, plane_kind = 2, circle_kind = 3;
static_assert(std::is_same_v<std::variant_alternative_t<line_kind, Feature>, LineFeature>);
static_assert(std::is_same_v<std::variant_alternative_t<plane_kind, Feature>, PlaneFeature>);
static_assert(std::is_same_v<std::variant_alternative_t<circle_kind, Feature>, CircleFeature>);

/// The edge at a vertex that slopes least against m, and how far p is from its ends.
void set_edge(const ConvexPolyhedron& hull, const InnerQuery& q, InnerParts& parts) {
  const Vec3<double>& corner = hull.vertices()[q.vertex];
  Vec3<double> edge{1, 0, 0};
  double least = 4;
  for (const int j : hull.neighbors(q.vertex)) {
    const Vec3<double> e = hull.vertices()[j] - corner;
    const double slope = dot(e, q.m), square = slope * slope / dot(e, e);
    if (square < least) least = square, edge = e;
  }
  const double length = norm(edge);
  parts.edge = (1 / length) * edge;
  const Vec3<double> v = q.p - corner;
  const double at = dot(v, parts.edge);
  const bool is_on_edge = norm(v - at * parts.edge) < 1e-10 * length;
  parts.along = is_on_edge ? std::min(at, length - at) : 0;
}

/// The face at a vertex whose normal is nearest to m, and how far p is from its edges.
double disc_in_face(const ConvexPolyhedron& hull, const InnerQuery& q) {
  const ConvexPolyhedron::Face* face = nullptr;
  double most = -2;
  for (const int f : hull.faces_at(q.vertex))
    if (const double along = dot(hull.faces()[f].normal, q.m); along > most)
      most = along, face = &hull.faces()[f];
  if (most < 1 - 1e-12) return 0;
  double least = 1e300;
  const Array<int>& loop = face->vertices;
  const Vec3<double>* a = &hull.vertices()[loop.back()];
  for (const int v : loop) {
    const Vec3<double>* b = &hull.vertices()[v];
    const Vec3<double> inward = cross(face->normal, *b - *a);
    least = std::min(least, dot(inward, q.p - *a) / norm(inward));
    a = b;
  }
  return least;
}

}  // namespace

InnerParts inner_parts_of(const BoxCore& core, const InnerQuery& q) {
  InnerParts parts;
  parts.radius = std::min({core.half.x, core.half.y, core.half.z});
  // The face across the largest component of m, the edge along the smallest.
  const Vec3<double> m{std::abs(q.m.x), std::abs(q.m.y), std::abs(q.m.z)};
  const int across = m.x >= m.y && m.x >= m.z ? 0 : m.y >= m.z ? 1 : 2;
  const int along = m.x <= m.y && m.x <= m.z ? 0 : m.y <= m.z ? 1 : 2;
  const auto clearance = [&](int i) { return core.half[i] - std::abs(q.p[i]); };
  if (q.kind == plane_kind)
    parts.disc = std::min(clearance((across + 1) % 3), clearance((across + 2) % 3));
  else if (q.kind == line_kind)
    parts.edge = Vec3<double>::unit(along), parts.along = clearance(along);
  return parts;
}
/// With A = diag(1/r_i²), the ball of radius s that touches at p from within is inside where 1 − x·A·x ≥
/// τ·(s² − |x − c|²) with τ = |A·p|/s is, and that is so if τ is no less than any 1/r_i²; 1/|A·p| is the
/// support.
InnerParts inner_parts_of(const EllipsoidShape& core, const InnerQuery& q) {
  InnerParts parts;
  parts.radius = std::min({core.radii.x, core.radii.y, core.radii.z});
  const Vec3<double> k{core.radii.x * q.m.x, core.radii.y * q.m.y, core.radii.z * q.m.z};
  parts.ball = parts.radius * parts.radius / norm(k);
  return parts;
}
InnerParts inner_parts_of(const CylinderShape& core, const InnerQuery& q) {
  InnerParts parts;
  parts.radius = std::min(core.radius, 0.5 * core.length);
  if (q.kind == plane_kind) parts.disc = core.radius - std::sqrt(q.p.x * q.p.x + q.p.y * q.p.y);
  if (q.kind == line_kind) {
    parts.edge = {0, 0, 1}, parts.along = 0.5 * core.length - std::abs(q.p.z);
    parts.ball = std::max(0.0, std::min(core.radius, parts.along));
  }
  if (q.kind == circle_kind) parts.rim = core.radius, parts.axis = {0, 0, 1};
  return parts;
}
InnerParts inner_parts_of(const ConeShape& core, const InnerQuery& q) {
  InnerParts parts;
  const double slant = std::hypot(core.radius, core.length);
  parts.radius = core.radius * core.length / (core.radius + slant);
  parts.center.z = parts.radius - 0.5 * core.length;
  if (q.kind == plane_kind) parts.disc = core.radius - std::sqrt(q.p.x * q.p.x + q.p.y * q.p.y);
  if (q.kind == circle_kind) parts.rim = core.radius, parts.axis = {0, 0, 1};
  return parts;
}
InnerParts inner_parts_of(const ConvexShape& core, const InnerQuery& q) {
  const ConvexPolyhedron& hull = *core.polyhedron;
  InnerParts parts;
  parts.center = hull.inner_center();
  parts.radius = hull.inner_radius();
  if (q.kind == plane_kind) parts.disc = disc_in_face(hull, q);
  if (q.kind == line_kind) set_edge(hull, q, parts);
  return parts;
}

}  // namespace sarrus::internal
