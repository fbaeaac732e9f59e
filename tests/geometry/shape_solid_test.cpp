/// Volumes and inertias of all shapes, and messages on impossible sizes.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "sarrus/spatial/solids.h"
#include "tests/geometry/shape_rows.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::shape_solid_test {
namespace {

using V = Vec3<double>;
using std::numbers::pi;

class ShapeSolids : public ::testing::TestWithParam<ShapeRow> {};

/// The i-th number of van der Corput's sequence in a base: they fill 0 … 1 evenly.
double evenly(int i, int base) {
  double number = 0, part = 1;
  for (; i > 0; i /= base) number += i % base * (part /= base);
  return number;
}

/// Mass, center of mass and inertia by points that fill the bounds evenly.
TEST_P(ShapeSolids, VolumeAndInertiaAreIntegrals) {
  const ShapeRow& row = GetParam();
  const std::optional<double> volume_told = volume(row.shape);
  if (!volume_told) return;
  const Bounds box = bounds(row.shape);
  const V edges = box.upper - box.lower;
  const int count = 400000;
  const double part = edges.x * edges.y * edges.z / count, density = 700;
  RigidInertia<double> sum;
  for (int i = 1; i <= count; ++i) {
    const V p = box.lower + V{edges.x * evenly(i, 2), edges.y * evenly(i, 3), edges.z * evenly(i, 5)};
    if (row.level(p) < 0)
      sum = sum + RigidInertia<double>::from_central(density * part, p, Sym3<double>::zero());
  }
  const RigidInertia<double> told = *solid(row.shape, density);
  EXPECT_TRUE(close(told.m, density * *volume_told));
  const double tolerance = 4e-4 * density * part * count, largest = dot(edges, edges);
  EXPECT_NEAR(sum.m, told.m, tolerance);
  EXPECT_LT(norm(sum.h - told.h), tolerance * std::sqrt(largest));
  const Mat3<double> error = (sum.I - told.I).matrix();
  for (int j = 0; j < 3; ++j) EXPECT_LT(norm(error.col(j)), tolerance * largest);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapeSolids, ::testing::ValuesIn(shape_rows()), name_of_row);

void expect_same(const RigidInertia<double>& a, const RigidInertia<double>& b) {
  EXPECT_TRUE(close(a.m, b.m));
  EXPECT_TRUE(close(a.h, b.h));
  for (int j = 0; j < 3; ++j) EXPECT_TRUE(close(a.I.matrix().col(j), b.I.matrix().col(j)));
}

TEST(ShapeSolidsClosed, LimitsOfShapesAreOtherShapes) {
  const V radii{0.8, 0.5, 0.3};
  expect_same(SuperellipsoidShape{radii, 1, 1}.solid(3), EllipsoidShape{radii}.solid(3));
  expect_same(SuperellipsoidShape{radii, 1e-9, 1e-9}.solid(3), BoxShape{2.0 * radii}.solid(3));
  expect_same(SuperellipsoidShape{{0.8, 0.8, 0.3}, 1, 1e-9}.solid(3), CylinderShape{0.8, 0.6}.solid(3));
  expect_same(RoundedBoxShape{{0.6, 0.6, 0.6}, 0.3}.solid(3), SphereShape{0.3}.solid(3));
  expect_same(RoundedBoxShape{{0.6, 0.6, 1.4}, 0.3}.solid(3), CapsuleShape{0.3, 0.8}.solid(3));
  expect_same(RoundedBoxShape{2.0 * radii, 1e-18}.solid(3), BoxShape{2.0 * radii}.solid(3));
}

TEST(ShapeSolidsClosed, Formulas) {
  const double a = 0.8, b = 0.5, c = 0.3;
  const RigidInertia<double> octahedron = SuperellipsoidShape{{a, b, c}, 2, 2}.solid(1);
  EXPECT_TRUE(close(octahedron.m, 4 * a * b * c / 3));
  EXPECT_TRUE(close(octahedron.I.zz, octahedron.m * (a * a + b * b) / 10));
  const double R = 0.5, r = 0.2;
  const RigidInertia<double> torus = TorusShape{R, r}.solid(1);
  EXPECT_TRUE(close(torus.m, 2 * pi * R * pi * r * r));  // Pappus
  EXPECT_TRUE(close(torus.I.zz, torus.m * (4 * R * R + 3 * r * r) / 4));
  EXPECT_TRUE(close(torus.I.xx, torus.m * (4 * R * R + 5 * r * r) / 8));
  // The center of mass of a cone is a quarter of its length above its base.
  EXPECT_TRUE(close(ConeShape{0.4, 1}.solid(2).com(), V{0, 0, -0.25}));
  EXPECT_FALSE(volume(HalfSpaceShape{}));
  EXPECT_FALSE(solid(HalfSpaceShape{}, 1));
  EXPECT_FALSE(curvature(BoxShape{{1, 1, 1}}, {0.5, 0, 0}));
  EXPECT_FALSE(curvature(ConeShape{1, 1}, {0, 0, 0.5}));  // the apex
}

TEST(ShapeCurvatureClosed, Formulas) {
  // An ellipsoid at the end of its longest axis; a cone at half its radius; a torus at its hole.
  const Curvature tip = EllipsoidShape{{0.8, 0.5, 0.3}}.curvature({0.8, 0, 0});
  EXPECT_TRUE(close(tip.first, 0.8 / (0.3 * 0.3)));
  EXPECT_TRUE(close(tip.second, 0.8 / (0.5 * 0.5)));
  EXPECT_TRUE(close(std::abs(tip.direction.z), 1));
  const Curvature side = ConeShape{0.4, 1}.curvature({0.2, 0, 0});
  EXPECT_TRUE(close(side.first, 1 / (0.2 * std::hypot(1, 0.4))));
  const Curvature hole = TorusShape{0.5, 0.2}.curvature({0.3, 0, 0});
  EXPECT_TRUE(close(hole.first, 1 / 0.2));
  EXPECT_TRUE(close(hole.second, -1 / 0.3));
  // z = x²/2 − y²/4 bends up along x: the height field is not convex there.
  const int n = 41;
  HeightFieldShape saddle{{2, 2}, n, n, {}};
  for (int i = 0; i < n * n; ++i) {
    const double x = 2.0 * (i % n) / (n - 1) - 1, y = 2.0 * (i / n) / (n - 1) - 1;
    saddle.heights.push_back(static_cast<float>(x * x / 2 - y * y / 4));
  }
  const Curvature middle = saddle.curvature({0, 0, 0});
  EXPECT_NEAR(middle.first, 0.5, 1e-4);
  EXPECT_NEAR(middle.second, -1, 1e-4);
  EXPECT_NEAR(std::abs(middle.direction.y), 1, 1e-6);
}

TEST(ShapeSizes, ImpossibleOnesAreNamed) {
  const double far = std::numeric_limits<double>::infinity();
  expect_error([&] { check(SphereShape{-2}); }, {"sphere", "radius = -2", "positive"});
  expect_error([&] { check(SphereShape{nan}); }, {"sphere", "radius = nan"});
  expect_error([&] { check(CapsuleShape{1, 0}); }, {"capsule", "length = 0"});
  expect_error([&] { check(CylinderShape{0, 1}); }, {"cylinder", "radius = 0"});
  expect_error([&] { check(ConeShape{1, far}); }, {"cone", "length = inf"});
  expect_error([&] { check(EllipsoidShape{{1, 0, 2}}); }, {"ellipsoid", "radii = (1, 0, 2)"});
  expect_error([&] { check(BoxShape{{1, 2, -3}}); }, {"box", "size = (1, 2, -3)"});
  expect_error([&] { check(RoundedBoxShape{{1, 2, 3}, 0.6}); }, {"rounded box", "rounding = 0.6", "0.5"});
  expect_error([&] { check(TorusShape{1, 1.5}); }, {"torus", "tube = 1.5", "radius of the ring, 1"});
  expect_error([&] { check(SuperellipsoidShape{{1, 1, 1}, 0, 1}); }, {"superellipsoid", "east_west = 0"});
  expect_error([&] { check(SuperellipsoidShape{{1, 1, 1}, 1, 2.5}); }, {"north_south = 2.5", "at most 2"});
  expect_error(
      [&] {
        check(HeightFieldShape{{1, 1}, 2, 3, {0, 1}});
      },
      {"height field", "2 rows and 3 columns", "2 heights"});
  expect_error(
      [&] {
        check(HeightFieldShape{{1, 1}, 2, 2, {0, 1, 2, static_cast<float>(nan)}});
      },
      {"row 1, column 1 is nan"});
  expect_error([&] { check(HeightFieldShape{{0, 1}, 2, 2, {0, 1, 2, 3}}); }, {"size along x = 0"});
  expect_error([&] { check(ImplicitShape{}); }, {"implicit surface", "no function"});
  expect_error([&] { implicit_surface(cassini, Bounds::everything()); },
               {"implicit surface", "box", "finite"});
}

TEST(ShapeSizes, ImpossibleQueriesAreNamed) {
  expect_error([&] { nearest(BoxShape{{1, 1, 1}}, {nan, 0, 0}); }, {"nearest point of a box", "(nan, 0, 0)"});
  expect_error(
      [&] {
        hit(SphereShape{1}, {{0, 0, 3}, {0, 0, -2}});
      },
      {"ray to a sphere", "(0, 0, -2)", "unit"});
  expect_error([&] { solid(SphereShape{1}, -3); }, {"sphere", "density = -3"});
  expect_error([&] { TorusShape{1, 0.5}.solid(0); }, {"torus", "density = 0"});
  const ImplicitShape nothing = implicit_surface(
      [](const V& x) {
        return ImplicitValue{1 + dot(x, x), 2.0 * x, Sym3<double>::diagonal(2, 2, 2)};
      },
      {{-1, -1, -1}, {1, 1, 1}});
  expect_error([&] { nearest(nothing, {0, 0, 0.5}); }, {"implicit surface", "no point of the surface"});
  EXPECT_FALSE(hit(nothing, {{0, 0, 3}, {0, 0, -1}}));
  const ImplicitShape broken = implicit_surface(
      [&](const V& x) {
        return ImplicitValue{nan, x, Sym3<double>::zero()};
      },
      {{-1, -1, -1}, {1, 1, 1}});
  expect_error([&] { nearest(broken, {0, 0, 0.5}); }, {"implicit surface", "the function is nan"});
}

TEST(ShapeSizes, TypesHaveNames) {
  EXPECT_EQ(type_of(RoundedBoxShape{{1, 1, 1}, 0.1}), "rounded box");
  EXPECT_EQ(type_of(HalfSpaceShape{}), "half-space");
  for (const ShapeRow& row : shape_rows()) EXPECT_NO_THROW(check(row.shape));
}

}  // namespace
}  // namespace sarrus::testing::shape_solid_test
