#include "sarrus/geometry/rounded_box.h"

#include <algorithm>
#include <numbers>

#include "sarrus/geometry/internal/box_math.h"
#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/enter_convex.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus {

namespace {

/// Half edges of the box of which a rounded box is everything within `rounding`.
Vec3<double> inner_box_of(const RoundedBoxShape& shape) {
  Vec3<double> half;
  for (int i = 0; i < 3; ++i) half[i] = std::max(shape.size[i] / 2 - shape.rounding, 0.0);
  return half;
}

/// ∫x² dV of a rounded box: core, two plates with normal x, four plates along x, a cylinder along x in four
/// quarters, two such cylinders across, and a ball in eight parts, all moved outward by the core's half edge.
double second_moment_of_rounded(double half, double y_half, double z_half, double r) {
  constexpr double pi = std::numbers::pi;
  const double a = 2 * half, b = 2 * y_half, c = 2 * z_half, end = half + r;
  const double along = (b * c + 2 * r * (b + c) + pi * r * r) * a * a * a / 12;
  const double plates = 2 * b * c * (end * end * end - half * half * half) / 3;
  const double edges = (b + c) * r * r * (pi * half * half + 8 * half * r / 3 + pi * r * r / 4);
  const double corners = pi * r * r * r * (4 * half * half / 3 + half * r + 4 * r * r / 15);
  return along + plates + edges + corners;
}

}  // namespace

void RoundedBoxShape::check() const {
  internal::require_sizes(type, "size", size);
  internal::require_size(type, "rounding", rounding);
  const double smallest = std::min({size.x, size.y, size.z});
  require(2 * rounding <= smallest, "{}: rounding = {}, but it must be at most half of the smallest size, {}",
          type, rounding, smallest / 2);
}

Vec3<double> RoundedBoxShape::support(const Vec3<double>& direction) const {
  const Vec3<double> core = inner_box_of(*this);
  return Vec3<double>{std::copysign(core.x, direction.x), std::copysign(core.y, direction.y),
                      std::copysign(core.z, direction.z)} +
         rounding * internal::unit_or(direction, {0, 0, 1});
}

SurfacePoint RoundedBoxShape::nearest(const Vec3<double>& p) const {
  SurfacePoint at = internal::nearest_of_box(inner_box_of(*this), p);
  at.point += rounding * at.normal;
  at.distance -= rounding;
  return at;
}

// Where the normal has one, two or three components: a plane, a cylinder, a sphere.
Curvature RoundedBoxShape::curvature(const Vec3<double>& p) const {
  const Vec3<double> core = inner_box_of(*this), normal = nearest(p).normal;
  int beyond = 0, within = 0;
  for (int i = 0; i < 3; ++i)
    if (std::abs(p[i]) > core[i])
      ++beyond;
    else
      within = i;
  if (beyond == 3) return {1 / rounding, 1 / rounding, internal::perpendicular(normal)};
  if (beyond == 2) return {1 / rounding, 0, cross(Vec3<double>::unit(within), normal)};
  return {0, 0, internal::perpendicular(normal)};
}

Bounds RoundedBoxShape::bounds() const { return {-0.5 * size, 0.5 * size}; }

// Along a line, the distance of a convex shape is a convex function.
std::optional<RayHit> RoundedBoxShape::hit(const Ray& ray) const {
  const bool is_inside = nearest(ray.origin).distance < 0;
  return internal::convex_hit(ray, is_inside, [&](const Vec3<double>& origin, const Vec3<double>& direction) {
    return internal::enter_convex(origin, direction, norm(size), [&](const Vec3<double>& p) {
      const SurfacePoint at = nearest(p);
      return std::pair(at.distance, at.normal);
    });
  });
}

double RoundedBoxShape::volume() const {
  const Vec3<double> core = 2.0 * inner_box_of(*this);
  const double r = rounding;
  return core.x * core.y * core.z + 2 * r * (core.x * core.y + core.y * core.z + core.z * core.x) +
         std::numbers::pi * r * r * (core.x + core.y + core.z + 4 * r / 3);
}

RigidInertia<double> RoundedBoxShape::solid(double density) const {
  internal::require_density(type, density);
  const Vec3<double> core = inner_box_of(*this);
  const double xx = second_moment_of_rounded(core.x, core.y, core.z, rounding);
  const double yy = second_moment_of_rounded(core.y, core.z, core.x, rounding);
  const double zz = second_moment_of_rounded(core.z, core.x, core.y, rounding);
  return {density * volume(), Vec3<double>::zero(),
          density * Sym3<double>::diagonal(yy + zz, zz + xx, xx + yy)};
}

}  // namespace sarrus
