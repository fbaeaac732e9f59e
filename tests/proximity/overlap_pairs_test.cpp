/// Overlaps of pairs without a formula: against closed forms where there are some, counted points where there
/// are none, and the law that the area vector is the rate at which the volume shrinks as the shapes part.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/proximity/overlap.h"
#include "tests/proximity/distance_shapes.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::overlap_pairs_test {
namespace {

TEST(OverlapOfConvex, CrossedCylindersHaveSteinmetzsSolid) {
  const CylinderShape cylinder{0.3, 2};
  const Pose<double> across = Pose<double>::rotation(Rotation<double>::about_x(pi / 2));
  const Overlap both = calc_overlap(cylinder, {}, cylinder, across).value();
  EXPECT_NEAR(both.volume, 16.0 / 3 * 0.027, 1e-5 * both.volume);
  EXPECT_LE(norm(both.centroid), 1e-6);
}

TEST(OverlapOfConvex, CapsuleInABox) {
  const double r = 0.2, length = 0.5;
  const CapsuleShape capsule{r, length};
  const BoxShape box{{2, 2, 2}};
  // Its end in a face: a cap of a ball.
  const double h = 0.05;
  const Overlap cap =
      calc_overlap(capsule, {}, box, Pose<double>::translation({0, 0, 1 + length / 2 + r - h})).value();
  EXPECT_NEAR(cap.volume, pi * h * h * (3 * r - h) / 3, 1e-4 * cap.volume);
  EXPECT_LE(norm(cap.area - Vec3<double>{0, 0, pi * h * (2 * r - h)}), 1e-4 * norm(cap.area));
  EXPECT_NEAR(cap.centroid.z, length / 2 + 0.75 * (2 * r - h) * (2 * r - h) / (3 * r - h), 1e-5);
  // Lying: a prism over a segment of a circle, and the two halves of a cap.
  const Overlap lying = calc_overlap(capsule, Pose<double>::rotation(Rotation<double>::about_x(pi / 2)), box,
                                     Pose<double>::translation({0, 0, -1 - r + h}))
                            .value();
  const double half = std::acos((r - h) / r);
  const double segment = r * r * (half - std::sin(half) * std::cos(half));
  EXPECT_NEAR(lying.volume, segment * length + pi * h * h * (3 * r - h) / 3, 2e-3 * lying.volume);
  // Wholly inside: all of it, and no direction to leave in.
  const Overlap inside = calc_overlap(capsule, {}, box, Pose<double>::translation({0.1, 0.2, 0.3})).value();
  EXPECT_NEAR(inside.volume, *volume(capsule), 1e-3 * inside.volume);
  EXPECT_LE(norm(inside.centroid), 1e-4);
  EXPECT_EQ(norm(inside.area), 0);
}

TEST(OverlapOfConvex, TipOfACone) {
  const Pose<double> upside_down{Rotation<double>::about_x(pi), {0, 0, 0.2}};
  const Overlap tip = calc_overlap(ConeShape{0.3, 0.6}, upside_down, HalfSpaceShape{}, {}).value();
  EXPECT_NEAR(tip.volume, pi * 0.05 * 0.05 * 0.1 / 3, 1e-3 * tip.volume);
  EXPECT_LE(norm(tip.centroid - Vec3<double>{0, 0, -0.025}), 1e-4);
  EXPECT_LE(norm(tip.area - Vec3<double>{0, 0, -pi * 0.05 * 0.05}), 1e-3 * norm(tip.area));
}

/// A thin lens of two equal ellipsoids is that of two balls, stretched.
TEST(OverlapOfConvex, LensOfEllipsoids) {
  const EllipsoidShape shape{{1, 0.5, 0.25}};
  for (const double apart : {1.0, 1.9, 1.99, 1.9999}) {
    const double h = 1 - apart / 2;
    const Overlap lens = calc_overlap(shape, {}, shape, Pose<double>::translation({apart, 0, 0})).value();
    EXPECT_NEAR(lens.volume, 0.125 * 2 * pi * h * h * (3 - h) / 3, 1e-4 * lens.volume) << apart;
    EXPECT_LE(norm(lens.centroid - Vec3<double>{apart / 2, 0, 0}), 1e-7) << apart;
    EXPECT_LE(norm(lens.area - Vec3<double>{0.125 * pi * h * (2 - h), 0, 0}), 1e-4 * norm(lens.area))
        << apart;
  }
}

TEST(OverlapOfRings, KeepTheirVolume) {
  const TorusShape ring{0.5, 0.12};
  const double whole = *volume(ring);
  EXPECT_NEAR(calc_overlap(ring, {}, BoxShape{{3, 3, 3}}, {})->volume, whole, 1e-12);
  EXPECT_NEAR(calc_overlap(ring, {}, SphereShape{5}, {})->volume, whole, 1e-12);
  EXPECT_NEAR(calc_overlap(ring, {}, HalfSpaceShape{}, {})->volume, whole / 2, 1e-12);
  const Overlap turned =
      calc_overlap(TorusShape{5, 2}, Pose<double>::translation({5, 0, 0}), ring, {}).value();
  EXPECT_NEAR(turned.volume, whole, 1e-12);
  EXPECT_LE(norm(turned.centroid), 1e-12);
}

bool is_hollow(const AnyShape& shape) {
  return std::holds_alternative<TorusShape>(shape) || std::holds_alternative<SurfaceMeshShape>(shape);
}

class OverlapPairs : public ::testing::TestWithParam<std::tuple<int, int>> {
 protected:
  const AnyShape& first = distance_shapes()[static_cast<std::size_t>(std::get<0>(GetParam()))].shape;
  const AnyShape& second = distance_shapes()[static_cast<std::size_t>(std::get<1>(GetParam()))].shape;
  Random random{static_cast<unsigned>(20 * std::get<0>(GetParam()) + std::get<1>(GetParam()))};

