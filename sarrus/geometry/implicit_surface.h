#pragma once
/// @file
#include <functional>
#include <memory>

#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A user's function of position: negative inside, zero on the surface, with its first and second
/// derivatives.
struct ImplicitValue {
  double value;
  Vec3<double> gradient;
  Sym3<double> hessian;
};

/// A user's surface f(x, y, z) = 0. The nearest point is found by Newton's method from the projections of a
/// few start points; f need not be a distance, but its gradient must not vanish near the surface.
struct ImplicitShape {
  std::shared_ptr<const std::function<ImplicitValue(const Vec3<double>&)>> function;
  Bounds box;  ///< Contains the surface.

  static constexpr std::string_view type = "implicit surface";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const { return box; }
  std::optional<RayHit> hit(const Ray& ray) const;
};

/// A shape from a function that returns an ImplicitValue, and a box that contains the surface.
ImplicitShape implicit_surface(std::function<ImplicitValue(const Vec3<double>&)> function, const Bounds& box);

}  // namespace sarrus
