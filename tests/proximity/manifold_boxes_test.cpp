#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/manifold.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::manifold_boxes_test {
namespace {

using testing::close;
using testing::Random;

std::set<std::uint64_t> names(const Manifold& manifold) {
  std::set<std::uint64_t> names;
  for (const ManifoldPoint& p : manifold.points) names.insert(p.name);
  return names;
}
double deepest(const Manifold& manifold) {
  double least = 1e300;
  for (const ManifoldPoint& p : manifold.points) least = std::min(least, p.distance);
  return least;
}
/// Points lie on both surfaces, opposite each other along the normal.
void expect_sound(const AnyShape& shape1, const Pose<double>& X_W1, const AnyShape& shape2,
                  const Pose<double>& X_W2, const Manifold& manifold, double tolerance = 1e-12) {
  EXPECT_NEAR(norm(manifold.normal), 1, 1e-12);
  EXPECT_EQ(names(manifold).size(), manifold.points.size()) << "a name twice";
  for (const ManifoldPoint& p : manifold.points) {
    EXPECT_LE(norm(p.point2 - p.point1 - p.distance * manifold.normal), 1e-12);
    EXPECT_NEAR(nearest(shape1, X_W1.inverse_times(p.point1)).distance, 0, tolerance);
    EXPECT_NEAR(nearest(shape2, X_W2.inverse_times(p.point2)).distance, 0, tolerance);
  }
}

/// The nearest point of a solid box.
Vec3<double> clamped(const BoxShape& box, const Pose<double>& X, const Vec3<double>& p) {
  Vec3<double> q = X.inverse_times(p);
  for (int i = 0; i < 3; ++i) q[i] = std::clamp(q[i], -0.5 * box.size[i], 0.5 * box.size[i]);
  return X * q;
}
/// The distance of two solid boxes by minimizing ½|p − q|² over p and q, each in its box: projected gradients
/// with momentum (Nesterov), without any notion of axes or features.
double distance_by_projections(const BoxShape& a, const Pose<double>& X_A, const BoxShape& b,
                               const Pose<double>& X_B) {
  Vec3<double> p = X_A.p, q = X_B.p, p_before = p, q_before = q;
  double momentum = 1;
  for (int i = 0; i < 2000; ++i) {
    const double next = 0.5 * (1 + std::sqrt(1 + 4 * momentum * momentum));
    const double factor = (momentum - 1) / next;
    const Vec3<double> u = p + factor * (p - p_before), v = q + factor * (q - q_before);
    const Vec3<double> middle = 0.5 * (u + v);
    p_before = p, q_before = q;
    p = clamped(a, X_A, middle), q = clamped(b, X_B, middle);
    momentum = dot(u - p, p - p_before) + dot(v - q, q - q_before) > 0 ? 1 : next;  // restart
  }
  return norm(p - q);
}

struct BoxPair {
  BoxShape a, b;
  Pose<double> X_A, X_B;
};
/// Boxes that overlap more or less.
BoxPair random_pair(Random& random) {
  BoxPair pair{{{random.number(0.5, 2), random.number(0.5, 2), random.number(0.5, 2)}},
               {{random.number(0.5, 2), random.number(0.5, 2), random.number(0.5, 2)}},
               random.pose(),
               {}};
  pair.X_B = pair.X_A * Pose<double>{random.rotation(), random.vector(1.2)};
  return pair;
}

TEST(BoxManifold, BoxOnFloorTouchesWithFourCorners) {
  const AnyShape floor = HalfSpaceShape{}, box = BoxShape{{0.2, 0.3, 0.4}};
  const Pose<double> X = Pose<double>::translation({1, 2, 0.199});
  Manifold manifold;
  calc_manifold(floor, {}, box, X, 0.01, manifold);
  ASSERT_EQ(manifold.points.size(), 4u);
  EXPECT_TRUE(close(manifold.normal, {0, 0, 1}));
  for (const ManifoldPoint& p : manifold.points) {
    EXPECT_TRUE(close(p.distance, -0.001));
    EXPECT_TRUE(close(p.point1.z, 0));
    EXPECT_TRUE(close(std::abs(p.point2.x - 1), 0.1));
    EXPECT_TRUE(close(std::abs(p.point2.y - 2), 0.15));
  }
  expect_sound(floor, {}, box, X, manifold);
  // Turned about: the box is first.
  Manifold turned;
  calc_manifold(box, X, floor, {}, 0.01, turned);
  ASSERT_EQ(turned.points.size(), 4u);
  EXPECT_TRUE(close(turned.normal, {0, 0, -1}));
  expect_sound(box, X, floor, {}, turned);
  // On an edge: two corners, at the depth of a turned rectangle.
  const double angle = 0.3;
  calc_manifold(floor, {}, box, {Rotation<double>::about_y(angle), {0, 0, 0.2}}, 0, manifold);
  ASSERT_EQ(manifold.points.size(), 2u);
  const double depth = 0.2 - 0.2 * std::cos(angle) - 0.1 * std::sin(angle);
  for (const ManifoldPoint& p : manifold.points) EXPECT_TRUE(close(p.distance, depth));
  // Far away: none.
  calc_manifold(floor, {}, box, Pose<double>::translation({0, 0, 1}), 0.01, manifold);
  EXPECT_TRUE(manifold.points.empty());
}

TEST(BoxManifold, DepthIsTheShortestSeparation) {
  Random random(3);
  int overlapping = 0, by_edges = 0;
  for (int i = 0; i < 150; ++i) {
    const BoxPair pair = random_pair(random);
    const Pose<double> X_12 = pair.X_A.inverse_times(pair.X_B);
    const internal::BoxAxis axis =
        internal::find_box_axis(0.5 * pair.a.size, 0.5 * pair.b.size, internal::LanePose(X_12), 1e300);
    const double apart = distance_by_projections(pair.a, pair.X_A, pair.b, pair.X_B);
    EXPECT_EQ(axis.separation > 0, apart > 1e-7);
    if (axis.separation > 0) {
      EXPECT_LE(axis.separation, apart + 1e-9);
      continue;
    }
    ++overlapping, by_edges += axis.number >= 6;
    // Moved by the depth they touch; moved by a little less, in this or any direction, they overlap.
    const Vec3<double> n = pair.X_A.R * axis.normal;
    const auto after = [&](const Vec3<double>& shift) {
      return distance_by_projections(pair.a, pair.X_A, pair.b, {pair.X_B.R, pair.X_B.p + shift});
    };
    EXPECT_NEAR(after((0.1 - axis.separation) * n), 0.1, 1e-6);
    for (int k = 0; k < 3; ++k) EXPECT_LE(after(-0.98 * axis.separation * normalized(random.vector())), 1e-6);
    Manifold manifold;
    calc_manifold(pair.a, pair.X_A, pair.b, pair.X_B, 0, manifold);
    ASSERT_FALSE(manifold.points.empty());
    EXPECT_LE(norm(manifold.normal - n), 1e-12);
    EXPECT_NEAR(deepest(manifold), axis.separation, 1e-12);
    expect_sound(pair.a, pair.X_A, pair.b, pair.X_B, manifold, 3.0 * -axis.separation);
  }
  EXPECT_GT(overlapping, 50);
  EXPECT_GT(by_edges, 10);
}

/// The area of the convex polygon with the given corners in the plane z = 0.
double area_of(const Manifold& manifold) {
  Vec3<double> middle = Vec3<double>::zero();
  for (const ManifoldPoint& p : manifold.points)
    middle += (1.0 / static_cast<double>(manifold.points.size())) * p.point1;
  Array<Vec3<double>> corners;
  for (const ManifoldPoint& p : manifold.points) corners.push_back(p.point1 - middle);
  std::sort(corners.begin(), corners.end(),
            [](const auto& p, const auto& q) { return std::atan2(p.y, p.x) < std::atan2(q.y, q.x); });
  double area = 0;
  for (std::size_t i = 0; i < corners.size(); ++i)
    area += 0.5 * cross(corners[i], corners[(i + 1) % corners.size()]).z;
  return area;
}

TEST(BoxManifold, CornersSpanTheCommonPartOfTheFaces) {
  // Unit squares turned by 45°: a regular octagon of area 2(√2 − 1).
  const BoxShape cube{{1, 1, 1}};
  const Pose<double> turned{Rotation<double>::about_z(std::acos(-1.0) / 4), {0, 0, 1}};
  Manifold manifold;
  calc_manifold(cube, {}, cube, turned, 1e-3, manifold);
  EXPECT_EQ(manifold.points.size(), 8u);
  EXPECT_TRUE(close(area_of(manifold), 2 * (std::sqrt(2.0) - 1)));

  // Any others against counting random points.
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const BoxShape a{{random.number(0.5, 2), random.number(0.5, 2), 1}};
    const BoxShape b{{random.number(0.5, 2), random.number(0.5, 2), 1}};
    const Pose<double> X_B{Rotation<double>::about_z(random.number(-3, 3)),
                           {random.number(-0.5, 0.5), random.number(-0.5, 0.5), 0.9999}};
    calc_manifold(a, {}, b, X_B, 1e-3, manifold);
    expect_sound(a, {}, b, X_B, manifold);
    constexpr int samples = 20000;
    int hits = 0;
    for (int k = 0; k < samples; ++k) {
      const Vec3<double> q = X_B.inverse_times(
          Vec3<double>{random.number(-0.5, 0.5) * a.size.x, random.number(-0.5, 0.5) * a.size.y, 0.5});
      hits += std::abs(q.x) <= 0.5 * b.size.x && std::abs(q.y) <= 0.5 * b.size.y;
    }
    const double whole = a.size.x * a.size.y;
    EXPECT_NEAR(area_of(manifold), whole * hits / samples, 5 * whole * 0.5 / std::sqrt(double{samples}));
  }
}

