#include "sarrus/geometry/cylinder.h"

#include <algorithm>
#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/cylinder_entry.h"
#include "sarrus/geometry/internal/round_support.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

void CylinderShape::check() const {
  internal::require_size(type, "radius", radius);
  internal::require_size(type, "length", length);
}

Vec3<double> CylinderShape::support(const Vec3<double>& direction) const {
  return internal::support_point(*this, direction);
}

// In the half plane of the axis and the point, a rectangle: from outside, its coordinates are clamped.
SurfacePoint CylinderShape::nearest(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  const double half = length / 2, beyond_side = at.radius - radius, beyond_end = std::abs(at.z) - half;
  const double end = std::copysign(1.0, at.z);
  if (beyond_side > 0 && beyond_end > 0) {
    const Vec3<double> gap = at.at(beyond_side, end * beyond_end);
    return {at.at(radius, end * half), internal::unit_or(gap, at.out), internal::length(gap)};
  }
  if (beyond_side > beyond_end) return {at.at(radius, at.z), at.out, beyond_side};
  return {{p.x, p.y, end * half}, {0, 0, end}, beyond_end};
}

Curvature CylinderShape::curvature(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  if (std::abs(at.z) - length / 2 >= at.radius - radius) return {};
  return {1 / radius, 0, at.around()};
}

Bounds CylinderShape::bounds() const {
  const Vec3<double> upper{radius, radius, length / 2};
  return {-upper, upper};
}

std::optional<RayHit> CylinderShape::hit(const Ray& ray) const {
  const double half = length / 2;
  const bool is_inside =
      std::abs(ray.origin.z) < half && internal::length({ray.origin.x, ray.origin.y, 0}) < radius;
  return internal::convex_hit(
      ray, is_inside,
      [&](const Vec3<double>& origin, const Vec3<double>& direction) -> std::optional<internal::LineEntry> {
        const internal::RoundPassage way = internal::pass_cylinder(origin, direction, radius);
        if (way.is_empty()) return std::nullopt;
        const internal::LineEntry side{way.in, way.normal};
        if (direction.z == 0) return std::abs(origin.z) <= half ? std::optional(side) : std::nullopt;
        const double toward = std::copysign(1.0, direction.z);
        const double in = (-toward * half - origin.z) / direction.z;
        const double out = (toward * half - origin.z) / direction.z;
        if (std::max(in, way.in) > std::min(out, way.out)) return std::nullopt;
        return in > way.in ? internal::LineEntry{in, {0, 0, -toward}} : side;
      });
}

double CylinderShape::volume() const { return std::numbers::pi * radius * radius * length; }

RigidInertia<double> CylinderShape::solid(double density) const {
  return solid_cylinder(density * volume(), radius, length);
}

}  // namespace sarrus
