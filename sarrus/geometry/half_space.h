#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// Everything below the plane z = 0, whose outward normal is z: a floor, a wall.
struct HalfSpaceShape {
  static constexpr std::string_view type = "half-space";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
};

}  // namespace sarrus
