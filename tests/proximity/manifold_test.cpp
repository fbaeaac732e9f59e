#include "sarrus/proximity/manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::manifold_test {
namespace {

using testing::close;
using testing::Random;

std::set<std::uint64_t> names_of(const Manifold& manifold) {
  std::set<std::uint64_t> names;
  for (const ManifoldPoint& p : manifold.points) names.insert(p.name);
  return names;
}
double least_distance(const Manifold& manifold) {
  double least = 1e300;
  for (const ManifoldPoint& p : manifold.points) least = std::min(least, p.distance);
  return least;
}
/// Points lie on both surfaces to `tolerance`, opposite each other along the normal; names are unique.
void expect_on_surfaces(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                        const Pose<double>& X_W2, const Manifold& manifold, double tolerance) {
  EXPECT_EQ(names_of(manifold).size(), manifold.points.size()) << "a name twice";
  for (int i = 0; i < static_cast<int>(manifold.points.size()); ++i) {
    const ManifoldPoint& p = manifold.points[i];
    EXPECT_NEAR(norm(manifold.normal_of(i)), 1, 1e-12);
    EXPECT_LE(norm(p.point2 - p.point1 - p.distance * manifold.normal_of(i)), 1e-11);
    EXPECT_NEAR(nearest(shape1, X_W1.inverse_times(p.point1)).distance, 0, tolerance);
    EXPECT_NEAR(nearest(shape2, X_W2.inverse_times(p.point2)).distance, 0, tolerance);
  }
}
Manifold manifold_of(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                     const Pose<double>& X_W2, double margin = 1e-3) {
  Manifold manifold;
  calc_manifold(shape1, X_W1, shape2, X_W2, margin, manifold);
  return manifold;
}
Pose<double> at(double x, double y, double z) { return Pose<double>::translation({x, y, z}); }
const Rotation<double> lying = Rotation<double>::about_x(pi / 2);

ConvexShape hull_of_box(const Vec3<double>& size) {
  Array<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(
        {(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  return convex_hull(corners);
}

TEST(Manifold, SphereTouchesAtOnePoint) {
  const SphereShape ball{0.5};
  for (const AnyShape& other : {AnyShape{HalfSpaceShape{}}, AnyShape{BoxShape{{2, 2, 0}}}}) {
    const Manifold manifold = manifold_of(ball, at(0.2, 0.1, 0.499), other, {});
    ASSERT_EQ(manifold.points.size(), 1u);
    EXPECT_TRUE(close(manifold.normal, {0, 0, -1}));
    EXPECT_NEAR(manifold.points[0].distance, -0.001, 1e-15);
    EXPECT_TRUE(close(manifold.points[0].point2, {0.2, 0.1, 0}));
  }
  const Manifold balls = manifold_of(ball, {}, ball, at(0, 0.9995, 0));
  ASSERT_EQ(balls.points.size(), 1u);
  EXPECT_TRUE(close(balls.normal, {0, 1, 0}));
  EXPECT_NEAR(balls.points[0].distance, -0.0005, 1e-15);
  EXPECT_TRUE(manifold_of(ball, {}, ball, at(0, 1.1, 0)).points.empty());
}

/// A shape that touches the plane z = 0, the top of a large box and that of a large hull, with as many
/// points.
void expect_points_on_faces(const AnyShape& shape, const Pose<double>& X, std::size_t count,
                            double distance) {
  const std::pair<AnyShape, Pose<double>> floors[] = {{HalfSpaceShape{}, {}},
                                                      {BoxShape{{10, 10, 1}}, at(0, 0, -0.5)},
                                                      {hull_of_box({10, 10, 1}), at(0, 0, -0.5)}};
  for (const auto& [floor, X_F] : floors) {
    const Manifold manifold = manifold_of(floor, X_F, shape, X);
    ASSERT_EQ(manifold.points.size(), count) << type_of(shape) << " on " << type_of(floor);
    EXPECT_LE(norm(manifold.normal - Vec3<double>{0, 0, 1}), 1e-12);
    for (const ManifoldPoint& p : manifold.points) EXPECT_NEAR(p.distance, distance, 1e-12);
    expect_on_surfaces(floor, X_F, shape, X, manifold, 1e-12);
    const Manifold turned = manifold_of(shape, X, floor, X_F);
    ASSERT_EQ(turned.points.size(), count);
    EXPECT_LE(norm(turned.normal + manifold.normal), 1e-12);
  }
}

TEST(Manifold, FlatAndLongShapesTouchFacesAtSeveralPoints) {
  const double d = -1e-4;
  expect_points_on_faces(CapsuleShape{0.1, 0.5}, {lying, {0.3, 0.2, 0.1 + d}}, 2, d);
  expect_points_on_faces(CylinderShape{0.1, 0.5}, {lying, {0.3, 0.2, 0.1 + d}}, 2, d);
  expect_points_on_faces(CylinderShape{0.1, 0.5}, at(0.3, 0.2, 0.25 + d), 4, d);
  expect_points_on_faces(CylinderShape{0.1, 0.5}, {Rotation<double>::about_x(pi), {0.3, 0.2, 0.25 + d}}, 4,
                         d);
  expect_points_on_faces(ConeShape{0.1, 0.5}, at(0.3, 0.2, 0.25 + d), 4, d);
  expect_points_on_faces(ConeShape{0.1, 0.5}, {Rotation<double>::about_x(pi), {0.3, 0.2, 0.25 + d}}, 1, d);
  expect_points_on_faces(RoundedBoxShape{{0.4, 0.5, 0.6}, 0.1}, at(0.3, 0.2, 0.3 + d), 4, d);
  expect_points_on_faces(BoxShape{{0.4, 0.5, 0.6}}, at(0.3, 0.2, 0.3 + d), 4, d);
  expect_points_on_faces(hull_of_box({0.4, 0.5, 0.6}), at(0.3, 0.2, 0.3 + d), 4, d);
  expect_points_on_faces(EllipsoidShape{{0.2, 0.3, 0.4}}, at(0.3, 0.2, 0.4 + d), 1, d);
  // A cone on its side: the line from the rim to the apex.
  const double slope = std::atan2(0.1, 0.5);
  const Rotation<double> side = Rotation<double>::about_y(pi / 2 + slope);
  const double height = -(side * Vec3<double>{-0.0, 0, 0.25}).z;
  expect_points_on_faces(ConeShape{0.1, 0.5}, {side, {0, 0, height + d}}, 2, d);
  // A ring that lies on a plane.
  const Manifold ring = manifold_of(HalfSpaceShape{}, {}, TorusShape{0.5, 0.1}, at(0, 0, 0.1 + d));
  ASSERT_EQ(ring.points.size(), 4u);
  for (const ManifoldPoint& p : ring.points) EXPECT_NEAR(p.distance, d, 1e-15);
}

TEST(Manifold, TiltedCylinderTouchesWithItsLowestPoint) {
  const CylinderShape cylinder{0.1, 0.5};
  for (const double tilt : {1e-12, 1e-6, 1e-3, 0.05, 0.2, 0.7}) {
    const Pose<double> X{Rotation<double>::about(normalized(Vec3<double>{2, 1, 0}), tilt), {0, 0, 0.25}};
    const double lowest = 0.25 - 0.25 * std::cos(tilt) - 0.1 * std::sin(tilt);
    for (const auto& [floor, X_F] :
         {std::pair<AnyShape, Pose<double>>{HalfSpaceShape{}, {}}, {BoxShape{{10, 10, 1}}, at(0, 0, -0.5)}}) {
      const Manifold manifold = manifold_of(floor, X_F, cylinder, X, 1e-3);
      EXPECT_NEAR(least_distance(manifold), lowest, 2e-11) << tilt;
      expect_on_surfaces(floor, X_F, cylinder, X, manifold, 1e-11);
    }
  }
}

TEST(Manifold, DiscOverTheEdgeOfAFaceTouchesWhereTheRimCrossesIt) {
  // The center over the edge x = 1: half of the disc, bounded by the diameter.
  const BoxShape table{{2, 2, 2}};
  const CylinderShape cylinder{0.3, 0.4};
  const Pose<double> X = at(1, 0.1, 1.2);
  const Manifold manifold = manifold_of(table, {}, cylinder, X);
  expect_on_surfaces(table, {}, cylinder, X, manifold, 1e-12);
  double low = 1e300, high = -1e300, left = 1e300, right = -1e300;
  for (const ManifoldPoint& p : manifold.points) {
    left = std::min(left, p.point1.x), right = std::max(right, p.point1.x);
    low = std::min(low, p.point1.y), high = std::max(high, p.point1.y);
  }
  EXPECT_NEAR(left, 0.7, 1e-12);
  EXPECT_NEAR(right, 1, 1e-12);
  EXPECT_NEAR(low, -0.2, 1e-12);
  EXPECT_NEAR(high, 0.4, 1e-12);
  // A corner of the table under the disc is a point too.
  const Manifold corner = manifold_of(table, {}, cylinder, at(0.9, 0.9, 1.2));
  EXPECT_TRUE(std::any_of(corner.points.begin(), corner.points.end(), [](const ManifoldPoint& p) {
    return norm(p.point1 - Vec3<double>{1, 1, 1}) < 1e-12;
  }));
  // Two discs: where their rims cross, and fixed points of each that lie inside the other.
  const Manifold discs = manifold_of(cylinder, {}, cylinder, at(0.3, 0, 0.4));
  expect_on_surfaces(cylinder, {}, cylinder, at(0.3, 0, 0.4), discs, 1e-12);
  int crossings = 0;
  for (const ManifoldPoint& p : discs.points)
    crossings +=
        norm(p.point1 - Vec3<double>{0.15, std::copysign(0.3 * std::sqrt(0.75), p.point1.y), 0.2}) < 1e-12;
  EXPECT_EQ(crossings, 2);
  EXPECT_EQ(discs.points.size(), 4u);
}

TEST(Manifold, CapsulesTouchAtTwoPointsIfParallelElseAtOne) {
  const CapsuleShape capsule{0.1, 1};
  const Manifold parallel = manifold_of(capsule, {}, capsule, at(0.2, 0, 0.3));
  ASSERT_EQ(parallel.points.size(), 2u);
  EXPECT_NEAR(std::abs(parallel.points[0].point1.z - parallel.points[1].point1.z), 0.7, 1e-12);
  expect_on_surfaces(capsule, {}, capsule, at(0.2, 0, 0.3), parallel, 1e-12);
  const Pose<double> across{Rotation<double>::about_x(0.5), {0.2, 0, 0}};
  const Manifold crossed = manifold_of(capsule, {}, capsule, across);
  ASSERT_EQ(crossed.points.size(), 1u);
  EXPECT_LE(norm(crossed.points[0].point1 - Vec3<double>{0.1, 0, 0}), 1e-12);
  // Over the edge of a table: an end, and where the axis passes over the edge.
  const BoxShape table{{2, 2, 2}};
  const Pose<double> over{lying, {0, 1, 1.1}};
  const Manifold edge = manifold_of(table, {}, capsule, over);
  ASSERT_EQ(edge.points.size(), 2u);
  EXPECT_NEAR(std::max(edge.points[0].point1.y, edge.points[1].point1.y), 1, 1e-12);
  EXPECT_NEAR(std::min(edge.points[0].point1.y, edge.points[1].point1.y), 0.5, 1e-12);
}

TEST(Manifold, HullsOfBoxesTouchAsBoxesDo) {
  Random random(2);
  int touching = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> a{random.number(0.5, 2), random.number(0.5, 2), random.number(0.5, 2)};
    const Vec3<double> b{random.number(0.5, 2), random.number(0.5, 2), random.number(0.5, 2)};
    // Half of them with faces that are nearly parallel.
    const Rotation<double> R =
        i % 2 == 0 ? random.rotation() : Rotation<double>::about_z(random.number(-3, 3));
    const Pose<double> X_A = random.pose();
    const Pose<double> X_B = X_A * Pose<double>{R, i % 2 == 0 ? random.vector(1.2)
                                                              : Vec3<double>{random.number(-0.5, 0.5), 0.1,
                                                                             0.5 * (a.z + b.z) - 1e-3}};
    const Manifold boxes = manifold_of(BoxShape{a}, X_A, BoxShape{b}, X_B, 0);
    const Manifold hulls = manifold_of(hull_of_box(a), X_A, hull_of_box(b), X_B, 0);
    ASSERT_EQ(hulls.points.size(), boxes.points.size()) << i;
    if (boxes.points.empty()) continue;
    ++touching;
    EXPECT_LE(norm(hulls.normal - boxes.normal), 1e-9) << i;
    for (const ManifoldPoint& p : boxes.points) {
      double least = 1e300;
      for (const ManifoldPoint& q : hulls.points)
        least = std::min(least, norm(p.point1 - q.point1) + norm(p.point2 - q.point2));
      EXPECT_LE(least, 1e-9) << i;
    }
  }
  EXPECT_GT(touching, 100);
}

TEST(Manifold, EveryPairObeysTheLaws) {
  Random random(6);
  Array<Vec3<double>> points;
  for (int i = 0; i < 30; ++i) points.push_back(0.4 * normalized(random.vector()));
  const AnyShape shapes[] = {SphereShape{0.4},
                             CapsuleShape{0.2, 0.5},
                             EllipsoidShape{{0.2, 0.3, 0.4}},
                             BoxShape{{0.5, 0.6, 0.7}},
                             RoundedBoxShape{{0.5, 0.6, 0.7}, 0.1},
                             CylinderShape{0.3, 0.6},
                             ConeShape{0.3, 0.6},
                             convex_hull(points),
                             HalfSpaceShape{}};
  int compared = 0;
  for (const AnyShape& shape1 : shapes)
    for (const AnyShape& shape2 : shapes) {
      if (!has_distance(shape1, shape2)) continue;
      for (int i = 0; i < 20; ++i) {
        // Random, or turned by multiples of 90°, then moved to a small distance or overlap.
        const auto turn = [&] {
          return i % 2 == 0 ? random.rotation()
                            : Rotation<double>::about(random.index(3), 0.5 * pi * random.index(4)) *
                                  Rotation<double>::about(random.index(3), 0.5 * pi * random.index(4));
        };
        const Pose<double> X_W1{turn(), random.vector()};
        Pose<double> X_W2{turn(), X_W1.p + 2.0 * normalized(random.vector())};
        const double wanted = random.number(-0.005, 0.005);
        for (int k = 0; k < 60; ++k) {
          const ShapeDistance now = calc_distance(shape1, X_W1, shape2, X_W2);
          X_W2.p -= (now.distance - wanted) * now.normal;
        }
        const ShapeDistance is = calc_distance(shape1, X_W1, shape2, X_W2);
        const Manifold manifold = manifold_of(shape1, X_W1, shape2, X_W2, 0.01);
        const std::string pair = fmt::format("{} {} {}", type_of(shape1), type_of(shape2), i);
        ASSERT_FALSE(manifold.points.empty()) << pair;
        EXPECT_NEAR(least_distance(manifold), is.distance, 1e-9) << pair;
        // Patches that slope are seen along the normal, so that points are off by the square of the slope.
        expect_on_surfaces(shape1, X_W1, shape2, X_W2, manifold, 0.01);
        const Manifold swapped = manifold_of(shape2, X_W2, shape1, X_W1, 0.01);
        EXPECT_NEAR(least_distance(swapped), least_distance(manifold), 1e-9) << pair;
        // Faces in different directions may be equally near.
        if (norm(swapped.normal + manifold.normal) > 1e-7) continue;
        ++compared;
        EXPECT_EQ(swapped.points.size(), manifold.points.size()) << pair;
      }
    }
  EXPECT_GT(compared, 1400);
}

TEST(Manifold, DegenerateShapesGiveNumbers) {
  // Shapes without an extent in some direction, at the same place or aligned.
  const AnyShape shapes[] = {SphereShape{0},        SphereShape{0.5},      CapsuleShape{0.1, 0},
                             CapsuleShape{0, 1},    BoxShape{{1, 1, 0}},   BoxShape{{1, 0, 0}},
                             BoxShape{{0, 0, 0}},   BoxShape{{1, 1, 1}},   RoundedBoxShape{{1, 1, 1}, 0.5},
                             CylinderShape{0.5, 0}, CylinderShape{0.5, 1}, ConeShape{0.5, 1},
                             HalfSpaceShape{}};
  const Vec3<double> places[] = {{0, 0, 0}, {0, 0, 1},      {0.5, 0, 0},
                                 {1, 1, 1}, {0, 0, 1e-300}, {1e-12, 0, 0.5}};
  const Rotation<double> turns[] = {
      {}, lying, Rotation<double>::about_z(pi / 4), Rotation<double>::about_x(1e-9)};
  int answers = 0;
  for (const AnyShape& shape1 : shapes)
    for (const AnyShape& shape2 : shapes)
      for (const Vec3<double>& p : places)
        for (const Rotation<double>& R : turns) {
          if (!has_distance(shape1, shape2)) continue;
          Manifold manifold;
          calc_manifold(shape1, {}, shape2, {R, p}, 0.01, manifold);
          for (const ManifoldPoint& at : manifold.points) {
            ++answers;
            EXPECT_TRUE(std::isfinite(at.distance + dot(at.point1, at.point2) + norm(manifold.normal)))
                << type_of(shape1) << ' ' << type_of(shape2) << ' ' << p.x << ' ' << p.z;
          }
        }
  EXPECT_GT(answers, 1000);
}

TEST(Manifold, AllocatesNothingTheSecondTime) {
  const AnyShape floor = BoxShape{{10, 10, 1}}, hull = hull_of_box({1, 1, 1});
  const std::pair<AnyShape, Pose<double>> cases[] = {{CylinderShape{0.1, 0.5}, at(0, 0, 0.75)},
                                                     {CapsuleShape{0.1, 0.5}, {lying, {0, 0, 0.6}}},
                                                     {hull, at(0, 0, 1)}};
  Manifold manifold;
  for (const auto& [shape, X] : cases) calc_manifold(floor, {}, shape, X, 0.01, manifold);
  const long before = testing::allocations();
  for (const auto& [shape, X] : cases) calc_manifold(floor, {}, shape, X, 0.01, manifold);
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::manifold_test
