#include "sarrus/geometry/box.h"

#include <algorithm>
#include <cmath>

#include "sarrus/geometry/internal/box_math.h"
#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/solids.h"

namespace sarrus {

void BoxShape::check() const { internal::require_sizes(type, "size", size); }

Vec3<double> BoxShape::support(const Vec3<double>& direction) const {
  return {std::copysign(size.x / 2, direction.x), std::copysign(size.y / 2, direction.y),
          std::copysign(size.z / 2, direction.z)};
}

SurfacePoint BoxShape::nearest(const Vec3<double>& p) const {
  return internal::nearest_of_box(0.5 * size, p);
}

Bounds BoxShape::bounds() const { return {-0.5 * size, 0.5 * size}; }

std::optional<RayHit> BoxShape::hit(const Ray& ray) const {
  const Vec3<double> half = 0.5 * size;
  const bool is_inside = internal::is_inside_box(half, ray.origin);
  return internal::convex_hit(ray, is_inside, [&](const Vec3<double>& origin, const Vec3<double>& direction) {
    return internal::enter_box(half, origin, direction);
  });
}

double BoxShape::volume() const { return size.x * size.y * size.z; }

RigidInertia<double> BoxShape::solid(double density) const { return solid_brick(density * volume(), size); }

}  // namespace sarrus
