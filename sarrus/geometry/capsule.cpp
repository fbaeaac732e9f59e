#include "sarrus/geometry/capsule.h"

#include <algorithm>
#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/cylinder_entry.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

void CapsuleShape::check() const {
  internal::require_size(type, "radius", radius);
  internal::require_size(type, "length", length);
}

Vec3<double> CapsuleShape::support(const Vec3<double>& direction) const {
  return Vec3<double>{0, 0, std::copysign(length / 2, direction.z)} +
         radius * internal::unit_or(direction, {0, 0, 1});
}

SurfacePoint CapsuleShape::nearest(const Vec3<double>& p) const {
  const Vec3<double> center{0, 0, std::clamp(p.z, -length / 2, length / 2)};
  const Vec3<double> normal = internal::unit_or(p - center, {1, 0, 0});
  return {center + radius * normal, normal, internal::length(p - center) - radius};
}

Curvature CapsuleShape::curvature(const Vec3<double>& p) const {
  const double around = 1 / radius, along = std::abs(p.z) > length / 2 ? 1 / radius : 0;
  return {around, along, internal::RoundPoint(p).around()};
}

Bounds CapsuleShape::bounds() const {
  const Vec3<double> upper{radius, radius, length / 2 + radius};
  return {-upper, upper};
}

// The line enters through the side if it enters the endless cylinder between the ends; else through the half
// sphere at the end where it entered.
std::optional<RayHit> CapsuleShape::hit(const Ray& ray) const {
  const bool is_inside = nearest(ray.origin).distance < 0;
  return internal::convex_hit(ray, is_inside, [&](const Vec3<double>& origin, const Vec3<double>& direction) {
    const internal::RoundPassage way = internal::pass_cylinder(origin, direction, radius);
    const double half = length / 2, z = origin.z + way.in * direction.z;
    if (way.is_empty()) return std::optional<internal::LineEntry>();
    if (std::abs(z) <= half) return std::optional(internal::LineEntry{way.in, way.normal});
    const Vec3<double> center{0, 0, std::copysign(half, z)};
    return internal::enter_ball(origin - center, direction, radius);
  });
}

double CapsuleShape::volume() const { return std::numbers::pi * radius * radius * (length + 4 * radius / 3); }

RigidInertia<double> CapsuleShape::solid(double density) const {
  return solid_capsule(density * volume(), radius, length);
}

}  // namespace sarrus
