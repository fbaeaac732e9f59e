#pragma once
/// @file
/// The gauge of a superellipsoid: a norm whose unit ball is the shape.

#include "sarrus/geometry/internal/surface_descent.h"
#include "sarrus/geometry/superellipsoid.h"

namespace sarrus::internal {

/// With X = |x|/a, Y = |y|/b, Z = |z|/c, p = 2/e, q = 2/n:
///   s = (Xᵖ + Yᵖ)^(1/p),   g = (s^q + Z^q)^(1/q).
/// A norm ‖(A, B)‖ with exponent k has the gradient (Â^(k−1), B̂^(k−1)), with  = A/‖·‖, and the Hessian
///   (k − 1)·(Â·B̂)^(k−2)/‖·‖·(B̂, −Â)·(B̂, −Â)ᵀ.
class SuperellipsoidGauge {
 public:
  explicit SuperellipsoidGauge(const SuperellipsoidShape& shape)
      : radii_(shape.radii), inner_(2 / shape.east_west), outer_(2 / shape.north_south) {}

  double value(const Vec3<double>& x) const;
  Vec3<double> gradient(const Vec3<double>& x) const;
  SurfaceDerivatives derivatives(const Vec3<double>& x) const;
  /// The point of the surface on the ray of `to`, which is kept in the octant of `from`.
  Vec3<double> bring_back(const Vec3<double>& from, const Vec3<double>& to) const;

 private:
  Vec3<double> radii_;
  double inner_, outer_;
};

}  // namespace sarrus::internal
