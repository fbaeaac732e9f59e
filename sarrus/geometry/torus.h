#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A ring about z: all points within `tube` of the circle of `radius`.
struct TorusShape {
  double radius, tube;

  static constexpr std::string_view type = "torus";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
  double volume() const;
  RigidInertia<double> solid(double density) const;
};

}  // namespace sarrus
