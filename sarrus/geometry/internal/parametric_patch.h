#pragma once
/// @file
/// A user's parametric surface with samples on a grid.

#include "sarrus/base/array.h"
#include "sarrus/geometry/bounding_tree.h"
#include "sarrus/geometry/parametric_surface.h"

namespace sarrus::internal {

/// Parameters of a point.
struct ParametricPlace {
  double u, v;
};

class ParametricPatch {
 public:
  ParametricPatch(std::function<ParametricValue(double, double)> function, const ParametricRange& range);

  const ParametricRange& range() const { return range_; }
  /// The length of the surface's box.
  double size() const { return size_; }
  Bounds box() const { return box_; }
  /// Throws an Error if the value is not finite.
  ParametricValue value(const ParametricPlace& place) const;
  /// Within the ranges, at the edge if it is beyond.
  ParametricPlace clamped(const ParametricPlace& place) const;
  bool is_on_edge(const ParametricPlace& place) const;

  ParametricPlace nearest(const Vec3<double>& p) const;
  /// The outward unit normal. Where du × dv vanishes, at poles, that of a place next to it.
  Vec3<double> normal(const ParametricPlace& place, const ParametricValue& at) const;
  /// The first crossing of a ray from outside.
  std::optional<RayHit> cross(const Ray& ray) const;

 private:
  static constexpr int cells = 48;  // in each direction
  ParametricPlace place_of(double column, double row) const;
  const Vec3<double>& sample(int column, int row) const { return samples_[column + row * (cells + 1)]; }
  void fill_cells();
  ParametricPlace descend(ParametricPlace place, const Vec3<double>& p) const;
  std::optional<RayHit> cross_near(const Ray& ray, ParametricPlace place) const;

  std::function<ParametricValue(double, double)> function_;
  ParametricRange range_;
  Array<Vec3<double>> samples_;
  BoundingTree tree_;  // of the cells, somewhat enlarged
  Bounds box_ = Bounds::nothing();
  double size_ = 0;
};

}  // namespace sarrus::internal
