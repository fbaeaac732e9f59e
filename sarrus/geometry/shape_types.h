#pragma once
/// @file
/// The answers that shapes give: points of surfaces, curvatures, bounds, hits of rays.

#include <algorithm>
#include <limits>

#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// The point of a surface that is nearest to a given point, in the shape's frame.
struct SurfacePoint {
  Vec3<double> point;
  Vec3<double> normal;  ///< Outward unit normal of the surface there.
  double distance;      ///< From the surface to the given point; negative inside.
};

/// Principal curvatures of a surface at a point: positive where the shape is convex. The surface near the
/// point is z = −½·(first·x² + second·y²), with z along the outward normal and x along `direction`.
struct Curvature {
  double first = 0, second = 0;
  Vec3<double> direction{1, 0, 0};  ///< Unit vector in the tangent plane, along which `first` is measured.
};

/// A box with edges along the axes; infinite where a shape is.
struct Bounds {
  Vec3<double> lower, upper;

  static Bounds everything() {
    constexpr double far = std::numeric_limits<double>::infinity();
    return {{-far, -far, -far}, {far, far, far}};
  }
  /// Contains nothing: including anything makes it the bounds of that.
  static Bounds nothing() {
    const Bounds all = everything();
    return {all.upper, all.lower};
  }
  void include(const Vec3<double>& p) {
    lower = {std::min(lower.x, p.x), std::min(lower.y, p.y), std::min(lower.z, p.z)};
    upper = {std::max(upper.x, p.x), std::max(upper.y, p.y), std::max(upper.z, p.z)};
  }
  void include(const Bounds& other) { include(other.lower), include(other.upper); }
  bool overlaps(const Bounds& other) const {
    return lower.x <= other.upper.x && other.lower.x <= upper.x && lower.y <= other.upper.y &&
           other.lower.y <= upper.y && lower.z <= other.upper.z && other.lower.z <= upper.z;
  }
};

/// A half line, or a part of one.
struct Ray {
  Vec3<double> origin, direction;  ///< The direction is a unit vector.
  double length = std::numeric_limits<double>::infinity();
};

/// The first point of a shape that a ray meets from outside. A ray that begins inside meets its origin: its
/// distance is zero, and its normal points against the ray.
struct RayHit {
  double distance;  ///< Along the ray.
  Vec3<double> point, normal;
};

}  // namespace sarrus
