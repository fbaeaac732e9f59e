#include "sarrus/proximity/overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "tests/proximity/distance_shapes.h"
#include "tests/support/count_allocations.h"
#include "tests/support/meshes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::overlap_test {
namespace {

using testing::Random;

/// The largest difference of two inertias' elements.
double difference(const Sym3<double>& a, const Sym3<double>& b) {
  const Sym3<double> d = a - b;
  double most = 0;
  for (const double x : {d.xx, d.yy, d.zz, d.xy, d.xz, d.yz}) most = std::max(most, std::abs(x));
  return most;
}

/// The overlap with a half-space below the plane z = height.
Overlap below(const AnyShape& shape, const Pose<double>& X, double height) {
  return calc_overlap(shape, X, HalfSpaceShape{}, Pose<double>::translation({0, 0, height})).value();
}

TEST(Overlap, SpheresHaveALens) {
  // Reference values computed in 40 digits: R = 0.5, r = 0.4, d = 0.7.
  const Vec3<double> n = normalized(Vec3<double>{1, 2, 3}), p{0.3, -0.2, 0.1};
  const Overlap lens = calc_overlap(SphereShape{0.5}, Pose<double>::translation(p), SphereShape{0.4},
                                    Pose<double>::translation(p + 0.7 * n))
                           .value();
  EXPECT_NEAR(lens.volume, 0.025731139829402, 1e-15);
  EXPECT_LE(norm(lens.centroid - p - 0.40398671096346 * n), 1e-14);
  EXPECT_LE(norm(lens.area - pi * 0.27994168488951 * 0.27994168488951 * n), 1e-13);
  // Inertia of unit density about the centroid: along the line of the centers, and across it.
  EXPECT_NEAR(dot(n, lens.inertia * n), 0.00068793857089221, 1e-16);
  const Vec3<double> across = normalized(Vec3<double>{3, 0, -1});
  EXPECT_NEAR(dot(across, lens.inertia * across), 0.00038857454763224, 1e-16);
  EXPECT_NEAR(dot(across, lens.inertia * n), 0, 1e-17);
  // Apart: nothing. One inside the other: the smaller.
  EXPECT_EQ(
      calc_overlap(SphereShape{0.5}, {}, SphereShape{0.4}, Pose<double>::translation({1, 0, 0}))->volume, 0);
  const Overlap inner =
      calc_overlap(SphereShape{0.5}, {}, SphereShape{0.2}, Pose<double>::translation({0.1, 0, 0})).value();
  EXPECT_NEAR(inner.volume, 4 * pi / 3 * 0.008, 1e-15);
  EXPECT_LE(norm(inner.centroid - Vec3<double>{0.1, 0, 0}), 1e-15);
  EXPECT_LE(difference(inner.inertia, SphereShape{0.2}.solid(1).I), 1e-16);
  EXPECT_EQ(norm(inner.area), 0);
}

TEST(Overlap, SphereAndHalfSpaceHaveACap) {
  // Reference values computed in 40 digits: R = 0.1, depth 0.02.
  const Overlap cap = below(SphereShape{0.1}, Pose<double>::translation({1, 2, 0.08}), 0);
  EXPECT_NEAR(cap.volume, 0.00011728612573402, 1e-16);
  EXPECT_LE(norm(cap.centroid - Vec3<double>{1, 2, 0.08 - 0.086785714285714}), 1e-14);
  EXPECT_LE(norm(cap.area - Vec3<double>{0, 0, -pi * 0.06 * 0.06}), 1e-15);
}

TEST(Overlap, CornerOfABoxIsATetrahedron) {
  // Reference values computed in 40 digits: 0.1 deep, edges with the cosines 2/7, 3/7, 6/7 to the normal.
  const Vec3<double> up{2.0 / 7, 3.0 / 7, 6.0 / 7};  // the plane's normal in the frame of the box
  const Rotation<double> R = rotation_with_axis(2, up).inverse();
  const BoxShape box{{4, 4, 4}};
  const Vec3<double> corner = R * Vec3<double>{-2, -2, -2};
  const Overlap cut = below(box, {R, {-corner.x, -corner.y, -0.1 - corner.z}}, 0);
  EXPECT_NEAR(cut.volume, 0.001587962962963, 1e-14);
  EXPECT_NEAR(cut.centroid.z, -0.025, 1e-12);
  EXPECT_LE(norm(cut.area - Vec3<double>{0, 0, -0.047638888888889}), 1e-13);
}

TEST(Overlap, TurnedCubesHaveAnOctagon) {
  const BoxShape cube{{1, 1, 1}};
  const Overlap both =
      calc_overlap(cube, {}, cube, Pose<double>::rotation(Rotation<double>::about_z(pi / 4))).value();
  EXPECT_NEAR(both.volume, 2 * (std::sqrt(2.0) - 1), 1e-14);  // 0.82842712474619
  EXPECT_LE(norm(both.centroid), 1e-15);
  EXPECT_LE(norm(both.area), 1e-15);
  // The same cube; cubes that touch with a face; a cube in a larger one; cubes apart.
  EXPECT_NEAR(calc_overlap(cube, {}, cube, {})->volume, 1, 1e-15);
  EXPECT_NEAR(calc_overlap(cube, {}, cube, Pose<double>::translation({0, 1, 0}))->volume, 0, 1e-15);
  EXPECT_NEAR(calc_overlap(cube, {}, BoxShape{{3, 3, 3}}, {})->volume, 1, 1e-15);
  EXPECT_NEAR(calc_overlap(BoxShape{{3, 3, 3}}, {}, cube, Pose<double>::translation({1, 1, 0}))->volume, 1,
              1e-15);
  EXPECT_EQ(calc_overlap(cube, {}, cube, Pose<double>::translation({0, 3, 0}))->volume, 0);
}

TEST(Overlap, LyingCylinderHasASegment) {
  // Reference values computed in 40 digits: r = 0.2, length 1, depth 0.05.
  const Rotation<double> lying = Rotation<double>::about_x(pi / 2);
  const Overlap cut = below(CylinderShape{0.2, 1}, {lying, {0, 0, 0.15}}, 0);
  EXPECT_NEAR(cut.volume, 0.0090662350795522, 1e-14);
  EXPECT_NEAR(cut.area.z, -2 * std::sqrt(0.2 * 0.2 - 0.15 * 0.15), 1e-13);
  EXPECT_NEAR(cut.area.x, 0, 1e-14);
  // Upright: a shorter cylinder.
  const Overlap foot = below(CylinderShape{0.2, 1}, Pose<double>::translation({0, 0, 0.4}), 0);
  EXPECT_NEAR(foot.volume, pi * 0.04 * 0.1, 1e-15);
  EXPECT_NEAR(foot.centroid.z, -0.05, 1e-14);
  EXPECT_NEAR(foot.area.z, -pi * 0.04, 1e-14);
  // Cut through both ends by a plane through the center: half, whatever the slope.
  for (const double slope : {1e-9, 1e-6, 0.01, 0.3, 1.0, 1.5, pi / 2 - 1e-6, pi / 2 - 1e-9}) {
    const Overlap half =
        below(CylinderShape{0.2, 1}, Pose<double>::rotation(Rotation<double>::about_x(slope)), 0);
    EXPECT_NEAR(half.volume, 0.5 * pi * 0.04, 1e-13) << slope;
  }
}

TEST(Overlap, UngulaOfACylinder) {
  // A plane through the diameter of the base, at the slope h/r: V = 2/3·r²·h, centroid 3π/16·r from the
  // diameter and 3π·h/32 above the base (Archimedes).
  const double r = 0.3, h = 0.5;
  const CylinderShape cylinder{r, 4};
  // Below the plane z + 2 = h·x/r: n = (−h, 0, r)/√(h² + r²).
  const Vec3<double> n = normalized(Vec3<double>{-h, 0, r});
  const Pose<double> plane{rotation_with_axis(2, n), {0, 0, -2}};
  const Overlap cut = calc_overlap(cylinder, {}, HalfSpaceShape{}, plane).value();
  EXPECT_NEAR(cut.volume, 2.0 / 3 * r * r * h, 1e-14);
  EXPECT_NEAR(cut.centroid.x, 3 * pi / 16 * r, 1e-13);
  EXPECT_NEAR(cut.centroid.y, 0, 1e-15);
  EXPECT_NEAR(cut.centroid.z, -2 + 3 * pi / 32 * h, 1e-13);
  EXPECT_LE(norm(cut.area + 0.5 * pi * r * std::hypot(r, h) * n), 1e-13);  // half an ellipse
}

/// Volume and centroid: counts random points of shape 1's box that are in both.
struct Counted {
  double volume, error;
  Vec3<double> centroid;
};
Counted count_overlap(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                      const Pose<double>& X_W2, Random& random) {
  const Bounds box = bounds(shape1);
  const Vec3<double> size = box.upper - box.lower;
  constexpr int samples = 10000;
  int hits = 0;
  Vec3<double> sum = Vec3<double>::zero();
  for (int i = 0; i < samples; ++i) {
    Vec3<double> p;
    for (int k = 0; k < 3; ++k) p[k] = random.number(box.lower[k], box.upper[k]);
    if (nearest(shape1, p).distance > 0) continue;
    const Vec3<double> w = X_W1 * p;
    if (nearest(shape2, X_W2.inverse_times(w)).distance > 0) continue;
    ++hits;
    sum += w;
  }
  const double whole = size.x * size.y * size.z;
  return {whole * hits / samples, whole * 4 * 0.5 / std::sqrt(double{samples}),
          (1.0 / std::max(hits, 1)) * sum};
}

ConvexShape random_hull(Random& random) {
  Array<Vec3<double>> points;
  for (int i = 0; i < 12; ++i) points.push_back(random.vector(0.8));
  return convex_hull(points);
}
/// A closed mesh that is not convex: a block in the form of an L.
SurfaceMeshShape make_L() {
  const double x[6] = {0, 1, 1, 0.4, 0.4, 0}, y[6] = {0, 0, 0.4, 0.4, 1, 1};
  Array<Vec3<double>> vertices;
  for (const double z : {-0.5, 0.5})
    for (int i = 0; i < 6; ++i) vertices.push_back({x[i] - 0.4, y[i] - 0.4, z});
  Array<std::array<int, 3>> triangles;
  for (int i = 0; i < 6; ++i) {
    const int j = (i + 1) % 6;
    triangles.push_back({i, j, j + 6}), triangles.push_back({i, j + 6, i + 6});
  }
  // The fan about the inner corner 3.
  for (const auto& [a, b] : {std::pair{4, 5}, {5, 0}, {0, 1}, {1, 2}}) {
    triangles.push_back({3, b, a}), triangles.push_back({9, a + 6, b + 6});
  }
  return {std::make_shared<const SurfaceMesh>(vertices, triangles)};
}

/// What is above a plane and what is below it have the inertia of the whole shape, moved to its origin.
TEST(Overlap, InertiasOfBothSidesOfAPlaneMakeTheWhole) {
  Random random(10);
  const AnyShape shapes[] = {
      SphereShape{0.4},     EllipsoidShape{{0.5, 0.3, 0.2}}, CylinderShape{0.3, 0.8}, BoxShape{{1, 0.7, 0.4}},
      ConeShape{0.3, 0.7},  CapsuleShape{0.2, 0.5},          random_hull(random),     make_L(),
      TorusShape{0.5, 0.12}};
  for (const AnyShape& shape : shapes)
    for (int i = 0; i < 20; ++i) {
      const Pose<double> plane{random.rotation(), random.vector(0.15)};
      const Pose<double> turned{plane.R * Rotation<double>::about_x(pi), plane.p};
      Sym3<double> sum = Sym3<double>::zero();
      for (const Pose<double>& X : {plane, turned}) {
        const Overlap part = calc_overlap(shape, {}, HalfSpaceShape{}, X).value();
        // About the origin: I + V·(c·c·1 − c·cᵀ).
        sum = sum + part.inertia - part.volume * cross_cross_lower(part.centroid, part.centroid);
      }
      const Sym3<double> whole = solid(shape, 1)->I;
      const bool is_exact = is_overlap_exact(shape, HalfSpaceShape{});
      EXPECT_LE(difference(sum, whole), (is_exact ? 1e-13 : 2e-2) * (whole.xx + whole.yy + whole.zz))
          << type_of(shape);
    }
}

/// Thin lenses and segments are as exact as thick ones: those of a paraboloid and of a parabolic prism, of
/// which they differ in proportion to their depth h.
TEST(Overlap, ThinOnesHaveInertias) {
  const double r = 0.2, h = 1e-5 * r;
  // z = x²/(2r): V = π·r·h², ∫ x² dV = π·r²·h³/3, ∫ z² dV = V·h²/18 about the centroid.
  const Overlap cap = below(SphereShape{r}, Pose<double>::translation({0, 0, r - h}), 0);
  const double V = pi * r * h * h;
  EXPECT_NEAR(cap.inertia.zz / (2 * pi * r * r * h * h * h / 3), 1, 1e-4);
  EXPECT_NEAR(cap.inertia.xx / (pi * r * r * h * h * h / 3 + V * h * h / 18), 1, 1e-4);
  // A lying cylinder of length l: half the chord a = √(2rh), area 4/3·a·h, ∫ x² = area·a²/5.
  const double l = 1, a = std::sqrt(2 * r * h), area = 4.0 / 3 * a * h;
  const Overlap strip = below(CylinderShape{r, l}, {Rotation<double>::about_x(pi / 2), {0, 0, r - h}}, 0);
  EXPECT_NEAR(strip.inertia.zz / (area * l * (a * a / 5 + l * l / 12)), 1, 1e-4);
  EXPECT_NEAR(strip.inertia.yy / (area * l * a * a / 5), 1, 1e-4);
}

TEST(Overlap, AgreesWithCountedPoints) {
  Random random(8);
  const AnyShape plane = HalfSpaceShape{};
  const SurfaceMeshShape L = make_L();
  ASSERT_TRUE(L.mesh->is_closed());
  for (int i = 0; i < 3; ++i) {
    const AnyShape hull1 = random_hull(random), hull2 = random_hull(random);
    const AnyShape box =
        BoxShape{{random.number(0.5, 1.5), random.number(0.5, 1.5), random.number(0.5, 1.5)}};
    const AnyShape cylinder = CylinderShape{random.number(0.2, 0.6), random.number(0.3, 1.5)};
    const AnyShape ellipsoid =
        EllipsoidShape{{random.number(0.2, 1), random.number(0.2, 1), random.number(0.2, 1)}};
    const std::pair<AnyShape, AnyShape> pairs[] = {
        {hull1, hull2}, {hull1, box},   {box, box},   {L, box},          {L, hull1},
        {L, plane},     {hull1, plane}, {box, plane}, {cylinder, plane}, {ellipsoid, plane}};
    for (const auto& [shape1, shape2] : pairs) {
      const Pose<double> X_W1 = random.pose();
      const Pose<double> X_W2{random.rotation(), X_W1.p + random.vector(0.4)};
      const Overlap exact = calc_overlap(shape1, X_W1, shape2, X_W2).value();
      const Counted counted = count_overlap(shape1, X_W1, shape2, X_W2, random);
      EXPECT_NEAR(exact.volume, counted.volume, counted.error) << type_of(shape1) << ' ' << type_of(shape2);
      if (counted.volume > 0.05) {
        EXPECT_LE(norm(exact.centroid - counted.centroid), 0.05);
      }
      // Exchanged, the same solid with the opposite area.
      const Overlap turned = calc_overlap(shape2, X_W2, shape1, X_W1).value();
      EXPECT_NEAR(turned.volume, exact.volume, 1e-13);
      EXPECT_LE(norm(turned.area + exact.area), 1e-12);
      EXPECT_LE(exact.volume * norm(turned.centroid - exact.centroid), 1e-13);
    }
  }
}

TEST(Overlap, VolumeGrowsWithTheAreaOfTheCut) {
  // dV/dc = area of the plane inside the shape, for the plane n·x = c.
  Random random(9);
  for (int i = 0; i < 50; ++i) {
    const AnyShape shapes[] = {CylinderShape{random.number(0.2, 0.6), random.number(0.3, 1.5)},
                               EllipsoidShape{{random.number(0.2, 1), random.number(0.2, 1), 0.5}},
                               BoxShape{{1, 0.7, 0.4}}};
    const Pose<double> X{random.rotation(), random.vector(0.3)};
    for (const AnyShape& shape : shapes) {
      const double h = 1e-4;
      const double slope = (8 * (below(shape, X, h).volume - below(shape, X, -h).volume) -
                            (below(shape, X, 2 * h).volume - below(shape, X, -2 * h).volume)) /
                           (12 * h);
      EXPECT_NEAR(-below(shape, X, 0).area.z, slope, 1e-6) << type_of(shape);
    }
  }
}

TEST(Overlap, NothingForShapesWithoutAVolume) {
  EXPECT_FALSE(calc_overlap(HalfSpaceShape{}, {}, HalfSpaceShape{}, {}).has_value());
  EXPECT_FALSE(calc_overlap(SphereShape{1}, {}, testing::hills(), {}).has_value());
  const SurfaceMeshShape open = {std::make_shared<const SurfaceMesh>(
      Array<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Array<std::array<int, 3>>{{0, 1, 2}})};
  EXPECT_FALSE(calc_overlap(SphereShape{1}, {}, open, {}).has_value());
  Pose<double> X;
  X.p.x = std::nan("");
  testing::expect_error([&] { calc_overlap(SphereShape{1}, X, SphereShape{1}, {}); }, {"shape 1", "finite"});
}

TEST(Overlap, AllocatesNothingTheSecondTime) {
  const AnyShape box = BoxShape{{1, 1, 1}}, plane = HalfSpaceShape{};
  const Pose<double> X{Rotation<double>::about_z(0.7), {0.1, 0, 0.3}};
  calc_overlap(box, {}, box, X);
  const long before = testing::allocations();
  calc_overlap(box, {}, box, X);
  calc_overlap(box, X, plane, {});
  EXPECT_EQ(testing::allocations(), before);
}

/// A hull of thousands of faces is cut by the six planes of a box, and not the box by those of the hull.
TEST(Overlap, OfABoxAndAHullOfManyFacesIsQuick) {
  Random random(3);
  Array<Vec3<double>> points;
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> p = random.vector();
    points.push_back((1 / norm(p)) * p);
  }
  const AnyShape hull = convex_hull(points), box = BoxShape{{3, 3, 3}};
  EXPECT_EQ(overlap_complexity(hull, box), 6);
  const double whole = *volume(hull);
  EXPECT_NEAR(calc_overlap(box, {}, hull, {})->volume, whole, 1e-12);
  EXPECT_NEAR(calc_overlap(hull, {}, box, {})->volume, whole, 1e-12);
  const Pose<double> above = Pose<double>::translation({0, 0, 1.5}),
                     below = Pose<double>::translation({0, 0, -1.5});
  EXPECT_NEAR(calc_overlap(box, above, hull, {})->volume + calc_overlap(box, below, hull, {})->volume, whole,
              1e-12);
}

