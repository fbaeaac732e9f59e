/// What docs/geometry.md shows, compiled and run.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/geometry.h"

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

TEST(GeometrySnippets, AParametricSurfaceOfOnesOwn) {
  // [parametric]
  // A half pipe along x, open above: du × dv points into it, where things are outside.
  const auto half_pipe = [](double u, double v) {
    const double r = 0.5, c = std::cos(v), s = std::sin(v);
    return ParametricValue{.point = {u, r * s, -r * c},
                           .du = {1, 0, 0},
                           .dv = {0, r * c, r * s},
                           .duu = {0, 0, 0},
                           .duv = {0, 0, 0},
                           .dvv = {0, -r * s, r * c}};
  };
  const AnyShape pipe = parametric_surface(half_pipe, {.u = {-2, 2}, .v = {-M_PI / 2, M_PI / 2}});
  const SurfacePoint below = nearest(pipe, {1, 0, -0.3});
  // [/parametric]
  EXPECT_NEAR(below.distance, 0.2, 1e-14);
  EXPECT_NEAR(norm(below.point - Vec3<double>{1, 0, -0.5}), 0, 1e-12);
  EXPECT_NEAR(below.normal.z, 1, 1e-14);
  EXPECT_NEAR(curvature(pipe, below.point)->second, -2, 1e-12);  // concave
}

}  // namespace
}  // namespace sarrus::testing
