#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sarrus/proximity/manifold.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::manifold_mesh_test {
namespace {

using testing::Random;

/// A flat square of side 2·half at z = 0, of n×n cells of two triangles.
SurfaceMeshShape flat_mesh(double half, int n) {
  Array<Vec3<double>> vertices;
  Array<std::array<int, 3>> triangles;
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) vertices.push_back({half * (2.0 * i / n - 1), half * (2.0 * j / n - 1), 0});
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const int v = j * (n + 1) + i;
      triangles.push_back({v, v + 1, v + n + 2}), triangles.push_back({v, v + n + 2, v + n + 1});
    }
  return {std::make_shared<const SurfaceMesh>(vertices, triangles)};
}
/// A closed box of triangles.
SurfaceMeshShape box_mesh(const Vec3<double>& size) {
  Array<Vec3<double>> vertices;
  for (int i = 0; i < 8; ++i)
    vertices.push_back(
        {(i & 1 ? 0.5 : -0.5) * size.x, (i & 2 ? 0.5 : -0.5) * size.y, (i & 4 ? 0.5 : -0.5) * size.z});
  const int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  Array<std::array<int, 3>> triangles;
  for (const auto& f : faces)
    triangles.push_back({f[0], f[1], f[2]}), triangles.push_back({f[0], f[2], f[3]});
  return {std::make_shared<const SurfaceMesh>(vertices, triangles)};
}
/// A trough: two planes that meet in the y axis at the angle of 90°, both at 45°.
SurfaceMeshShape trough() {
  const Array<Vec3<double>> v{{-2, -2, 2}, {-2, 2, 2}, {0, -2, 0}, {0, 2, 0}, {2, -2, 2}, {2, 2, 2}};
  const Array<std::array<int, 3>> t{{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}};
  return {std::make_shared<const SurfaceMesh>(v, t)};
}
Manifold manifold_of(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                     const Pose<double>& X_W2, double margin = 1e-3) {
  Manifold manifold;
  calc_manifold(shape1, X_W1, shape2, X_W2, margin, manifold);
  return manifold;
}
Pose<double> at(double x, double y, double z) { return Pose<double>::translation({x, y, z}); }

TEST(MeshManifold, NothingCatchesOnInnerEdges) {
  // A sphere, a box, a capsule and a cylinder that slide over a flat mesh touch as on a plane.
  const SurfaceMeshShape floor = flat_mesh(1, 7);
  const Rotation<double> lying = Rotation<double>::about_x(pi / 2);
  const std::pair<AnyShape, Pose<double>> cases[] = {{SphereShape{0.1}, at(0, 0, 0.0999)},
                                                     {BoxShape{{0.3, 0.2, 0.1}}, at(0, 0, 0.0499)},
                                                     {CapsuleShape{0.1, 0.3}, {lying, {0, 0, 0.0999}}},
                                                     {CylinderShape{0.1, 0.2}, at(0, 0, 0.0999)}};
  Random random(1);
  for (const auto& [shape, X] : cases)
    for (int i = 0; i < 50; ++i) {
      // Also exactly over vertices and edges.
      const double x = i % 3 == 0 ? 1.0 / 7 : random.number(-0.7, 0.7),
                   y = i % 2 == 0 ? x : random.number(-0.7, 0.7);
      const Pose<double> moved{Rotation<double>::about_z(random.number(-3, 3)) * X.R, {x, y, X.p.z}};
      const Manifold on_mesh = manifold_of(floor, {}, shape, moved);
      const Manifold on_plane = manifold_of(HalfSpaceShape{}, {}, shape, moved);
      ASSERT_EQ(on_mesh.points.size(), on_plane.points.size()) << type_of(shape) << ' ' << i;
      for (int k = 0; k < static_cast<int>(on_mesh.points.size()); ++k) {
        EXPECT_LE(norm(on_mesh.normal_of(k) - Vec3<double>{0, 0, 1}), 1e-9) << type_of(shape) << ' ' << i;
        EXPECT_NEAR(on_mesh.points[k].distance, -1e-4, 1e-12);
        double least = 1e300;
        for (const ManifoldPoint& p : on_plane.points)
          least = std::min(least, norm(p.point2 - on_mesh.points[k].point2));
        EXPECT_LE(least, 1e-9) << type_of(shape) << ' ' << i;
      }
      // Exchanged, the same points with the opposite normal.
      const Manifold turned = manifold_of(shape, moved, floor, {});
      ASSERT_EQ(turned.points.size(), on_mesh.points.size());
      EXPECT_LE(norm(turned.normal_of(0) + on_mesh.normal_of(0)), 1e-9);
    }
}

