#pragma once
/// @file
#include <array>
#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/geometry/shape.h"

namespace sarrus {

struct HeightFieldShape;

namespace internal {

class HeightSpline;

/// The spline of a height field, made when it is first needed, by any of several threads; copies share it.
class LazyHeightSpline {
 public:
  LazyHeightSpline();
  const HeightSpline& of(const HeightFieldShape& field) const;

 private:
  struct Made;
  std::shared_ptr<Made> made_;
};

}  // namespace internal

/// A smooth surface z = h(x, y) over a rectangle, centered in x and y, through given heights: bicubic
/// splines, natural at the edges, so that h is C². Everything below the surface is inside, but the surface
/// has no walls: rays pass beside the rectangle, and a point there is inside only if it is behind its nearest
/// point.
/// The spline is made by the first query; do not change the heights after that.
struct HeightFieldShape {
  std::array<double, 2> size;  ///< Edges of the rectangle along x and y.
  int rows, columns;           ///< Numbers of heights along y and along x; at least two.
  Array<float> heights;        ///< Row by row, beginning at the lowest y; within a row x grows.
  internal::LazyHeightSpline spline{};

  static constexpr std::string_view type = "height field";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Curvature curvature(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
};

}  // namespace sarrus
