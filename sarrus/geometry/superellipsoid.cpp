#include "sarrus/geometry/superellipsoid.h"

#include <algorithm>
#include <cmath>

#include "sarrus/geometry/internal/curvature_of_gradient.h"
#include "sarrus/geometry/internal/enter_convex.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/geometry/internal/superellipsoid_gauge.h"
#include "sarrus/geometry/internal/superellipsoid_nearest.h"

namespace sarrus {

void SuperellipsoidShape::check() const {
  internal::require_sizes(type, "radii", radii);
  require(east_west > 0 && east_west <= 2, "{}: east_west = {}, but it must be above 0 and at most 2", type,
          east_west);
  require(north_south > 0 && north_south <= 2, "{}: north_south = {}, but it must be above 0 and at most 2",
          type, north_south);
}

Vec3<double> SuperellipsoidShape::support(const Vec3<double>& direction) const {
  const Vec3<double> d = internal::times(radii, (1 / internal::largest(direction)) * direction);
  const internal::DualPair ring(std::abs(d.x), std::abs(d.y), east_west);
  const internal::DualPair all(ring.value, std::abs(d.z), north_south);
  return {std::copysign(radii.x * all.a * ring.a, d.x), std::copysign(radii.y * all.a * ring.b, d.y),
          std::copysign(radii.z * all.b, d.z)};
}

SurfacePoint SuperellipsoidShape::nearest(const Vec3<double>& p) const {
  const Vec3<double> folded{std::abs(p.x), std::abs(p.y), std::abs(p.z)};
  Vec3<double> point = internal::nearest_in_octant(*this, folded);
  for (int i = 0; i < 3; ++i) point[i] = std::copysign(point[i], p[i]);
  const internal::SuperellipsoidGauge gauge(*this);
  const double sign = gauge.value(p) < 1 ? -1 : 1, gap = internal::length(p - point);
  const Vec3<double> smooth = internal::unit_or(gauge.gradient(point), {0, 0, 1});
  const bool is_sharp = gap > 1e-6 * internal::largest(radii) && std::max(east_west, north_south) > 1;
  const Vec3<double> normal = is_sharp ? internal::unit_or(sign * (p - point), smooth) : smooth;
  return {point, normal, sign * gap};
}

Curvature SuperellipsoidShape::curvature(const Vec3<double>& p) const {
  const auto [gradient, hessian] = internal::SuperellipsoidGauge(*this).derivatives(p);
  return internal::curvature_of_gradient(gradient, hessian);
}

Bounds SuperellipsoidShape::bounds() const { return {-radii, radii}; }

// The gauge is convex.
std::optional<RayHit> SuperellipsoidShape::hit(const Ray& ray) const {
  const internal::SuperellipsoidGauge gauge(*this);
  return internal::convex_hit(
      ray, gauge.value(ray.origin) < 1, [&](const Vec3<double>& origin, const Vec3<double>& direction) {
        return internal::enter_convex(origin, direction, norm(radii), [&](const Vec3<double>& p) {
          return std::pair(gauge.value(p) - 1, gauge.gradient(p));
        });
      });
}

// A slice at z = c·ζ is the superellipse |x/a|^(2/e) + |y/b|^(2/e) ≤ 1, shrunk by (1 − |ζ|^(2/n))^(n/2). The
// integrals over ζ and over the superellipse are beta functions:
//   ∫(1 − |ζ|^(2/n))ᵏⁿ dζ = 2·Γ(1 + n/2)·Γ(1 + k·n)/Γ(1 + (k + 1/2)·n),
//   area 4·Γ(1 + e/2)²/Γ(1 + e),  ∫x² = 4/3·Γ(1 + 3·e/2)·Γ(1 + e/2)/Γ(1 + 2·e).
double SuperellipsoidShape::volume() const {
  const double e = east_west, n = north_south;
  const double area = 4 * std::pow(std::tgamma(1 + e / 2), 2) / std::tgamma(1 + e);
  const double slices = 2 * std::tgamma(1 + n / 2) * std::tgamma(1 + n) / std::tgamma(1 + 1.5 * n);
  return radii.x * radii.y * radii.z * area * slices;
}

RigidInertia<double> SuperellipsoidShape::solid(double density) const {
  internal::require_density(type, density);
  const double e = east_west, n = north_south, product = radii.x * radii.y * radii.z;
  const double area = 4 * std::pow(std::tgamma(1 + e / 2), 2) / std::tgamma(1 + e);
  const double across = 4.0 / 3 * std::tgamma(1 + 1.5 * e) * std::tgamma(1 + e / 2) / std::tgamma(1 + 2 * e) *
                        2 * std::tgamma(1 + n / 2) * std::tgamma(1 + 2 * n) / std::tgamma(1 + 2.5 * n);
  const double along =
      area * 2.0 / 3 * std::tgamma(1 + 1.5 * n) * std::tgamma(1 + n) / std::tgamma(1 + 2.5 * n);
  const double xx = product * across * radii.x * radii.x, yy = product * across * radii.y * radii.y;
  const double zz = product * along * radii.z * radii.z;
  return {density * volume(), Vec3<double>::zero(),
          density * Sym3<double>::diagonal(yy + zz, zz + xx, xx + yy)};
}

}  // namespace sarrus
