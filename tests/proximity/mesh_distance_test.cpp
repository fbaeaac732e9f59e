#include "sarrus/proximity/internal/mesh_distance.h"

#include <gtest/gtest.h>

#include "sarrus/proximity/distance.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/meshes.h"

namespace sarrus::testing::mesh_distance_test {

using testing::Random;

namespace {

/// A convex mesh and its hull: their distances to other convex shapes must agree.
struct ConvexMesh {
  explicit ConvexMesh(const MeshData& data)
      : mesh(testing::make_mesh(data)), hull(convex_hull(data.vertices)) {}
  SurfaceMesh mesh;
  AnyShape hull;
};

Array<AnyShape> convex_shapes() {
  return {SphereShape{0.3},
          CapsuleShape{0.2, 0.7},
          BoxShape{{0.3, 0.6, 0.5}},
          RoundedBoxShape{{0.3, 0.6, 0.5}, 0.1},
          CylinderShape{0.3, 0.6},
          ConeShape{0.3, 0.6},
          EllipsoidShape{{0.2, 0.3, 0.5}},
          convex_hull(testing::icosphere(0.4, 0).vertices)};
}

void expect_answer(const ShapeDistance& d) {
  EXPECT_NEAR(norm(d.normal), 1, 1e-12);
  EXPECT_LT(norm(d.point2 - d.point1 - d.distance * d.normal), 1e-11);
}

/// The pose of a shape beyond another one, at a random place of about the given distance of the centers.
Pose<double> random_pose(Random& random, double from, double to) {
  const Vec3<double> direction = normalized(random.vector());
  return {random.rotation(), random.number(from, to) * direction};
}

}  // namespace

TEST(MeshDistance, OfConvexMeshesIsThatOfTheirHulls) {
  Random random;
  for (const MeshData& data : {testing::box_mesh({1, 0.6, 0.8}), testing::icosphere(0.6, 1)}) {
    const ConvexMesh convex(data);
    for (const AnyShape& shape : convex_shapes()) {
      PairMemory memory;
      for (int i = 0; i < 50; ++i) {
        const Pose<double> X = random_pose(random, 0.7, 3);
        const ShapeDistance expected = calc_distance(convex.hull, Pose<double>(), shape, X);
        const ShapeDistance d = internal::mesh_convex_distance(convex.mesh, X, shape, &memory);
        expect_answer(d);
        if (expected.distance > 0) {
          EXPECT_NEAR(d.distance, expected.distance, 1e-12) << type_of(shape);
          EXPECT_LT(norm(d.normal - expected.normal), 1e-8 / std::min(1.0, d.distance)) << type_of(shape);
        } else {
          EXPECT_LE(d.distance, 1e-12) << type_of(shape) << expected.distance;
        }
      }
    }
  }
}

TEST(MeshDistance, ShallowOverlapsOfConvexMeshesAreThoseOfTheirHulls) {
  Random random;
  const ConvexMesh convex(testing::box_mesh({1, 0.6, 0.8}));
  for (const AnyShape& shape : convex_shapes())
    for (int i = 0; i < 40; ++i) {
      // Brought from afar to an overlap of 1e-3 along the normal there.
      Pose<double> X = random_pose(random, 2, 3);
      const ShapeDistance apart = calc_distance(convex.hull, Pose<double>(), shape, X);
      X.p -= (apart.distance + 1e-3) * apart.normal;
      const ShapeDistance expected = calc_distance(convex.hull, Pose<double>(), shape, X);
      const ShapeDistance d = internal::mesh_convex_distance(convex.mesh, X, shape, nullptr);
      expect_answer(d);
      EXPECT_NEAR(d.distance, expected.distance, 1e-9) << type_of(shape);
    }
}

TEST(MeshDistance, OfTwoConvexMeshesIsThatOfTheirHulls) {
  Random random;
  const ConvexMesh box(testing::box_mesh({1, 0.6, 0.8})), ball(testing::icosphere(0.6, 1));
  PairMemory memory;
  for (int i = 0; i < 100; ++i) {
    const Pose<double> X = random_pose(random, 1, 3);
    const ShapeDistance expected = calc_distance(box.hull, Pose<double>(), ball.hull, X);
    const ShapeDistance d = internal::mesh_mesh_distance(box.mesh, X, ball.mesh, &memory);
    expect_answer(d);
    if (expected.distance > 0)
      EXPECT_NEAR(d.distance, expected.distance, 1e-12);
    else
      EXPECT_LE(d.distance, 1e-12);
  }
}

TEST(MeshDistance, MeshesOverlapAsDeepAsTheirDeepestVertex) {
  // A cube with a corner down on a larger one: the corner is 0.1 deep.
  const SurfaceMesh floor = testing::make_mesh(testing::box_mesh({4, 4, 2}));
  const SurfaceMesh cube = testing::make_mesh(testing::box_mesh({1, 1, 1}));
  const Rotation<double> on_corner =
      Rotation<double>::about_x(std::atan(std::sqrt(2.0))) * Rotation<double>::about_z(std::numbers::pi / 4);
  double lowest = 0;
  for (const Vec3<double>& v : cube.vertices()) lowest = std::min(lowest, (on_corner * v).z);
  const Pose<double> X{on_corner, {0.3, 0.2, 1 - lowest - 0.1}};
  for (const bool turned : {false, true}) {
    const ShapeDistance d = turned ? internal::mesh_mesh_distance(cube, X.inverse(), floor, nullptr)
                                   : internal::mesh_mesh_distance(floor, X, cube, nullptr);
    expect_answer(d);
    EXPECT_NEAR(d.distance, -0.1, 1e-14);
    const Vec3<double> up =
        turned ? -(on_corner.inverse_times(Vec3<double>{0, 0, 1})) : Vec3<double>{0, 0, 1};
    EXPECT_LT(norm(d.normal - up), 1e-12);
  }
  // Two bars whose edges cross: 45° edges overlap by 0.1, no vertex is inside.
  const SurfaceMesh bar = testing::make_mesh(testing::box_mesh({4, 1, 1}));
  const Rotation<double> on_edge = Rotation<double>::about_x(std::numbers::pi / 4);
  const Pose<double> X1 = Pose<double>::rotation(on_edge);
  const Pose<double> X2{Rotation<double>::about_z(std::numbers::pi / 2) * on_edge,
                        {0, 0, std::sqrt(2) - 0.1}};
  const ShapeDistance d = internal::mesh_mesh_distance(bar, X1.inverse() * X2, bar, nullptr);
  expect_answer(d);
  EXPECT_NEAR(d.distance, -0.1, 1e-12);
  EXPECT_LT(norm(X1.R * d.normal - Vec3<double>{0, 0, 1}), 1e-9);
}

TEST(MeshDistance, HolesAreFree) {
  // A capsule through the hole of a torus: the distance of its axis to the mesh, less the radius.
  Random random;
  const SurfaceMesh torus = testing::make_mesh(testing::torus_mesh(0.7, 0.2, 48, 24));
  const CapsuleShape capsule{0.1, 2};
  for (int i = 0; i < 50; ++i) {
    const Pose<double> X{Rotation<double>::about_x(random.number(-0.2, 0.2)),
                         {random.number(-0.2, 0.2), random.number(-0.2, 0.2), 0}};
    double least = 1e30;
    for (int s = -1000; s <= 1000; ++s)
      least = std::min(least, torus.nearest(X * Vec3<double>{0, 0, 1e-3 * s}).at.distance);
    const ShapeDistance d = internal::mesh_convex_distance(torus, X, capsule, nullptr);
    EXPECT_NEAR(d.distance, least - 0.1, 1e-6);
    EXPECT_LE(d.distance, least - 0.1 + 1e-12);
  }
}

TEST(MeshDistance, BoxesFeelNothingOfTheEdgesOfAFloor) {
  Random random;
  const SurfaceMesh floor =
      testing::make_mesh(testing::sheet_mesh(4, 16, [](double, double) { return 0.0; }));
  for (const double size : {0.05, 0.25, 1.0})
    for (int i = 0; i < 100; ++i) {
      const double x = i % 2 ? random.number() : 0.25 * (random.index(7) - 3);
      const double y = i % 3 ? random.number() : 0.25 * (random.index(7) - 3);
      const double depth = random.number(-0.02, 0.02);
      const Pose<double> X{Rotation<double>::about_z(i % 5 ? random.number() : 0), {x, y, size / 2 - depth}};
      for (const AnyShape& shape :
           {AnyShape(BoxShape{{size, size, size}}), AnyShape(CylinderShape{size, size})}) {
        const ShapeDistance d = internal::mesh_convex_distance(floor, X, shape, nullptr);
        EXPECT_NEAR(d.distance, -depth, 1e-12);
        EXPECT_LT(norm(d.normal - Vec3<double>{0, 0, 1}), 1e-9);
      }
    }
}

TEST(MeshDistance, OverhangingBoxesArePushedUp) {
  // A box that overlaps the top of another by 0.01 and overhangs its side.
  const SurfaceMesh base = testing::make_mesh(testing::box_mesh({1, 1, 1}));
  const Pose<double> X = Pose<double>::translation({0.4, 0.1, 0.99});
  const ShapeDistance d = internal::mesh_convex_distance(base, X, BoxShape{{1, 1, 1}}, nullptr);
  EXPECT_NEAR(d.distance, -0.01, 1e-12);
  EXPECT_NEAR(d.normal.z, 1, 1e-12);
}

TEST(MeshDistance, ShapesInsideAreBelowTheNearestFace) {
  const SurfaceMesh box = testing::make_mesh(testing::box_mesh({2, 2, 2}));
  const Pose<double> X = Pose<double>::translation({0.1, 0, 0.5});
  const ShapeDistance d = internal::mesh_convex_distance(box, X, BoxShape{{0.2, 0.2, 0.2}}, nullptr);
  EXPECT_NEAR(d.distance, -0.6, 1e-12);
  EXPECT_NEAR(d.normal.z, 1, 1e-12);
  const SurfaceMesh small = testing::make_mesh(testing::box_mesh({0.2, 0.2, 0.2}));
  EXPECT_NEAR(internal::mesh_mesh_distance(box, X, small, nullptr).distance, -0.6, 1e-12);
}

TEST(MeshDistance, DoesNotAllocate) {
  const SurfaceMesh mesh = testing::make_mesh(testing::torus_mesh(0.7, 0.2, 48, 24));
  const AnyShape box = BoxShape{{0.3, 0.3, 0.3}};
  PairMemory memory;
  for (const double x : {2.0, 1.0, 0.85, 0.7}) {
    const Pose<double> X = Pose<double>::translation({x, 0.02, 0.03});
    const long before = testing::allocations();
    internal::mesh_convex_distance(mesh, X, box, &memory);
    internal::mesh_mesh_distance(mesh, X, mesh, nullptr);
    EXPECT_EQ(testing::allocations(), before) << x;
  }
}

}  // namespace sarrus::testing::mesh_distance_test
