// Distances in poses where everything lies flat: parallel faces, edges and axes, coincident centers.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/proximity/distance_shapes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::distance_aligned_test {
namespace {

/// Every pair of convex shapes in turns by multiples of 45 degrees about the axes, offset along them: the
/// answer satisfies the laws, and no direction of the lattice nor any near the answer separates more.
void expect_right(const NamedShape& first, const Pose<double>& X1, const NamedShape& second,
                  const Pose<double>& X2, Random& random) {
  const ShapeDistance d = calc_distance(first.shape, X1, second.shape, X2);
  ASSERT_TRUE(std::isfinite(d.distance));
  ASSERT_NEAR(norm(d.normal), 1, 1e-14);
  EXPECT_LT(norm(d.point2 - d.point1 - d.distance * d.normal), 1e-13);
  const bool are_convex = is_convex(first.shape) && is_convex(second.shape);
  if (d.distance < 0 && !are_convex) return;
  // Superellipsoids have curvatures without bounds at their equators.
  const auto is_super = [](const NamedShape& s) {
    return std::holds_alternative<SuperellipsoidShape>(s.shape);
  };
  const double tolerance = is_super(first) || is_super(second) ? 1e-8 : 1e-11;
  EXPECT_NEAR(nearest(first.shape, X1.inverse_times(d.point1)).distance, 0, tolerance) << d.distance;
  EXPECT_NEAR(nearest(second.shape, X2.inverse_times(d.point2)).distance, 0, tolerance) << d.distance;
  if (!are_convex) return;
  const auto expect_no_more = [&](const Vec3<double>& direction) {
    const Vec3<double> n = normalized(direction);
    const Vec3<double> a = X1 * support(first.shape, X1.R.inverse_times(n));
    const Vec3<double> b = X2 * support(second.shape, -X2.R.inverse_times(n));
    EXPECT_LE(dot(n, b - a), d.distance + 0.01 * tolerance);
  };
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z)
        if (x != 0 || y != 0 || z != 0) expect_no_more(Vec3<double>{double(x), double(y), double(z)});
  for (int k = 0; k < 20; ++k) expect_no_more(d.normal + random.vector(std::pow(0.1, k % 8)));
}

TEST(DistanceAligned, ParallelFacesEdgesAndAxes) {
  Random random(3);
  for (std::size_t i = 0; i < distance_shapes().size(); ++i)
    for (std::size_t j = i; j < distance_shapes().size(); ++j) {
      const NamedShape &first = distance_shapes()[i], &second = distance_shapes()[j];
      if (!has_distance(first.shape, second.shape)) continue;
      const bool are_convex = is_convex(first.shape) && is_convex(second.shape);
      for (int k = 0; k < 150; ++k) {
        const Rotation<double> R = Rotation<double>::about(random.index(3), random.index(4) * pi / 4) *
                                   Rotation<double>::about(random.index(3), random.index(4) * pi / 2);
        const double step = are_convex ? 0.25 : 2;
        const Vec3<double> p{step * (random.index(5) - 2), step * (random.index(5) - 2),
                             step * (random.index(5) - 2)};
        const Pose<double> X1 = k % 2 == 0 ? Pose<double>{} : random.pose();
        SCOPED_TRACE(fmt::format("{} and {}, number {}", first.name, second.name, k));
        if (!are_convex && norm(p) == 0) continue;
        expect_right(first, X1, second, X1 * Pose<double>{R, p}, random);
        if (::testing::Test::HasFailure()) return;
      }
    }
}

}  // namespace
}  // namespace sarrus::testing::distance_aligned_test
