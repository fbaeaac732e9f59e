#include "sarrus/geometry/shapes.h"

#include <cmath>

#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/spatial/internal/finite.h"

namespace sarrus {

namespace {

/// The bounds of a turned and moved box: per world axis, the sums of the ends of the intervals that the
/// shape's axes contribute. Ends may be infinite; an axis at right angles contributes nothing.
Bounds move_bounds(const Bounds& box, const Pose<double>& X_WS) {
  Bounds moved{X_WS.p, X_WS.p};
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      const double slope = X_WS.R.col(j)[i];
      if (slope == 0) continue;
      moved.lower[i] += slope * (slope > 0 ? box.lower[j] : box.upper[j]);
      moved.upper[i] += slope * (slope > 0 ? box.upper[j] : box.lower[j]);
    }
  return moved;
}

/// Exact bounds by the support points along the world's axes.
template <ConvexShapeType S>
Bounds bounds_by_support(const S& shape, const Pose<double>& X_WS) {
  Bounds box;
  for (int i = 0; i < 3; ++i) {
    const Vec3<double> axis = X_WS.R.inverse_times(Vec3<double>::unit(i));
    box.lower[i] = X_WS.p[i] + dot(axis, shape.support(-axis));
    box.upper[i] = X_WS.p[i] + dot(axis, shape.support(axis));
  }
  return box;
}

/// The support function of a ring: R·√(d_x² + d_y²) + r·|d|.
Bounds bounds_of_ring(const TorusShape& torus, const Pose<double>& X_WS) {
  Bounds box;
  for (int i = 0; i < 3; ++i) {
    const double across = std::hypot(X_WS.R.col(0)[i], X_WS.R.col(1)[i]);
    const double extent = torus.radius * across + torus.tube;
    box.lower[i] = X_WS.p[i] - extent;
    box.upper[i] = X_WS.p[i] + extent;
  }
  return box;
}

bool is_finite_curvature(const Curvature& curvature) {
  return std::isfinite(curvature.first) && std::isfinite(curvature.second);
}

}  // namespace

std::string_view type_of(const AnyShape& shape) {
  return std::visit([]<class S>(const S&) { return S::type; }, shape);
}

void check(const AnyShape& shape) {
  std::visit([](const auto& s) { s.check(); }, shape);
}

Bounds bounds(const AnyShape& shape) {
  return std::visit([](const auto& s) { return s.bounds(); }, shape);
}

Bounds bounds(const AnyShape& shape, const Pose<double>& X_WS) {
  return std::visit(
      [&]<class S>(const S& s) {
        if constexpr (ConvexShapeType<S>)
          return bounds_by_support(s, X_WS);
        else if constexpr (std::is_same_v<S, TorusShape>)
          return bounds_of_ring(s, X_WS);
        else
          return move_bounds(s.bounds(), X_WS);
      },
      shape);
}

SurfacePoint nearest(const AnyShape& shape, const Vec3<double>& p) {
  require(internal::is_finite(p), "nearest point of a {}: the point ({}, {}, {}) is not finite",
          type_of(shape), p.x, p.y, p.z);
  return std::visit([&](const auto& s) { return s.nearest(p); }, shape);
}

std::optional<RayHit> hit(const AnyShape& shape, const Ray& ray) {
  const Vec3<double>&o = ray.origin, d = ray.direction;
  require(
      internal::is_finite(o) && std::abs(norm(d) - 1) < 1e-6 && ray.length >= 0,
      "ray to a {}: origin ({}, {}, {}), direction ({}, {}, {}), length {}; the origin must be finite, the "
      "direction a unit vector, the length not negative",
      type_of(shape), o.x, o.y, o.z, d.x, d.y, d.z, ray.length);
  return std::visit([&](const auto& s) { return s.hit(ray); }, shape);
}

std::optional<Curvature> curvature(const AnyShape& shape, const Vec3<double>& p) {
  return std::visit(
      [&]<class S>(const S& s) -> std::optional<Curvature> {
        if constexpr (CurvedShapeType<S>) {
          const Curvature found = s.curvature(p);
          if (is_finite_curvature(found)) return found;
        }
        return std::nullopt;
      },
      shape);
}

std::optional<double> volume(const AnyShape& shape) {
  return std::visit(
      []<class S>(const S& s) -> std::optional<double> {
        if constexpr (SolidShapeType<S>)
          return s.volume();
        else
          return std::nullopt;
      },
      shape);
}

std::optional<RigidInertia<double>> solid(const AnyShape& shape, double density) {
  return std::visit(
      [&]<class S>(const S& s) -> std::optional<RigidInertia<double>> {
        if constexpr (SolidShapeType<S>) {
          internal::require_density(S::type, density);
          return s.solid(density);
        } else {
          return std::nullopt;
        }
      },
      shape);
}

}  // namespace sarrus
