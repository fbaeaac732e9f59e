#include "sarrus/geometry/half_space.h"

#include "sarrus/geometry/internal/convex_hit.h"

namespace sarrus {

void HalfSpaceShape::check() const {}

SurfacePoint HalfSpaceShape::nearest(const Vec3<double>& p) const { return {{p.x, p.y, 0}, {0, 0, 1}, p.z}; }

Curvature HalfSpaceShape::curvature(const Vec3<double>&) const { return {}; }

Bounds HalfSpaceShape::bounds() const {
  Bounds box = Bounds::everything();
  box.upper.z = 0;
  return box;
}

std::optional<RayHit> HalfSpaceShape::hit(const Ray& ray) const {
  if (ray.origin.z < 0) return internal::hit_of_origin(ray);
  if (!(ray.direction.z < 0)) return std::nullopt;
  const double at = ray.origin.z / -ray.direction.z;
  if (at > ray.length) return std::nullopt;
  const Vec3<double> point = ray.origin + at * ray.direction;
  return RayHit{at, {point.x, point.y, 0}, {0, 0, 1}};
}

}  // namespace sarrus