TEST(BoxManifold, MatchingFacesTouchAtFourCornersInSpiteOfNoise) {
  const BoxShape brick{{0.2, 0.1, 0.1}};
  Random random(7);
  std::set<std::uint64_t> first;
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> tilt = random.vector(1e-10);
    const Pose<double> X{Rotation<double>::about(normalized(tilt), norm(tilt)),
                         Vec3<double>{0, 0, 0.1} + random.vector(1e-10)};
    Manifold manifold;
    calc_manifold(brick, {}, brick, X, 1e-3, manifold);
    ASSERT_EQ(manifold.points.size(), 4u);
    EXPECT_TRUE(close(area_of(manifold), 0.02, 1e6));
    if (i == 0) first = names(manifold);
    // The same names as long as the same box has the face; noise may choose the other's.
    EXPECT_EQ(names(manifold), first);
    expect_sound(brick, {}, brick, X, manifold, 1e-12);
  }
}

TEST(BoxManifold, NamesPersistWhileSlidingAndChangeWithTheFeatures) {
  const BoxShape table{{2, 2, 1}}, box{{0.2, 0.2, 0.2}};
  Manifold manifold;
  const auto slide = [&](double x) {
    calc_manifold(table, {}, box, Pose<double>::translation({x, 0.1, 0.6}), 1e-3, manifold);
    EXPECT_EQ(manifold.points.size(), 4u);
    return names(manifold);
  };
  const auto inside = slide(0);
  for (double x = -0.89; x < 0.89; x += 0.01) EXPECT_EQ(slide(x), inside);
  const auto over_edge = slide(0.95);
  EXPECT_NE(over_edge, inside);
  for (double x = 0.91; x < 1.09; x += 0.01) EXPECT_EQ(slide(x), over_edge);
}

