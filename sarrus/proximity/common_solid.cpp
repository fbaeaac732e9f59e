#include "sarrus/proximity/internal/common_solid.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

CommonSolid::CommonSolid(const AnyShape& shape1, const AnyShape& shape2, const Pose<double>& X_12)
    : shape1_(shape1), shape2_(shape2), X_12_(X_12) {
  const auto diagonal = [](const AnyShape& shape) {
    const Bounds box = bounds(shape);
    return norm(box.upper - box.lower);
  };
  reach_ = 1.01 * std::min(diagonal(shape1), diagonal(shape2));
}

RayExit CommonSolid::leave(int which, const Vec3<double>& from, const Vec3<double>& direction) const {
  // The ray that comes back from outside meets the shape where the other one leaves it.
  Ray back{from + reach_ * direction, -direction};
  if (which == 1) back = {X_12_.inverse_times(back.origin), X_12_.R.inverse_times(back.direction)};
  const std::optional<RayHit> met = hit(shape(which), back);
  if (!met) return {0, direction};
  return {reach_ - met->distance, which == 0 ? met->normal : X_12_.R * met->normal};
}

SurfacePoint CommonSolid::nearest_of(int which, const Vec3<double>& p) const {
  if (which == 0) return nearest(shape1_, p);
  const SurfacePoint found = nearest(shape2_, X_12_.inverse_times(p));
  return {X_12_ * found.point, X_12_.R * found.normal, found.distance};
}

std::optional<Vec3<double>> CommonSolid::find_inner_point(const ShapeDistance& distance) const {
  // Projections onto what is deeper than `margin` in each shape, which is convex; a margin that the overlap
  // does not have is halved.
  Vec3<double> p = 0.5 * (distance.point1 + distance.point2);
  constexpr int halvings = 30, rounds = 8;
  double margin = -0.25 * distance.distance;
  for (int k = 0; k < halvings; ++k, margin *= 0.5)
    for (int i = 0; i < rounds; ++i) {
      const SurfacePoint at1 = nearest_of(0, p), at2 = nearest_of(1, p);
      const double out1 = std::max(0.0, at1.distance + margin), out2 = std::max(0.0, at2.distance + margin);
      if (std::max(out1, out2) <= 0.5 * margin) return p;
      const double share = out1 > 0 && out2 > 0 ? 0.5 : 1;
      p -= share * (out1 * at1.normal + out2 * at2.normal);
    }
  return std::nullopt;
}

}  // namespace sarrus::internal
