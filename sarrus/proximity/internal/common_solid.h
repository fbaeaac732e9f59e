#pragma once
/// @file
/// The intersection of two convex shapes, seen from a point inside.

#include <optional>

#include "sarrus/geometry/shapes.h"
#include "sarrus/proximity/distance.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// Where a ray leaves a shape.
struct RayExit {
  double distance;
  Vec3<double> normal;  ///< Of the surface there, outward.
};

/// Two convex shapes, at most one of which is a half-space; everything is in the frame of shape 1.
class CommonSolid {
 public:
  CommonSolid(const AnyShape& shape1, const AnyShape& shape2, const Pose<double>& X_12);

  /// The axes of shape 1 or 2.
  const Rotation<double>& axes(int which) const { return which == 0 ? upright_ : X_12_.R; }
  /// Where a ray from a common point leaves shape 0 or 1 of the two; the direction is a unit vector. A shape
  /// that is larger than the other may be left farther away than is said, but not before the other.
  RayExit leave(int which, const Vec3<double>& from, const Vec3<double>& direction) const;
  /// A point well inside of both shapes, given their distance; nothing if there is hardly any.
  std::optional<Vec3<double>> find_inner_point(const ShapeDistance& distance) const;

 private:
  const AnyShape& shape(int which) const { return which == 0 ? shape1_ : shape2_; }
  /// The nearest point of the surface of shape 0 or 1 of the two.
  SurfacePoint nearest_of(int which, const Vec3<double>& p) const;

  const AnyShape& shape1_;
  const AnyShape& shape2_;
  const Pose<double> X_12_;
  const Rotation<double> upright_{};
  double reach_;  // no ray leaves the smaller shape farther away
};

}  // namespace sarrus::internal
