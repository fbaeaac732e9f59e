// Polyhedra that have moved little, against all directions in which faces and edges can separate them.

#include "sarrus/proximity/internal/polyhedra.h"

#include <gtest/gtest.h>

#include "sarrus/proximity/internal/overlap_surface.h"
#include "tests/support/random.h"

namespace sarrus::testing::polyhedra_test {
namespace {

using internal::near_polyhedra_distance;

ConvexShape random_hull(Random& random, int count) {
  Array<Vec3<double>> points;
  for (int i = 0; i < count; ++i) {
    const Vec3<double> n = normalized(random.vector());
    points.push_back({0.5 * n.x, 0.4 * n.y, 0.3 * n.z});
  }
  return convex_hull(points);
}

/// The greatest separation along the normals of all faces and the cross products of all edges: of
/// overlapping polyhedra, the signed distance; of others, no more than that.
double separation_by_all_axes(const ConvexPolyhedron& first, const ConvexPolyhedron& second,
                              const Pose<double>& X_12) {
  double most = -1e300;
  const auto try_axis = [&](const Vec3<double>& n) {
    double high1 = -1e300, low1 = 1e300, high2 = -1e300, low2 = 1e300;
    for (const Vec3<double>& v : first.vertices())
      high1 = std::max(high1, dot(n, v)), low1 = std::min(low1, dot(n, v));
    for (const Vec3<double>& v : second.vertices()) {
      const double h = dot(n, X_12 * v);
      high2 = std::max(high2, h), low2 = std::min(low2, h);
    }
    most = std::max({most, low2 - high1, low1 - high2});
  };
  for (const auto& face : first.faces()) try_axis(face.normal);
  for (const auto& face : second.faces()) try_axis(X_12.R * face.normal);
  for (const auto& e : first.edges())
    for (const auto& f : second.edges()) {
      const Vec3<double> k = cross(first.vertices()[e.second] - first.vertices()[e.first],
                                   X_12.R * (second.vertices()[f.second] - second.vertices()[f.first]));
      if (norm(k) > 1e-9) try_axis(normalized(k));
    }
  return most;
}

/// A pair that moves in small steps from about a given distance on.
struct MovingHulls {
  explicit MovingHulls(Random& random, double distance)
      : first(random_hull(random, 20)),
        second(random_hull(random, 20)),
        X_12{random.rotation(), {}},
        axis(normalized(random.vector())),
        step(random.vector(1e-3)) {
    const Vec3<double> way = normalized(random.vector());
    for (int k = 0; k < 40; ++k) X_12.p += (distance - calc_distance(first, {}, second, X_12).distance) * way;
  }
  void move() {
    X_12.p += step;
    X_12.R = Rotation<double>::about(axis, 1e-3) * X_12.R;
  }
  ConvexShape first, second;
  Pose<double> X_12;
  Vec3<double> axis, step;
};

}  // namespace

TEST(Polyhedra, OverlapsThatAreRememberedAreTheLeast) {
  Random random;
  int asked = 0, answered = 0;
  for (int trial = 0; trial < 15; ++trial) {
    MovingHulls hulls(random, trial % 3 == 0 ? -0.15 : -0.02);
    const ConvexPolyhedron &first = *hulls.first.polyhedron, &second = *hulls.second.polyhedron;
    PairMemory memory;
    calc_distance(hulls.first, {}, hulls.second, hulls.X_12, &memory);
    for (int k = 0; k < 12; ++k) {
      hulls.move();
      const double expected = separation_by_all_axes(first, second, hulls.X_12);
      if (expected > -1e-3) break;
      ++asked;
      const auto near = near_polyhedra_distance(first, second, hulls.X_12, memory);
      if (near) {
        ++answered;
        EXPECT_NEAR(near->distance, expected, 1e-12);
        EXPECT_NEAR(first.height(near->point1), 0, 1e-12);
        EXPECT_NEAR(second.height(hulls.X_12.inverse_times(near->point2)), 0, 1e-12);
      } else {
        calc_distance(hulls.first, {}, hulls.second, hulls.X_12, &memory);
      }
    }
  }
  EXPECT_GT(asked, 100);
  EXPECT_GT(answered, 0.7 * asked);
}

TEST(Polyhedra, ThoseApartAreAsFarAsTheirSupports) {
  Random random;
  int asked = 0, answered = 0;
  for (int trial = 0; trial < 200; ++trial) {
    MovingHulls hulls(random, 0.1);
    const ConvexPolyhedron &first = *hulls.first.polyhedron, &second = *hulls.second.polyhedron;
    PairMemory memory;
    calc_distance(hulls.first, {}, hulls.second, hulls.X_12, &memory);
    for (int k = 0; k < 10; ++k) {
      hulls.move(), ++asked;
      const auto near = near_polyhedra_distance(first, second, hulls.X_12, memory);
      if (!near) {
        calc_distance(hulls.first, {}, hulls.second, hulls.X_12, &memory);
        continue;
      }
      ++answered;
      // The points belong to the polyhedra, and a plane between them separates these as far: no others are
      // nearer.
      const Vec3<double>& n = near->normal;
      double high = -1e300, low = 1e300;
      for (const Vec3<double>& v : first.vertices()) high = std::max(high, dot(n, v));
      for (const Vec3<double>& v : second.vertices()) low = std::min(low, dot(n, hulls.X_12 * v));
      EXPECT_NEAR(near->distance, low - high, 1e-13);
      EXPECT_NEAR(norm(near->point2 - near->point1), near->distance, 1e-12);
      EXPECT_LT(first.height(near->point1), 1e-12);
      EXPECT_LT(second.height(hulls.X_12.inverse_times(near->point2)), 1e-12);
    }
  }
  EXPECT_GT(answered, 0.8 * asked);
}

// A surface made in one position holds no ball that is too large, wherever the polyhedra have moved.
TEST(Polyhedra, SurfacesClaimNoMoreThanTheOverlap) {
  Random random;
  int held = 0;
  for (int trial = 0; trial < 12; ++trial) {
    MovingHulls hulls(random, -0.1);
    const ConvexPolyhedron &first = *hulls.first.polyhedron, &second = *hulls.second.polyhedron;
    PairMemory memory;
    for (int k = 0; k < 3; ++k) calc_distance(hulls.first, {}, hulls.second, hulls.X_12, &memory);
    for (int k = 0; k < 8; ++k) {
      const Pose<double> X{
          Rotation<double>::about(normalized(random.vector()), random.number(0, 0.2)) * hulls.X_12.R,
          hulls.X_12.p + random.vector(0.05)};
      const double depth = -separation_by_all_axes(first, second, X);
      const internal::PolyhedronPair pair{first, second, X, 2};
      EXPECT_FALSE(holds_ball(memory.overlap, pair, std::max(depth, 0.0) + 1e-9));
      held += depth > 0 && holds_ball(memory.overlap, pair, 0.5 * depth);
    }
  }
  EXPECT_GT(held, 10);
}

}  // namespace sarrus::testing::polyhedra_test
