/// Depths of convex shapes that overlap by up to a third of their size, against a search over all directions.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/proximity/distance_shapes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::overlap_depth_test {
namespace {

/// The separation of two shapes along directions: negative where they overlap.
struct Separation {
  const AnyShape &first, &second;
  const Pose<double>&X1, &X2;

  double operator()(const Vec3<double>& n) const {
    const Vec3<double> a = X1 * support(first, X1.R.inverse_times(n));
    const Vec3<double> b = X2 * support(second, -X2.R.inverse_times(n));
    return dot(n, b - a);
  }
  /// The largest nearby: steps in eight directions across n, which get shorter.
  double climbed_from(Vec3<double> n) const {
    double best = (*this)(n);
    for (double step = 0.1; step > 1e-6;) {
      const Vec3<double> t1 = normalized(cross(n, Vec3<double>::unit(std::abs(n.x) < 0.6 ? 0 : 1)));
      const Vec3<double> t2 = cross(n, t1), from = n;
      for (int k = 0; k < 8; ++k) {
        const double angle = k * pi / 4;
        const Vec3<double> m = normalized(from + step * (std::cos(angle) * t1 + std::sin(angle) * t2));
        if (const double s = (*this)(m); s > best + 1e-14) best = s, n = m;
      }
      if (norm(n - from) == 0) step *= 0.5;
    }
    return best;
  }
  /// From the best of many random directions.
  double largest(Random& random) const {
    std::array<std::pair<double, Vec3<double>>, 400> tried;
    for (auto& [s, n] : tried) n = normalized(random.vector()), s = (*this)(n);
    std::partial_sort(tried.begin(), tried.begin() + 3, tried.end(),
                      [](const auto& a, const auto& b) { return a.first > b.first; });
    double most = -1e300;
    for (int k = 0; k < 3; ++k)
      most = std::max(most, climbed_from(tried[static_cast<std::size_t>(k)].second));
    return most;
  }
};

TEST(OverlapDepth, NoDirectionSeparatesMore) {
  Random random(7);
  for (std::size_t i = 1; i < distance_shapes().size(); ++i)
    for (std::size_t j = i; j < distance_shapes().size(); ++j) {
      const NamedShape &first = distance_shapes()[i], &second = distance_shapes()[j];
      if (!is_convex(first.shape) || !is_convex(second.shape)) continue;
      int overlaps = 0;
      PairMemory memory;  // of another pose: it must not mislead
      for (int k = 0; k < 150; ++k) {
        const Pose<double> X1 = random.pose();
        const Pose<double> X2{random.rotation(),
                              X1.p + random.number(0.2, 0.7) * normalized(random.vector())};
        const ShapeDistance d = calc_distance(first.shape, X1, second.shape, X2);
        if (d.distance >= 0) continue;
        ++overlaps;
        const double warm = calc_distance(first.shape, X1, second.shape, X2, &memory).distance;
        EXPECT_LE((Separation{first.shape, second.shape, X1, X2}.largest(random)),
                  std::min(d.distance, warm) + 1e-12)
            << first.name << " and " << second.name << ", number " << k;
      }
      EXPECT_GT(overlaps, 30) << first.name << " and " << second.name;
    }
}

}  // namespace
}  // namespace sarrus::testing::overlap_depth_test
