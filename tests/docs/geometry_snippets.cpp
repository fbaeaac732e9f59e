/// What docs/geometry.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/geometry/shapes.h"

namespace sarrus::testing {
namespace {

TEST(GeometrySnippets, Queries) {
  // [queries]
  const AnyShape shape = CylinderShape{.radius = 0.4, .length = 1};
  check(shape);                                            // an Error names an impossible size
  const SurfacePoint at = nearest(shape, {1, 0, 0});       // at.point, at.normal, at.distance
  const auto found = hit(shape, {{0, 0, 3}, {0, 0, -1}});  // from z = 3 downward
  const auto bend = curvature(shape, at.point);            // 1/radius around the axis, 0 along it
  const auto inertia = solid(shape, 7800);                 // of steel
  // [/queries]
  EXPECT_NEAR(at.distance, 0.6, 1e-15);
  ASSERT_TRUE(found && bend && inertia);
  EXPECT_NEAR(found->distance, 2.5, 1e-15);
  EXPECT_NEAR(bend->first, 2.5, 1e-15);
  EXPECT_NEAR(inertia->m, 7800 * *volume(shape), 1e-12);
}

TEST(GeometrySnippets, ASurfaceOfOnesOwn) {
  // [implicit]
  // A paraboloid that opens upward: inside, z is larger than 2·(x² + y²).
  const auto bowl = [](const Vec3<double>& p) {
    return ImplicitValue{.value = 2 * (p.x * p.x + p.y * p.y) - p.z,
                         .gradient = {4 * p.x, 4 * p.y, -1},
                         .hessian = Sym3<double>::diagonal(4, 4, 0)};
  };
  const AnyShape paraboloid = implicit_surface(bowl, {{-0.32, -0.32, 0}, {0.32, 0.32, 0.2}});
  const SurfacePoint lowest = nearest(paraboloid, {0, 0, -0.1});
  // [/implicit]
  EXPECT_NEAR(lowest.distance, 0.1, 1e-15);
  EXPECT_NEAR(norm(lowest.point), 0, 1e-12);
}

}  // namespace
}  // namespace sarrus::testing
