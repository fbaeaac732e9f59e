// Distances and depths against FCL, another library with other algorithms, where the build found it.

#ifdef SARRUS_TEST_FCL

#include <fcl/narrowphase/distance.h>
#include <gtest/gtest.h>

#include "sarrus/proximity/distance.h"
#include "tests/support/random.h"

namespace sarrus::testing {
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

TEST(DistanceFcl, ShapesApart) {
  const std::vector<BothShapes> shapes = {
      {SphereShape{0.3}, std::make_shared<fcl::Sphered>(0.3)},
      {CapsuleShape{0.2, 0.9}, std::make_shared<fcl::Capsuled>(0.2, 0.9)},
      {BoxShape{{0.8, 0.5, 0.3}}, std::make_shared<fcl::Boxd>(0.8, 0.5, 0.3)},
      {CylinderShape{0.3, 0.9}, std::make_shared<fcl::Cylinderd>(0.3, 0.9)},
      {ConeShape{0.3, 0.9}, std::make_shared<fcl::Coned>(0.3, 0.9)},
      {EllipsoidShape{{0.5, 0.3, 0.2}}, std::make_shared<fcl::Ellipsoidd>(0.5, 0.3, 0.2)}};
  Random random(9);
  for (const BothShapes& first : shapes)
    for (const BothShapes& second : shapes)
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

}  // namespace
}  // namespace sarrus::testing

#endif
