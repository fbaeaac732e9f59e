// Distances and depths against FCL, another library with other algorithms, where the build found it.

#ifdef SARRUS_TEST_FCL

#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>
#include <gtest/gtest.h>

#include <array>

#include "sarrus/proximity/distance.h"
#include "tests/support/random.h"

namespace sarrus::testing::distance_fcl_test {
namespace {

struct BothShapes {
  AnyShape ours;
  std::shared_ptr<fcl::CollisionGeometryd> theirs;
};

fcl::Transform3d fcl_pose(const Pose<double>& X) {
  fcl::Transform3d result = fcl::Transform3d::Identity();
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 3; ++k) result.linear()(k, j) = X.R(k, j);
    result.translation()[j] = X.p[j];
  }
  return result;
}

std::shared_ptr<fcl::CollisionGeometryd> fcl_hull(const ConvexShape& shape) {
  auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3<double>& v : shape.polyhedron->vertices()) vertices->push_back({v.x, v.y, v.z});
  auto faces = std::make_shared<std::vector<int>>();
  for (const ConvexPolyhedron::Face& face : shape.polyhedron->faces()) {
    faces->push_back(static_cast<int>(face.vertices.size()));
    faces->insert(faces->end(), face.vertices.begin(), face.vertices.end());
  }
  const int count = static_cast<int>(shape.polyhedron->faces().size());
  return std::make_shared<fcl::Convexd>(vertices, count, faces, true);
}

std::vector<BothShapes> both_shapes() {
  Random random(4);
  Array<Vec3<double>> points;
  for (int i = 0; i < 30; ++i) points.push_back(0.5 * normalized(random.vector()));
  const ConvexShape hull = convex_hull(points);
  return {{SphereShape{0.3}, std::make_shared<fcl::Sphered>(0.3)},
          {CapsuleShape{0.2, 0.9}, std::make_shared<fcl::Capsuled>(0.2, 0.9)},
          {BoxShape{{0.8, 0.5, 0.3}}, std::make_shared<fcl::Boxd>(0.8, 0.5, 0.3)},
          {CylinderShape{0.3, 0.9}, std::make_shared<fcl::Cylinderd>(0.3, 0.9)},
          {ConeShape{0.3, 0.9}, std::make_shared<fcl::Coned>(0.3, 0.9)},
          {EllipsoidShape{{0.5, 0.3, 0.2}}, std::make_shared<fcl::Ellipsoidd>(0.5, 0.3, 0.2)},
          {hull, fcl_hull(hull)}};
}

TEST(DistanceFcl, ShapesApart) {
  Random random(9);
  for (const BothShapes& first : both_shapes())
    for (const BothShapes& second : both_shapes())
      for (int i = 0; i < 20; ++i) {
        const Pose<double> X1 = random.pose(), X2{random.rotation(), X1.p + random.vector(2)};
        const double ours = calc_distance(first.ours, X1, second.ours, X2).distance;
        if (ours < 0.01) continue;
        fcl::DistanceRequestd request(true);
        request.distance_tolerance = 1e-8;
        fcl::DistanceResultd result;
        fcl::distance(first.theirs.get(), fcl_pose(X1), second.theirs.get(), fcl_pose(X2), request, result);
        EXPECT_NEAR(ours, result.min_distance, 1e-4)
            << type_of(first.ours) << " and " << type_of(second.ours) << ", number " << i;
      }
}

/// Shapes that almost touch, touch a little, and overlap deeply: FCL's test whether they overlap. Its depths
/// are off by as much as the overlap, and are not compared.
TEST(DistanceFcl, WhetherShapesOverlap) {
  Random random(10);
  for (const BothShapes& first : both_shapes())
    for (const BothShapes& second : both_shapes())
      for (int i = 0; i < 20; ++i) {
        const Pose<double> X1 = random.pose();
        Pose<double> X2{random.rotation(), X1.p + 2.5 * normalized(random.vector())};
        const ShapeDistance apart = calc_distance(first.ours, X1, second.ours, X2);
        const double gap = std::array{1e-4, -1e-4, -0.01, -0.1}[static_cast<std::size_t>(i % 4)];
        X2.p -= (apart.distance - gap) * apart.normal;
        const double ours = calc_distance(first.ours, X1, second.ours, X2).distance;
        if (gap > 0) {
          EXPECT_NEAR(ours, gap, 1e-11);
        }
        fcl::CollisionResultd result;
        fcl::collide(first.theirs.get(), fcl_pose(X1), second.theirs.get(), fcl_pose(X2),
                     fcl::CollisionRequestd(), result);
        EXPECT_EQ(ours < 0, result.isCollision())
            << type_of(first.ours) << " and " << type_of(second.ours) << ", number " << i << ": " << ours;
      }
}

}  // namespace
}  // namespace sarrus::testing::distance_fcl_test

#endif
