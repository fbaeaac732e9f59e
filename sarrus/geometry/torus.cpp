#include "sarrus/geometry/torus.h"

#include <numbers>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/polynomial_roots.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus {

void TorusShape::check() const {
  internal::require_size(type, "radius", radius);
  internal::require_size(type, "tube", tube);
  require(tube < radius, "{}: tube = {}, but it must be smaller than the radius of the ring, {}", type, tube,
          radius);
}

// Along the line from the nearest point of the circle.
SurfacePoint TorusShape::nearest(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  const Vec3<double> center = radius * at.out, from_center = at.at(at.radius - radius, at.z);
  const Vec3<double> normal = internal::unit_or(from_center, {0, 0, 1});
  return {center + tube * normal, normal, internal::length(from_center) - tube};
}

// Around the tube 1/r; along the ring cos/(R + r·cos), with the cosine of the normal's angle to the ring's
// plane: negative on the side of the hole.
Curvature TorusShape::curvature(const Vec3<double>& p) const {
  const internal::RoundPoint at(p);
  const Vec3<double> normal = nearest(p).normal;
  const double cosine = dot(normal, at.out);
  return {1 / tube, cosine / (radius + tube * cosine), cross(at.around(), normal)};
}

Bounds TorusShape::bounds() const {
  const Vec3<double> upper{radius + tube, radius + tube, tube};
  return {-upper, upper};
}

// With t from the line's point m closest to the center,
//   (t² + |m|² + R² − r²)² = 4·R²·((m_x + t·d_x)² + (m_y + t·d_y)²).
std::optional<RayHit> TorusShape::hit(const Ray& ray) const {
  if (nearest(ray.origin).distance < 0) return internal::hit_of_origin(ray);
  const double outer = radius + tube, middle = -dot(ray.origin, ray.direction);
  const Vec3<double>& d = ray.direction;
  const Vec3<double> m = ray.origin + middle * d;
  const double reach = outer * outer - dot(m, m);
  if (!(reach > 0)) return std::nullopt;
  const double k = dot(m, m) + (radius - tube) * outer, R4 = 4 * radius * radius;
  const internal::Coefficients<4> quartic{k * k - R4 * (m.x * m.x + m.y * m.y),
                                          -2 * R4 * (m.x * d.x + m.y * d.y),
                                          2 * k - R4 * (d.x * d.x + d.y * d.y), 0, 1};
  const double end = 1.001 * std::sqrt(reach) + 1e-3 * tube, rounding = 1e-14 * (outer + std::abs(middle));
  const internal::Roots<4> roots = internal::roots_of<4>(quartic, -end, end);
  for (int i = 0; i < roots.count; i += 2) {  // entries and exits alternate
    double at = middle + roots.at[i];
    if (at < -rounding) continue;
    SurfacePoint near = nearest(ray.origin + at * d);
    for (int polish = 0; polish < 2 && dot(near.normal, d) < -1e-3; ++polish) {
      at -= near.distance / dot(near.normal, d);
      near = nearest(ray.origin + at * d);
    }
    at = std::max(at, 0.0);
    if (at > ray.length) return std::nullopt;
    return RayHit{at, ray.origin + at * d, near.normal};
  }
  return std::nullopt;
}

double TorusShape::volume() const { return 2 * std::numbers::pi * std::numbers::pi * radius * tube * tube; }

// ⟨ρ²⟩ = R² + 3·r²/4 over the ring, ⟨z²⟩ = r²/4.
RigidInertia<double> TorusShape::solid(double density) const {
  internal::require_density(type, density);
  const double mass = density * volume();
  const double polar = radius * radius + 0.75 * tube * tube, across = polar / 2 + tube * tube / 4;
  return {mass, Vec3<double>::zero(), mass * Sym3<double>::diagonal(across, across, polar)};
}

}  // namespace sarrus