  /// A pose of the second shape in which it overlaps the first by at most 0.2.
  Pose<double> overlapping() {
    Pose<double> X{random.rotation(), 2.5 * normalized(random.vector())};
    const ShapeDistance d = calc_distance(first, {}, second, X);
    X.p -= (d.distance + random.number(0.02, 0.2)) * d.normal;
    return X;
  }
  bool is_exact() const { return is_overlap_exact(first, second); }
};

TEST_P(OverlapPairs, AgreeWithCountedPoints) {
  for (int i = 0; i < 3; ++i) {
    const Pose<double> X = overlapping();
    const Overlap found = calc_overlap(first, {}, second, X).value();
    Bounds box = bounds(second, X);
    const Bounds other = bounds(first);
    for (int k = 0; k < 3; ++k) {
      box.lower[k] = std::max(box.lower[k], other.lower[k]);
      box.upper[k] = std::min(box.upper[k], other.upper[k]);
    }
    const Vec3<double> size = box.upper - box.lower;
    constexpr int samples = 4000;
    int hits = 0;
    Vec3<double> sum{0, 0, 0}, squares{0, 0, 0};
    for (int n = 0; n < samples; ++n) {
      Vec3<double> p;
      for (int k = 0; k < 3; ++k) p[k] = random.number(box.lower[k], box.upper[k]);
      if (nearest(first, p).distance > 0 || nearest(second, X.inverse_times(p)).distance > 0) continue;
      ++hits, sum += p, squares += Vec3<double>{p.x * p.x, p.y * p.y, p.z * p.z};
    }
    const double whole = size.x * size.y * size.z, share = double{hits + 1.0} / samples;
    EXPECT_NEAR(found.volume, whole * hits / samples,
                4.5 * whole * std::sqrt(share / samples) + 0.02 * found.volume);
    if (hits > 200) {
      EXPECT_LE(norm(found.centroid - (1.0 / hits) * sum), 3 * norm(size) / std::sqrt(hits));
      // The inertias' trace is twice ∫ |r|² dV, r from the centroid.
      const Vec3<double> c = (1.0 / hits) * sum;
      const double mean_square = (squares.x + squares.y + squares.z) / hits - dot(c, c);
      const double trace = found.inertia.xx + found.inertia.yy + found.inertia.zz;
      EXPECT_NEAR(trace / (2 * found.volume * mean_square), 1, 4.5 / std::sqrt(hits) + 0.03);
    }
  }
}

TEST_P(OverlapPairs, ShrinkByTheAreaAsTheyPart) {
  for (int i = 0; i < 3; ++i) {
    const Pose<double> X = overlapping();
    const Vec3<double> area = calc_overlap(first, {}, second, X)->area;
    constexpr double h = 1e-3;
    Vec3<double> rate;
    for (int k = 0; k < 3; ++k) {
      const auto volume_at = [&](double step) {
        Pose<double> moved = X;
        moved.p[k] += step;
        return calc_overlap(first, {}, second, moved)->volume;
      };
      rate[k] = (volume_at(-h) - volume_at(h)) / (2 * h);
    }
    EXPECT_LE(norm(rate - area), (is_exact() ? 2e-3 : 4e-2) * norm(area));
  }
}

TEST_P(OverlapPairs, DoNotDependOnTheOrderOrTheAxes) {
  for (int i = 0; i < 3; ++i) {
    const Pose<double> X = overlapping(), Q = random.pose();
    const Overlap found = calc_overlap(first, {}, second, X).value();
    const Overlap swapped = calc_overlap(second, X, first, {}).value();
    const Overlap turned = calc_overlap(first, Q, second, Q * X).value();
    const double rounding = is_exact() ? 1e-12 : 2e-3;
    EXPECT_NEAR(swapped.volume, found.volume, rounding * found.volume);
    EXPECT_NEAR(turned.volume, found.volume, rounding * found.volume);
    EXPECT_LE(norm(swapped.area + found.area), rounding * norm(found.area) + 1e-14);
    EXPECT_LE(norm(turned.area - Q.R * found.area), rounding * norm(found.area) + 1e-14);
    EXPECT_LE(norm(swapped.centroid - found.centroid), 1e-3 * rounding + 1e-10);
    EXPECT_LE(norm(turned.centroid - Q * found.centroid), 1e-3 * rounding + 1e-10);
  }
}

/// Convex shapes that hardly touch have an overlap within a slab as thick as their depth.
TEST_P(OverlapPairs, ThinOnesAreThin) {
  for (const double depth : {0.0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7}) {
    Pose<double> X{random.rotation(), 2.5 * normalized(random.vector())};
    const ShapeDistance d = calc_distance(first, {}, second, X);
    X.p -= (d.distance + depth) * d.normal;
    const Overlap found = calc_overlap(first, {}, second, X).value();
    EXPECT_GE(found.volume, 0);
    if (!is_hollow(first) && !is_hollow(second)) {
      EXPECT_LE(found.volume, 2 * depth + 1e-15) << depth;
    }
    const Vec3<double> moments{found.inertia.xx, found.inertia.yy, found.inertia.zz};
    EXPECT_TRUE(std::isfinite(norm(found.centroid) + norm(found.area) + norm(moments))) << depth;
  }
}

TEST_P(OverlapPairs, AllocateNothingTheSecondTime) {
  const Pose<double> X = overlapping();
  calc_overlap(first, {}, second, X);
  const long before = allocations();
  calc_overlap(first, {}, second, X);
  EXPECT_EQ(allocations(), before);
}

std::string pair_name(const ::testing::TestParamInfo<std::tuple<int, int>>& info) {
  const auto name = [](int i) { return distance_shapes()[static_cast<std::size_t>(i)].name; };
  return name(std::get<0>(info.param)) + "_" + name(std::get<1>(info.param));
}
std::vector<std::tuple<int, int>> solid_pairs() {
  std::vector<std::tuple<int, int>> pairs;
  const int n = static_cast<int>(distance_shapes().size());
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      const auto at = [](int k) { return distance_shapes()[static_cast<std::size_t>(k)].shape; };
      if (has_overlap(at(i), at(j)) && has_distance(at(i), at(j))) pairs.emplace_back(i, j);
    }
  return pairs;
}
INSTANTIATE_TEST_SUITE_P(Pairs, OverlapPairs, ::testing::ValuesIn(solid_pairs()), pair_name);

}  // namespace
}  // namespace sarrus::testing::overlap_pairs_test