/// Of two large meshes that barely overlap, only what is near the overlap is looked at: a lens of balls with
/// 20,480 triangles each.
TEST(Overlap, OfLargeMeshesIsQuick) {
  const AnyShape ball = testing::make_mesh_shape(testing::icosphere(0.5, 5));
  const Vec3<double> n = normalized(Vec3<double>{0.6, 0.8, 0.1});
  for (const double distance : {0.98, 0.96}) {
    const Pose<double> X{Rotation<double>::about_z(0.3), distance * n};
    const double h = 0.5 - 0.5 * distance, lens = 2 * pi * h * h * (1.5 - h) / 3;
    const auto begin = std::clock();
    const Overlap overlap = calc_overlap(ball, {}, ball, X).value();
    EXPECT_LT(std::clock() - begin, 4 * CLOCKS_PER_SEC) << "where all pieces are cut it takes ten seconds";
    EXPECT_NEAR(overlap.volume, lens, 0.03 * lens);
    EXPECT_LT(norm(overlap.centroid - 0.5 * distance * n), 0.002);
    const Overlap turned = calc_overlap(ball, X, ball, {}).value();
    EXPECT_NEAR(turned.volume, overlap.volume, 1e-12);
    EXPECT_LT(norm(turned.area + overlap.area), 1e-10);
  }
}

}  // namespace
}  // namespace sarrus::testing::overlap_test
