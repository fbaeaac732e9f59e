#pragma once
/// @file
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A superellipsoid:
///   (|x/a|^(2/e) + |y/b|^(2/e))^(e/n) + |z/c|^(2/n) ≤ 1
/// with radii (a, b, c), e = east_west and n = north_south. It is convex for exponents up to 2: near 0 it is
/// a box or cylinder, at 1 an ellipsoid, at 2 an octahedron.
struct SuperellipsoidShape {
  Vec3<double> radii;
  double east_west = 1, north_south = 1;  ///< Above 0, at most 2.

  static constexpr std::string_view type = "superellipsoid";
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
