#include "sarrus/geometry/parametric_surface.h"

#include <cmath>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/curvature_of_gradient.h"
#include "sarrus/geometry/internal/parametric_patch.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus {

ParametricShape parametric_surface(std::function<ParametricValue(double, double)> function,
                                   const ParametricRange& range) {
  auto patch = std::make_shared<const internal::ParametricPatch>(std::move(function), range);
  const Bounds box = patch->box();
  return {std::move(patch), box};
}

void ParametricShape::check() const {
  require(patch != nullptr, "{}: it has no function; make it by parametric_surface()", type);
}

SurfacePoint ParametricShape::nearest(const Vec3<double>& p) const {
  const internal::ParametricPlace place = patch->nearest(p);
  const ParametricValue x = patch->value(place);
  const Vec3<double> gap = p - x.point, n = patch->normal(place, x);
  const double away = internal::length(gap), along = dot(gap, n);
  // Beside an edge, or at a pole whose normal is not exact, the way to p is the normal.
  const bool is_beside = patch->is_on_edge(place) && std::abs(along) < (1 - 1e-14) * away;
  if (!is_beside) return {x.point, n, along};
  const double sign = along < 0 && patch->range().is_closed ? -1 : 1;
  return {x.point, internal::unit_or(sign * gap, n), sign * away};
}

// With the first and second fundamental forms (E, F, G) and (L, M, N), n outward, in the tangent frame
// t₁ = du/|du|, t₂ = n × t₁:  the derivatives of f = height above the surface are −II.
Curvature ParametricShape::curvature(const Vec3<double>& p) const {
  const internal::ParametricPlace place = patch->nearest(p);
  const ParametricValue x = patch->value(place);
  const Vec3<double> n = patch->normal(place, x), t1 = internal::unit_or(x.du, internal::perpendicular(n)),
                     t2 = cross(n, t1);
  const double du1 = dot(x.du, t1), dv1 = dot(x.dv, t1), dv2 = dot(x.dv, t2);
  const double L = dot(n, x.duu), M = dot(n, x.duv), N = dot(n, x.dvv);
  const double k11 = L / (du1 * du1), k12 = (M - L * dv1 / du1) / (du1 * dv2),
               k22 = (N - 2 * M * dv1 / du1 + L * dv1 * dv1 / (du1 * du1)) / (dv2 * dv2);
  const Mat3<double> bend =
      -k11 * outer(t1, t1) - k12 * (outer(t1, t2) + outer(t2, t1)) - k22 * outer(t2, t2);
  return internal::curvature_of_gradient(n, Sym3<double>::lower(bend));
}

std::optional<RayHit> ParametricShape::hit(const Ray& ray) const {
  if (patch->range().is_closed && nearest(ray.origin).distance < 0) return internal::hit_of_origin(ray);
  return patch->cross(ray);
}

}  // namespace sarrus
