#include "sarrus/geometry/cone.h"

#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/round_support.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

namespace {

/// A point in the half plane of the cone's axis, seen from the apex along the side.
struct ConeSide {
  double slant;                 ///< From the apex to the rim.
  double normal_out, normal_z;  ///< Outward normal.
  double along, off;            ///< Of the point: from the apex toward the rim, and outward from the side.

  ConeSide(const ConeShape& cone, const internal::RoundPoint& at)
      : slant(std::hypot(cone.radius, cone.length)),
        normal_out(cone.length / slant),
        normal_z(cone.radius / slant) {
    const double below = cone.length / 2 - at.z;
    along = at.radius * normal_z + below * normal_out;
    off = at.radius * normal_out - below * normal_z;
  }
};

SurfacePoint toward(const Vec3<double>& point, const Vec3<double>& p, const Vec3<double>& otherwise) {
  return {point, internal::unit_or(p - point, otherwise), internal::length(p - point)};
}

/// The smaller and the larger root of a·t² + 2·b·t + c; false if there is none. With a = 0, one is infinite.
bool solve_quadratic(double a, double b, double c, double roots[2]) {
  const double square = b * b - a * c;
  if (!(square >= 0)) return false;
  const double q = -(b + std::copysign(std::sqrt(square), b));
  roots[0] = q / a, roots[1] = q != 0 ? c / q : 0;
  return true;
}

}  // namespace

void ConeShape::check() const {
  internal::require_size(type, "radius", radius);
  internal::require_size(type, "length", length);
}

Vec3<double> ConeShape::support(const Vec3<double>& direction) const {
  return internal::support_point(*this, direction);
}

// In the half plane of the axis and the point, a triangle: inside, the nearer of base and side; outside,
// base, side, apex or rim.
SurfacePoint ConeShape::nearest(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  const ConeSide side(*this, at);
  const double below_base = -length / 2 - at.z;
  const SurfacePoint on_base{{p.x, p.y, -length / 2}, {0, 0, -1}, below_base};
  const Vec3<double> normal = at.at(side.normal_out, side.normal_z);
  const SurfacePoint on_side{at.at(side.along * side.normal_z, length / 2 - side.along * side.normal_out),
                             normal, side.off};
  if (side.off <= 0 && below_base <= 0) return side.off > below_base ? on_side : on_base;
  if (below_base > 0 && at.radius <= radius) return on_base;
  if (side.off > 0 && side.along < 0) return toward({0, 0, length / 2}, p, {0, 0, 1});
  if (side.off > 0 && side.along <= side.slant) return on_side;
  return toward(at.at(radius, -length / 2), p, normal);
}

// The normal section around the axis is curved by 1/ρ times the cosine of the angle between its plane and
// the normal.
Curvature ConeShape::curvature(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  const ConeSide side(*this, at);
  if (-length / 2 - at.z >= side.off) return {};
  return {side.normal_out / at.radius, 0, at.around()};
}

Bounds ConeShape::bounds() const {
  const Vec3<double> upper{radius, radius, length / 2};
  return {-upper, upper};
}

// The side is L²·(x² + y²) = R²·(h − z)², h = L/2. Of its roots along the line, measured from the line's
// point closest to the center, the one counts that lies between base and apex and leads inward.
std::optional<RayHit> ConeShape::hit(const Ray& ray) const {
  const double h = length / 2, slant = std::hypot(radius, length);
  const bool is_inside = nearest(ray.origin).distance < 0;
  return internal::convex_hit(
      ray, is_inside,
      [&](const Vec3<double>& origin, const Vec3<double>& d) -> std::optional<internal::LineEntry> {
        if (d.z > 0) {
          const double at = (-h - origin.z) / d.z;
          const Vec3<double> point = origin + at * d;
          if (internal::length({point.x, point.y, 0}) <= radius) return internal::LineEntry{at, {0, 0, -1}};
        }
        const double middle = -dot(origin, d), L = length / slant, R = radius / slant;
        const Vec3<double> m = origin + middle * d;
        const double below = h - m.z;
        double roots[2];
        if (!solve_quadratic(L * L * (d.x * d.x + d.y * d.y) - R * R * d.z * d.z,
                             L * L * (m.x * d.x + m.y * d.y) + R * R * below * d.z,
                             L * L * (m.x * m.x + m.y * m.y) - R * R * below * below, roots))
          return std::nullopt;
        for (const double root : roots) {
          const Vec3<double> point = m + root * d;
          if (!(std::abs(point.z) <= (1 + 1e-12) * h)) continue;  // no ray slips through the rim
          const Vec3<double> normal = internal::RoundPoint(point).at(L, R);
          if (dot(normal, d) < 0) return internal::LineEntry{middle + root, normal};
        }
        return std::nullopt;
      });
}

double ConeShape::volume() const { return std::numbers::pi / 3 * radius * radius * length; }

RigidInertia<double> ConeShape::solid(double density) const {
  return shift(solid_cone(density * volume(), radius, length), Vec3<double>{0, 0, -length / 2});
}

}  // namespace sarrus