TEST(BoxManifold, EdgesThatCrossTouchAtOnePoint) {
  // One cube on its edge along x below, one on its edge along y above.
  const BoxShape cube{{1, 1, 1}};
  const double quarter = std::acos(-1.0) / 4;
  const Pose<double> X_A = Pose<double>::rotation(Rotation<double>::about_x(quarter));
  const Pose<double> X_B{Rotation<double>::about_y(quarter), {0.1, 0.2, std::sqrt(2.0) - 0.01}};
  Manifold manifold;
  calc_manifold(cube, X_A, cube, X_B, 1e-3, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_TRUE(close(manifold.normal, {0, 0, 1}));
  EXPECT_TRUE(close(manifold.points[0].distance, -0.01));
  EXPECT_TRUE(close(manifold.points[0].point1, {0.1, 0, std::sqrt(0.5)}));
  expect_sound(cube, X_A, cube, X_B, manifold);
}

/// A vector and a pose, mirrored at the plane x = 0; the mirror image of a box is a box.
Vec3<double> mirrored(const Vec3<double>& p) { return {-p.x, p.y, p.z}; }
Pose<double> mirrored(const Pose<double>& X) {
  const Mat3<double>& R = X.R.matrix();
  return {Rotation<double>(Mat3<double>{-mirrored(R.x), mirrored(R.y), mirrored(R.z)}), mirrored(X.p)};
}

/// Finds the point of a manifold nearest to p on the side of shape 1.
const ManifoldPoint& nearest_to(const Manifold& manifold, const Vec3<double>& p) {
  return *std::min_element(manifold.points.begin(), manifold.points.end(), [&](const auto& a, const auto& b) {
    return norm(a.point1 - p) < norm(b.point1 - p);
  });
}

TEST(BoxManifold, SwappedTurnedAndMirroredScenesGiveSuchPoints) {
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    const BoxPair pair = random_pair(random);
    Manifold manifold, swapped, turned, mirror;
    calc_manifold(pair.a, pair.X_A, pair.b, pair.X_B, 0, manifold);
    calc_manifold(pair.b, pair.X_B, pair.a, pair.X_A, 0, swapped);
    const Pose<double> X = random.pose();
    calc_manifold(pair.a, X * pair.X_A, pair.b, X * pair.X_B, 0, turned);
    calc_manifold(pair.a, mirrored(pair.X_A), pair.b, mirrored(pair.X_B), 0, mirror);
    ASSERT_EQ(mirror.points.size(), manifold.points.size());
    ASSERT_EQ(swapped.points.size(), manifold.points.size());
    ASSERT_EQ(turned.points.size(), manifold.points.size());
    if (manifold.points.empty()) continue;
    EXPECT_LE(norm(swapped.normal + manifold.normal), 1e-12);
    EXPECT_LE(norm(turned.normal - X.R * manifold.normal), 1e-12);
    EXPECT_EQ(names(turned), names(manifold));
    EXPECT_LE(norm(mirror.normal - mirrored(manifold.normal)), 1e-12);
    for (const ManifoldPoint& p : mirror.points) {
      const ManifoldPoint& q = nearest_to(manifold, mirrored(p.point1));
      EXPECT_LE(norm(mirrored(q.point1) - p.point1) + norm(mirrored(q.point2) - p.point2), 1e-11);
    }
    for (const ManifoldPoint& p : swapped.points) {
      const ManifoldPoint& q = nearest_to(manifold, p.point2);
      EXPECT_LE(norm(q.point1 - p.point2) + norm(q.point2 - p.point1), 1e-11);
      EXPECT_EQ(q.name, (p.name << 32) | (p.name >> 32));
    }
    for (const ManifoldPoint& p : turned.points) {
      const ManifoldPoint& q = nearest_to(manifold, X.inverse_times(p.point1));
      EXPECT_LE(norm(X * q.point1 - p.point1) + norm(X * q.point2 - p.point2), 1e-11);
      EXPECT_EQ(q.name, p.name);
    }
  }
}

