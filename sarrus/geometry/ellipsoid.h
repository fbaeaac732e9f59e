#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// An ellipsoid with semi-axes `radii` along x, y and z.
struct EllipsoidShape {
  Vec3<double> radii;

  static constexpr std::string_view type = "ellipsoid";
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
