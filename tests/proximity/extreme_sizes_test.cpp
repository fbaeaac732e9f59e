/// Needles, plates and dust: shapes whose sizes are anything between a picometer and a kilometer have
/// distances and contact points that are numbers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/proximity/manifold.h"
#include "tests/support/random.h"

namespace sarrus::testing::extreme_sizes_test {
namespace {

class ExtremeShapes {
 public:
  explicit ExtremeShapes(unsigned seed) : random_(seed) {}

  AnyShape shape(int kind) {
    switch (kind) {
      case 0:
        return SphereShape{size()};
      case 1:
        return CapsuleShape{size(), size()};
      case 2:
        return BoxShape{{size(), size(), size()}};
      case 3:
        return CylinderShape{size(), size()};
      case 4:
        return EllipsoidShape{{size(), size(), size()}};
      case 5:
        return ConeShape{size(), size()};
      case 6: {
        const Vec3<double> s{size(), size(), size()};
        return RoundedBoxShape{s, 0.4 * std::min({s.x, s.y, s.z})};
      }
      case 7: {
        Array<Vec3<double>> corners;
        const double s = size();
        for (int i = 0; i < 12; ++i) corners.push_back(s * random_.vector());
        return convex_hull(corners);
      }
      default:
        return HalfSpaceShape{};
    }
  }
  static constexpr int kinds = 9;
  Pose<double> pose() {
    const double far = random_.index(3) == 0 ? 0 : size();
    return {random_.index(3) == 0 ? Rotation<double>{} : random_.rotation(), far * random_.vector()};
  }

 private:
  double size() { return std::pow(10, -12 + 15 * random_.number(0, 1)); }
  Random random_;
};

double extent(const AnyShape& shape) {
  const Bounds box = bounds(shape);
  return std::isfinite(norm(box.upper)) ? norm(box.upper) : 0;
}

TEST(ExtremeSizes, DistancesAreNumbers) {
  ExtremeShapes any(8);
  for (int trial = 0; trial < 60; ++trial)
    for (int i = 0; i < ExtremeShapes::kinds; ++i)
      for (int j = 0; j < ExtremeShapes::kinds; ++j) {
        const AnyShape one = any.shape(i), two = any.shape(j);
        if (!has_distance(one, two)) continue;
        const Pose<double> X1 = any.pose(), X2 = any.pose();
        const double length = extent(one) + extent(two) + norm(X1.p) + norm(X2.p);
        PairMemory memory;
        for (PairMemory* kept : {static_cast<PairMemory*>(nullptr), &memory, &memory}) {
          const ShapeDistance at = calc_distance(one, X1, two, X2, kept);
          ASSERT_NEAR(norm(at.normal), 1, 1e-12) << type_of(one) << ' ' << type_of(two) << ' ' << trial;
          ASSERT_LE(norm(at.point2 - at.point1 - at.distance * at.normal), 1e-9 * length)
              << type_of(one) << ' ' << type_of(two) << ' ' << trial;
        }
        Manifold manifold;
        calc_manifold(one, X1, two, X2, 0.0, manifold);
        for (const ManifoldPoint& point : manifold.points)
          ASSERT_TRUE(std::isfinite(point.distance + norm(point.point1) + norm(point.point2)))
              << type_of(one) << ' ' << type_of(two) << ' ' << trial;
      }
}

}  // namespace
}  // namespace sarrus::testing::extreme_sizes_test