TEST(MeshManifold, SphereInATroughTouchesBothSides) {
  const double r = 0.3;
  const Manifold manifold = manifold_of(trough(), {}, SphereShape{r}, at(0, 0.1, r * std::sqrt(2.0) - 1e-4));
  ASSERT_EQ(manifold.points.size(), 2u);
  for (int k = 0; k < 2; ++k) {
    const Vec3<double>& n = manifold.normal_of(k);
    EXPECT_NEAR(std::abs(n.x), std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(n.z, std::sqrt(0.5), 1e-12);
    EXPECT_NEAR(manifold.points[k].distance, -1e-4 * std::sqrt(0.5), 1e-12);
  }
}

TEST(MeshManifold, MeshOfABoxTouchesAsTheBoxDoes) {
  const Vec3<double> size{0.4, 0.3, 0.2};
  const SurfaceMeshShape mesh = box_mesh(size);
  // On a half-space, on a flat mesh, on a box: four corners.
  const std::pair<AnyShape, Pose<double>> floors[] = {
      {HalfSpaceShape{}, {}}, {flat_mesh(1, 5), {}}, {BoxShape{{2, 2, 1}}, at(0, 0, -0.5)}};
  for (const auto& [floor, X_F] : floors) {
    const Manifold manifold = manifold_of(floor, X_F, mesh, at(0.07, 0.03, 0.0999));
    EXPECT_EQ(manifold.points.size(), 4u) << type_of(floor);
    for (int k = 0; k < static_cast<int>(manifold.points.size()); ++k) {
      EXPECT_NEAR(manifold.points[k].distance, -1e-4, 1e-12) << type_of(floor);
      EXPECT_LE(norm(manifold.normal_of(k) - Vec3<double>{0, 0, 1}), 1e-9) << type_of(floor);
    }
  }
  // A box over the edge of a table of triangles: two of its corners, and where the edges cross.
  const SurfaceMeshShape table = box_mesh({2, 2, 1});
  const Manifold over = manifold_of(table, {}, BoxShape{size}, at(1, 0.1, 0.5999));
  EXPECT_EQ(over.points.size(), 4u);
  double right = -1e300, left = 1e300;
  for (const ManifoldPoint& p : over.points)
    right = std::max(right, p.point1.x), left = std::min(left, p.point1.x);
  EXPECT_NEAR(right, 1, 1e-9);
  EXPECT_NEAR(left, 0.8, 1e-9);
}

TEST(MeshManifold, LeastDistanceIsThatOfTheShapes) {
  Random random(3);
  const SurfaceMeshShape mesh = box_mesh({1, 0.8, 0.6});
  Array<Vec3<double>> points;
  for (int i = 0; i < 20; ++i) points.push_back(0.4 * normalized(random.vector()));
  const AnyShape shapes[] = {SphereShape{0.3},        BoxShape{{0.4, 0.5, 0.6}},
                             CylinderShape{0.2, 0.5}, EllipsoidShape{{0.2, 0.3, 0.4}},
                             convex_hull(points),     mesh};
  for (const AnyShape& shape : shapes)
    for (int i = 0; i < 30; ++i) {
      const Pose<double> X_W1 = random.pose();
      Pose<double> X_W2{random.rotation(), X_W1.p + 2.0 * normalized(random.vector())};
      for (int k = 0; k < 20; ++k) {
        const ShapeDistance now = calc_distance(mesh, X_W1, shape, X_W2);
        X_W2.p -= (now.distance - 1e-3) * now.normal;
      }
      const double distance = calc_distance(mesh, X_W1, shape, X_W2).distance;
      const Manifold manifold = manifold_of(mesh, X_W1, shape, X_W2, 0.01);
      ASSERT_FALSE(manifold.points.empty());
      double least = 1e300;
      std::set<std::uint64_t> names;
      for (int k = 0; k < static_cast<int>(manifold.points.size()); ++k) {
        const ManifoldPoint& p = manifold.points[k];
        least = std::min(least, p.distance);
        names.insert(p.name);
        EXPECT_LE(norm(p.point2 - p.point1 - p.distance * manifold.normal_of(k)), 1e-9);
      }
      EXPECT_NEAR(least, distance, 1e-9) << type_of(shape) << ' ' << i;
      EXPECT_EQ(names.size(), manifold.points.size());
    }
}

TEST(MeshManifold, AllocatesNothingTheSecondTime) {
  const SurfaceMeshShape floor = flat_mesh(1, 7);
  Manifold manifold;
  const auto touch = [&] {
    calc_manifold(floor, {}, SphereShape{0.1}, at(0, 0, 0.0999), 1e-3, manifold);
    calc_manifold(floor, {}, BoxShape{{0.3, 0.2, 0.1}}, at(0, 0, 0.0499), 1e-3, manifold);
  };
  touch();
  const long before = testing::allocations();
  touch();
  EXPECT_EQ(testing::allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::manifold_mesh_test
