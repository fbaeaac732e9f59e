#pragma once
/// @file
/// Distances of boxes along the axes to points, rays and each other.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/geometry/shape_types.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// The square of the distance of a point to a box; zero inside.
inline double squared_distance(const Bounds& box, const Vec3<double>& p) {
  const auto outside = [](double low, double high, double x) { return std::max({low - x, x - high, 0.0}); };
  const Vec3<double> d{outside(box.lower.x, box.upper.x, p.x), outside(box.lower.y, box.upper.y, p.y),
                       outside(box.lower.z, box.upper.z, p.z)};
  return dot(d, d);
}

/// The distance of two boxes; if they overlap, less than zero by the shortest translation along an axis that
/// separates them. Nothing within them has a lesser signed distance.
inline double signed_distance(const Bounds& a, const Bounds& b) {
  const Vec3<double> d1 = a.lower - b.upper, d2 = b.lower - a.upper;
  const Vec3<double> gap{std::max(d1.x, d2.x), std::max(d1.y, d2.y), std::max(d1.z, d2.z)};
  const double most = std::max({gap.x, gap.y, gap.z});
  if (most <= 0) return most;
  const Vec3<double> d{std::max(gap.x, 0.0), std::max(gap.y, 0.0), std::max(gap.z, 0.0)};
  return norm(d);
}

/// The bounds of a turned box.
inline Bounds moved_box(const Pose<double>& X, const Bounds& box) {
  const Vec3<double> center = X * (0.5 * (box.lower + box.upper)), half = 0.5 * (box.upper - box.lower);
  Vec3<double> extent{0, 0, 0};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) extent[i] += std::abs(X.R(i, j)) * half[j];
  return {center - extent, center + extent};
}

/// The distance along a ray at which it enters a box, less a little for rounding; infinite if it misses it.
class RayBoxDistance {
 public:
  explicit RayBoxDistance(const Ray& ray) : origin_(ray.origin) {
    for (int k = 0; k < 3; ++k) inverse_[k] = 1 / ray.direction[k];
  }
  double operator()(const Bounds& box) const {
    constexpr double far = std::numeric_limits<double>::infinity(), slack = 1e-12;
    double enter = 0, exit = far;
    for (int k = 0; k < 3; ++k) {
      double t0 = (box.lower[k] - origin_[k]) * inverse_[k], t1 = (box.upper[k] - origin_[k]) * inverse_[k];
      if (t0 > t1) std::swap(t0, t1);
      // Comparisons with 0·∞, where the ray runs within a side of the box, are false: it counts as inside.
      if (t0 > enter) enter = t0;
      if (t1 < exit) exit = t1;
    }
    enter *= 1 - slack;
    return enter <= exit * (1 + slack) ? enter : far;
  }

 private:
  Vec3<double> origin_, inverse_;
};

}  // namespace sarrus::internal
