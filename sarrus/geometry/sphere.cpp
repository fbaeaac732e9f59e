#include "sarrus/geometry/sphere.h"

#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

void SphereShape::check() const { internal::require_size(type, "radius", radius); }

Vec3<double> SphereShape::support(const Vec3<double>& direction) const {
  return radius * internal::unit_or(direction, {0, 0, 1});
}

SurfacePoint SphereShape::nearest(const Vec3<double>& p) const {
  const Vec3<double> normal = internal::unit_or(p, {0, 0, 1});
  return {radius * normal, normal, internal::length(p) - radius};
}

Curvature SphereShape::curvature(const Vec3<double>& p) const {
  return {1 / radius, 1 / radius, internal::perpendicular(internal::unit_or(p, {0, 0, 1}))};
}

Bounds SphereShape::bounds() const { return {{-radius, -radius, -radius}, {radius, radius, radius}}; }

std::optional<RayHit> SphereShape::hit(const Ray& ray) const {
  const bool is_inside = internal::length(ray.origin) < radius;
  return internal::convex_hit(ray, is_inside, [&](const Vec3<double>& origin, const Vec3<double>& direction) {
    return internal::enter_ball(origin, direction, radius);
  });
}

double SphereShape::volume() const { return 4 * std::numbers::pi / 3 * radius * radius * radius; }

RigidInertia<double> SphereShape::solid(double density) const {
  return solid_sphere(density * volume(), radius);
}

}  // namespace sarrus
