#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// All points within `radius` of a segment along z.
struct CapsuleShape {
  double radius, length;  ///< Length of the segment: of the cylinder between the half spheres.

  static constexpr std::string_view type = "capsule";
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
