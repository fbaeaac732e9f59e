#include "sarrus/geometry/internal/curvature_of_gradient.h"

#include <cmath>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

Curvature curvature_of_gradient(const Vec3<double>& gradient, const Sym3<double>& hessian) {
  const Vec3<double> normal = unit_or(gradient, {0, 0, 1});
  const Vec3<double> u = perpendicular(normal), v = cross(normal, u);
  const double uu = dot(u, hessian * u), uv = dot(u, hessian * v), vv = dot(v, hessian * v);
  const double mean = (uu + vv) / 2, half_difference = (uu - vv) / 2;
  const double radius = std::hypot(half_difference, uv), angle = std::atan2(uv, half_difference) / 2;
  const double scale = 1 / length(gradient);
  return {scale * (mean + radius), scale * (mean - radius), std::cos(angle) * u + std::sin(angle) * v};
}

}  // namespace sarrus::internal
