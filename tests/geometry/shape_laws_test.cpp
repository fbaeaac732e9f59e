/// Laws of nearest points, support points, curvatures and bounds, for every shape.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/geometry/shape_rows.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::shape_laws_test {
namespace {

using V = Vec3<double>;

class ShapeLaws : public ::testing::TestWithParam<ShapeRow> {
 protected:
  const ShapeRow& row() const { return GetParam(); }
  const AnyShape& shape() const { return row().shape; }
  bool has_edge() const { return std::holds_alternative<HeightFieldShape>(shape()); }
  V point() { return random_.vector(row().size); }

  Random random_{3};
};

/// The point is on the surface, at the distance that is told, along the normal.
void expect_consistent(const ShapeRow& row, const V& p, const SurfacePoint& at) {
  const double size = row.size + norm(p);
  EXPECT_TRUE(close(norm(at.normal), 1)) << row.name;
  EXPECT_TRUE(close(p, at.point + at.distance * at.normal, 1000, size)) << row.name;
  EXPECT_NEAR(nearest(row.shape, at.point).distance, 0, 1e-14 * size) << row.name;
}

TEST_P(ShapeLaws, NothingIsNearerThanTheNearestPoint) {
  const std::vector<V> surface = sample_surface(row(), 2000);
  for (int i = 0; i < 200; ++i) {
    const V p = point();
    const SurfacePoint at = nearest(shape(), p);
    expect_consistent(row(), p, at);
    const bool is_beside = has_edge() && (std::abs(p.x) > 0.8 || std::abs(p.y) > 0.6);
    EXPECT_TRUE(is_beside || (at.distance < 0) == (row().level(p) < 0)) << p.x << ' ' << p.y << ' ' << p.z;
    double sampled = 1e9;
    for (const V& q : surface) sampled = std::min(sampled, norm(q - p));
    EXPECT_LE(std::abs(at.distance), sampled + 1e-14);
    EXPECT_GE(std::abs(at.distance), sampled - 0.25);  // a hole of the samples
  }
}

TEST_P(ShapeLaws, TheNearestPointSeparatesInsideFromOutside) {
  for (int i = 0; i < 200; ++i) {
    const V p = point();
    const SurfacePoint at = nearest(shape(), p);
    if (has_edge() && (std::abs(at.point.x) > 0.799 || std::abs(at.point.y) > 0.599)) continue;
    EXPECT_GT(row().level(at.point + 1e-9 * at.normal), 0);
    if (at.distance > 0) continue;  // it may lie on an edge
    EXPECT_LT(row().level(at.point - 1e-9 * at.normal), 0);
  }
}

TEST_P(ShapeLaws, TheGradientOfTheDistanceIsTheNormal) {
  const double h = 1e-6;
  int checked = 0;
  for (int i = 0; i < 200; ++i) {
    const V p = point();
    const SurfacePoint at = nearest(shape(), p);
    V forward, backward;
    for (int k = 0; k < 3; ++k) {
      forward[k] = (nearest(shape(), p + h * V::unit(k)).distance - at.distance) / h;
      backward[k] = (at.distance - nearest(shape(), p - h * V::unit(k)).distance) / h;
    }
    if (norm(forward - backward) > 1e-3) continue;  // equally far from two points, or next to the surface
    ++checked;
    EXPECT_LT(norm(0.5 * (forward + backward) - at.normal), 1e-6 * (1 + norm(forward - backward) / h));
  }
  EXPECT_GT(checked, 150);
}

TEST_P(ShapeLaws, NearestPointsOfSpecialPlaces) {
  std::vector<V> places{{0, 0, 0}, {1e-300, 0, 0}, {0, -1e-200, 1e-310}, {1e6, -1e6, 1e6}, {0, 0, 1e9}};
  for (int k = 0; k < 3; ++k)
    for (const double t : {-0.7, -0.5, -0.25, -1e-15, 0.1, 0.3, 0.4, 0.45, 0.8, 1.5}) {
      places.push_back(t * V::unit(k));
      places.push_back(t * V::unit(k) + 0.3 * V::unit((k + 1) % 3));
    }
  for (const V& q : sample_surface(row(), 50)) places.push_back(q);
  for (const V& p : places) {
    if (row().name == "Implicit" && norm(p) > 100) continue;  // an Error may be right: the function overflows
    const SurfacePoint at = nearest(shape(), p);
    const double size = row().size + norm(p);
    EXPECT_TRUE(std::isfinite(at.distance) && std::isfinite(norm(at.point)))
        << p.x << ' ' << p.y << ' ' << p.z;
    EXPECT_TRUE(close(norm(at.normal), 1)) << p.x << ' ' << p.y << ' ' << p.z;
    EXPECT_TRUE(close(p, at.point + at.distance * at.normal, 1000, size)) << p.x << ' ' << p.y << ' ' << p.z;
  }
}

TEST_P(ShapeLaws, TheSupportPointIsFarthest) {
  const std::vector<V> surface = sample_surface(row(), 2000);
  std::visit(
      [&]<class S>(const S& s) {
        if constexpr (ConvexShapeType<S>)
          for (int i = 0; i < 200; ++i) {
            V direction = normalized(random_.vector());
            if (i < 12) direction = normalized(direction - dot(direction, V::unit(i % 3)) * V::unit(i % 3));
            if (i < 6) direction = (i < 3 ? 1.0 : -1.0) * V::unit(i % 3);
            const V farthest = s.support(direction);
            EXPECT_NEAR(s.nearest(farthest).distance, 0, 1e-14);
            for (const V& q : surface) EXPECT_LE(dot(q, direction), dot(farthest, direction) + 1e-14);
            EXPECT_TRUE(close(s.support(1e-3 * direction), farthest, 1000));
            // It is the point whose normal is the direction.
            const SurfacePoint at = s.nearest(farthest + 0.3 * direction);
            EXPECT_NEAR(at.distance, 0.3, 1e-14);
            EXPECT_TRUE(close(at.normal, direction, 1e5));
          }
      },
      shape());
}

/// The change of the normal over the way along the surface, in a direction.
double bend(const AnyShape& shape, const V& x, const V& direction, double h) {
  const SurfacePoint ahead = nearest(shape, x + h * direction), behind = nearest(shape, x - h * direction);
  return dot(ahead.normal - behind.normal, direction) / dot(ahead.point - behind.point, direction);
}

TEST_P(ShapeLaws, CurvaturesBendTheNormal) {
  if (!curvature(shape(), nearest(shape(), {0.1, 0.2, 0.9}).point)) return;
  int checked = 0;
  for (const V& q : sample_surface(row(), 100)) {
    const SurfacePoint at = nearest(shape(), q);
    const std::optional<Curvature> c = curvature(shape(), at.point);
    if (!c) continue;
    EXPECT_TRUE(close(norm(c->direction), 1));
    EXPECT_NEAR(dot(c->direction, at.normal), 0, 1e-12);
    const V other = cross(at.normal, c->direction);
    const double h = 1e-5, first = bend(shape(), at.point, c->direction, h);
    const double second = bend(shape(), at.point, other, h), scale = 1 + std::abs(first) + std::abs(second);
    const bool is_smooth = std::abs(first - bend(shape(), at.point, c->direction, 2 * h)) < 1e-5 * scale &&
                           std::abs(second - bend(shape(), at.point, other, 2 * h)) < 1e-5 * scale;
    if (!is_smooth) continue;
    ++checked;
    EXPECT_NEAR(c->first, first, 2e-5 * scale);
    EXPECT_NEAR(c->second, second, 2e-5 * scale);
    // No twist: the directions are principal.
    const SurfacePoint ahead = nearest(shape(), at.point + h * c->direction);
    const SurfacePoint behind = nearest(shape(), at.point - h * c->direction);
    EXPECT_NEAR(dot(ahead.normal - behind.normal, other) / (2 * h), 0, 2e-5 * scale);
  }
  EXPECT_GT(checked, 50);
}

TEST_P(ShapeLaws, BoundsContainTheShapeAndAreTight) {
  const std::vector<V> surface = sample_surface(row(), 4000);
  for (int i = 0; i < 10; ++i) {
    const Pose<double> X = i == 0 ? Pose<double>{} : random_.pose();
    const Bounds box = bounds(shape(), X);
    Bounds sampled = Bounds::nothing();
    for (const V& q : surface) sampled.include(X * q);
    const bool is_box_turned =
        has_edge() || row().name == "Implicit" || row().name == "Parametric" || row().name == "Mesh";
    const bool is_tight = i == 0 || !is_box_turned;
    for (int k = 0; k < 3; ++k) {
      EXPECT_LE(box.lower[k], sampled.lower[k] + 1e-14);
      EXPECT_GE(box.upper[k], sampled.upper[k] - 1e-14);
      if (!is_tight) continue;
      EXPECT_TRUE(std::isinf(box.lower[k]) || box.lower[k] > sampled.lower[k] - 0.15);
      EXPECT_TRUE(std::isinf(box.upper[k]) || box.upper[k] < sampled.upper[k] + 0.15);
    }
  }
  const Bounds box = bounds(shape());
  const Bounds same = bounds(shape(), Pose<double>{});
  for (int k = 0; k < 3; ++k) {
    EXPECT_TRUE(same.lower[k] == box.lower[k] || close(same.lower[k], box.lower[k]));
    EXPECT_TRUE(same.upper[k] == box.upper[k] || close(same.upper[k], box.upper[k]));
  }
}

TEST_P(ShapeLaws, QueriesDoNotAllocate) {
  nearest(shape(), {0.3, 0.2, 0.1});
  const long before = allocations();
  for (int i = 0; i < 20; ++i) {
    const V p = point();
    nearest(shape(), p);
    hit(shape(), {p, normalized(random_.vector())});
    curvature(shape(), p);
    bounds(shape(), Pose<double>::translation(p));
  }
  EXPECT_EQ(allocations(), before);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapeLaws, ::testing::ValuesIn(shape_rows()), name_of_row);

}  // namespace
}  // namespace sarrus::testing::shape_laws_test
