#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A brick with edges along the axes.
struct BoxShape {
  Vec3<double> size;  ///< Lengths of the edges.

  static constexpr std::string_view type = "box";
  void check() const;
  Vec3<double> support(const Vec3<double>& direction) const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
  double volume() const;
  RigidInertia<double> solid(double density) const;
};

}  // namespace sarrus
