/// The distance of superellipsoids, round and sharp, from rings: no two of many sampled points are nearer to
/// each other than those that are found, and those lie on the surfaces.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/proximity/distance.h"
#include "tests/support/random.h"

namespace sarrus::testing::superellipsoid_torus_test {
namespace {

/// The value of the function that is 1 on the surface.
double gauge(const SuperellipsoidShape& s, const Vec3<double>& p) {
  const double e = s.east_west, n = s.north_south;
  const double ring = std::pow(std::abs(p.x / s.radii.x), 2 / e) + std::pow(std::abs(p.y / s.radii.y), 2 / e);
  return std::pow(ring, e / n) + std::pow(std::abs(p.z / s.radii.z), 2 / n);
}
double signed_power(double x, double k) { return std::copysign(std::pow(std::abs(x), k), x); }
Vec3<double> surface_point(const SuperellipsoidShape& s, double up, double around) {
  const double out = signed_power(std::cos(up), s.north_south);
  return {s.radii.x * out * signed_power(std::cos(around), s.east_west),
          s.radii.y * out * signed_power(std::sin(around), s.east_west),
          s.radii.z * signed_power(std::sin(up), s.north_south)};
}

TEST(SuperellipsoidAndTorus, NoSampledPointsAreNearer) {
  const TorusShape torus{0.5, 0.05};
  Random random(4);
  for (const auto& [e, n] :
       {std::pair{0.7, 1.3}, {0.1, 0.1}, {1.9, 1.9}, {2.0, 2.0}, {0.1, 1.9}, {1.95, 0.2}})
    for (int i = 0; i < 4; ++i) {
      const SuperellipsoidShape shape{{0.4, 0.3, 0.35}, e, n};
      const Pose<double> X{random.rotation(), 1.2 * normalized(random.vector())};
      const ShapeDistance d = calc_distance(shape, {}, torus, X);
      SCOPED_TRACE(::testing::Message() << "exponents " << e << ", " << n << ", pose " << i);
      EXPECT_NEAR(norm(d.point2 - d.point1), std::abs(d.distance), 1e-12);
      EXPECT_NEAR(gauge(shape, d.point1), 1, 1e-9);
      EXPECT_NEAR(torus.nearest(X.inverse_times(d.point2)).distance, 0, 1e-12);
      double least = 1e300;
      for (int k = 0; k < 120; ++k) {
        const double angle = 2 * M_PI * k / 120;
        const Vec3<double> q = X * Vec3<double>{0.5 * std::cos(angle), 0.5 * std::sin(angle), 0};
        for (int a = -20; a <= 20; ++a)
          for (int b = 0; b < 80; ++b)
            least = std::min(least, norm(q - surface_point(shape, M_PI * a / 40, M_PI * b / 40)));
      }
      if (d.distance < 0) continue;  // then it is the depth of a point
      EXPECT_LE(d.distance, least - torus.tube + 1e-12);
      EXPECT_GE(d.distance, least - torus.tube - 0.06);
    }
}

}  // namespace
}  // namespace sarrus::testing::superellipsoid_torus_test
