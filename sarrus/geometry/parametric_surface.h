#pragma once
/// @file
#include <array>
#include <functional>
#include <memory>

#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A point x(u, v) of a user's surface, with its first and second derivatives.
struct ParametricValue {
  Vec3<double> point;
  Vec3<double> du, dv;  ///< Their product du × dv points outward.
  Vec3<double> duu, duv, dvv;
};

/// The numbers of a parametric surface.
struct ParametricRange {
  std::array<double, 2> u, v;  ///< From and to.
  bool u_repeats = false;      ///< True if x(u, v) has the period u[1] − u[0]: the surface is
  bool v_repeats = false;      ///< closed in that direction and has no edge there.
  bool is_closed = false;      ///< True if it encloses a volume, its inside.
};

namespace internal {
class ParametricPatch;
}

/// A user's surface x(u, v). Nearest points are found by Newton's method from the best of 48×48 points;
/// details of the surface should not be smaller than a few of these. An open surface has no inside: points
/// behind it, seen along its normals, count as inside, points beyond its edges as outside.
struct ParametricShape {
  std::shared_ptr<const internal::ParametricPatch> patch;
  Bounds box;  ///< Contains the surface.

  static constexpr std::string_view type = "parametric surface";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const { return box; }
  std::optional<RayHit> hit(const Ray& ray) const;
};

/// A shape from a function x(u, v). An Error says where its value is not finite.
ParametricShape parametric_surface(std::function<ParametricValue(double u, double v)> function,
                                   const ParametricRange& range);

}  // namespace sarrus
