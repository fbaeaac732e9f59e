#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A brick whose edges and corners are rounded: all points within `rounding` of a smaller box.
struct RoundedBoxShape {
  Vec3<double> size;  ///< Lengths from face to face.
  double rounding;    ///< Radius of edges and corners; at most half of the smallest size.

  static constexpr std::string_view type = "rounded box";
  void check() const;
  Vec3<double> support(const Vec3<double>& direction) const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
  double volume() const;
  RigidInertia<double> solid(double density) const;
};

}  // namespace sarrus
