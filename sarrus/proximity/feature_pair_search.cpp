#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/proximity/internal/convex_core.h"
#include "sarrus/proximity/internal/feature_gap.h"

namespace sarrus {

namespace {

using namespace internal;

/// The features of a shape that may touch at the point p of its surface, where the outward normal is m: the
/// likeliest first.
struct TouchingFeatures {
  Vec3<double> m, p;

  FeatureList operator()(const HalfSpaceShape&) const {
    return single(PlaneFeature{{p.x, p.y, 0}, {0, 0, 1}});
  }
  FeatureList operator()(const TorusShape& torus) const {
    const bool is_outside = m.x * p.x + m.y * p.y >= 0;
    return single(CircleFeature{{0, 0, 0}, {0, 0, 1}, is_outside ? torus.radius : -torus.radius, torus.tube});
  }
  FeatureList operator()(const SurfaceMeshShape& shape) const {
    const SurfaceMesh& mesh = *shape.mesh;
    const int triangle = mesh.nearest(p).triangle;
    const Vec3<double> normal = mesh.normals()[triangle];
    FeatureList list;
    if (dot(normal, m) > 1 - 1e-10) list.add(PlaneFeature{p, normal});
    // Edges and corners of the triangle by their distance from p.
    const std::array<int, 3>& t = mesh.triangles()[triangle];
    LineFeature edge{};
    PointFeature corner{};
    double to_edge = 1e300, to_corner = 1e300;
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> a = mesh.vertices()[t[k]];
      const Vec3<double> e = normalized(mesh.vertices()[t[(k + 1) % 3]] - a);
      const Vec3<double> off = p - a - dot(p - a, e) * e;
      if (norm(off) < to_edge) to_edge = norm(off), edge = {p - off, e, 0};
      if (norm(p - a) < to_corner) to_corner = norm(p - a), corner = {a, 0};
    }
    if (std::abs(dot(edge.direction, m)) < 1e-9)
      list.add(edge), list.add(corner);
    else
      list.add(corner), list.add(edge);
    return list;
  }
  template <ConvexShapeType Shape>
  FeatureList operator()(const Shape& shape) const {
    const auto core = core_of(shape);
    return features_of(core.core, FeatureQuery{m, p - core.radius * m, 1e-7, core.radius});
  }
  template <class Shape>
  FeatureList operator()(const Shape&) const {
    fail("a {} has no features with formulas; describe the surface by a mesh", Shape::type);
  }

 private:
  static FeatureList single(const Feature& feature) {
    FeatureList list;
    list.add(feature);
    return list;
  }
};

/// A point in place of a line: for lines along a plane or another line, which touch anywhere.
Feature point_of(const Feature& feature) {
  if (const auto* line = std::get_if<LineFeature>(&feature)) return PointFeature{line->point, line->radius};
  if (const auto* plane = std::get_if<PlaneFeature>(&feature)) return PointFeature{plane->point, 0};
  return feature;
}
/// Features that lie flat on each other keep one of them: the other becomes the point found.
FeaturePair without_flat(const FeaturePair& pair, const Pose<double>& X_12) {
  if (kind_of(pair.first) == FeatureKind::flat) return {pair.first, point_of(pair.second)};
  if (kind_of(pair.second) == FeatureKind::flat) return {point_of(pair.first), pair.second};
  const auto *a = std::get_if<LineFeature>(&pair.first), *b = std::get_if<LineFeature>(&pair.second);
  if (a == nullptr || b == nullptr) return pair;
  const Vec3<double> c = cross(a->direction, X_12.R * b->direction);
  return dot(c, c) < 1e-18 ? FeaturePair{point_of(pair.first), pair.second} : pair;
}

}  // namespace

FeaturePair find_features(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                          const Pose<double>& X_W2, const ShapeDistance& at) {
  const Pose<double> X_12 = X_W1.inverse_times(X_W2);
  const Vec3<double> n = X_W1.R.inverse_times(at.normal), p = X_W1.inverse_times(at.point1);
  const FeatureList first = std::visit(TouchingFeatures{n, p}, shape1);
  const FeatureList second =
      std::visit(TouchingFeatures{-X_12.R.inverse_times(n), X_W2.inverse_times(at.point2)}, shape2);
  FeaturePair best{first.features[0], second.features[0]};
  double least = 1e300;
  const double size = norm(X_12.p) + norm(p) + std::abs(at.distance);
  for (int sum = 0; sum < first.count + second.count - 1; ++sum)
    for (int i = std::max(0, sum - second.count + 1); i <= std::min(sum, first.count - 1); ++i) {
      const FeaturePair pair =
          without_flat({first.features[index(i)], second.features[index(sum - i)]}, X_12);
      const FeatureGap<double> gap = converged_gap(pair.first, pair.second, X_12, n);
      const double error = std::abs(gap.gap - at.distance) + norm(gap.point1 - p);
      if (error < 1e-10 * size) return pair;
      if (error < least) least = error, best = pair;
    }
  return best;
}

}  // namespace sarrus
