#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A circular cone along z: its base, of given radius, is at −length/2, its apex at +length/2.
struct ConeShape {
  double radius, length;

  static constexpr std::string_view type = "cone";
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