TEST(BoxManifold, AllocatesNothingTheSecondTime) {
  const AnyShape box = BoxShape{{1, 1, 1}}, floor = HalfSpaceShape{};
  const Pose<double> X_B{Rotation<double>::about_z(0.7), {0.1, 0, 0.999}};
  Manifold manifold;
  calc_manifold(box, {}, box, X_B, 0.01, manifold);
  const long before = testing::allocations();
  for (int i = 0; i < 10; ++i) {
    calc_manifold(box, {}, box, X_B, 0.01, manifold);
    calc_manifold(floor, {}, box, X_B, 0.01, manifold);
  }
  EXPECT_EQ(testing::allocations(), before);
}

TEST(BoxManifold, NumbersThatAreNotFiniteAreRefused) {
  const AnyShape box = BoxShape{{1, 1, 1}};
  Manifold manifold;
  testing::expect_error([&] { calc_manifold(box, {}, box, {}, std::nan(""), manifold); },
                        {"margin", "finite"});
  Pose<double> X;
  X.p.y = std::nan("");
  testing::expect_error([&] { calc_manifold(box, {}, box, X, 0, manifold); }, {"shape 2", "finite"});
  testing::expect_error([&] { calc_manifold(box, X, box, {}, 0, manifold); }, {"shape 1", "finite"});
}

}  // namespace
}  // namespace sarrus::testing::manifold_boxes_test
