// Laws of distances over random, kissing and deep poses of every pair of shapes.

#include <gtest/gtest.h>

#include "tests/proximity/distance_shapes.h"
#include "tests/support/count_allocations.h"
#include "tests/support/random.h"

namespace sarrus::testing::distance_laws_test {
namespace {

/// How two shapes are placed.
enum class Placement { random, deep, kissing };

class DistanceLaws : public ::testing::TestWithParam<std::tuple<int, int>> {
 protected:
  NamedShape first_ = distance_shapes()[static_cast<std::size_t>(std::get<0>(GetParam()))];
  NamedShape second_ = distance_shapes()[static_cast<std::size_t>(std::get<1>(GetParam()))];
  Random random_{static_cast<unsigned>(100 * std::get<0>(GetParam()) + std::get<1>(GetParam()) + 1)};

  ShapeDistance distance(const Pose<double>& X1, const Pose<double>& X2, PairMemory* memory = nullptr) const {
    return calc_distance(first_.shape, X1, second_.shape, X2, memory);
  }
  /// Poses in which the law is tried, for each placement.
  template <class Law>
  void for_all_poses(const Law& law) {
    if (!has_distance(first_.shape, second_.shape)) GTEST_SKIP() << "no distance of this pair";
    for (const Placement placement : {Placement::random, Placement::deep, Placement::kissing})
      for (int i = 0; i < 40; ++i) {
        SCOPED_TRACE(fmt::format("{} and {}, placement {}, number {}", first_.name, second_.name,
                                 static_cast<int>(placement), i));
        const Pose<double> X1 = random_.pose();
        Pose<double> X2{random_.rotation(), X1.p + random_.vector(placement == Placement::deep ? 0.05 : 1.2)};
        if (placement == Placement::kissing) {
          const ShapeDistance d = distance(X1, X2);
          if (d.distance < 0 && !are_convex()) continue;
          X2.p -= (d.distance - rest()) * d.normal;
        }
        law(X1, X2, placement);
        if (HasFailure()) return;
      }
  }
  /// The laws of overlaps hold for convex shapes; depths of other shapes tell how deep a point is, and
  /// nothing of translations.
  double rest() const { return are_convex() ? 0 : 1e-6; }
  bool are_convex() const {
    const auto fits = [](const AnyShape& shape) {
      return is_convex(shape) || std::holds_alternative<HalfSpaceShape>(shape);
    };
    return fits(first_.shape) && fits(second_.shape);
  }
};

TEST_P(DistanceLaws, PointsLieOnTheSurfacesOppositeEachOther) {
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    EXPECT_NEAR(norm(d.normal), 1, 1e-14);
    EXPECT_LT(norm(d.point2 - d.point1 - d.distance * d.normal), 1e-13);
    if (d.distance < 0 && !are_convex()) return;
    EXPECT_NEAR(nearest(first_.shape, X1.inverse_times(d.point1)).distance, 0, 1e-11) << d.distance;
    EXPECT_NEAR(nearest(second_.shape, X2.inverse_times(d.point2)).distance, 0, 1e-11) << d.distance;
  });
}

TEST_P(DistanceLaws, TheOrderOfTheShapesAndRigidMotionsDoNotMatter) {
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    const ShapeDistance e = calc_distance(second_.shape, X2, first_.shape, X1);
    if (d.distance < 0 && !are_convex()) return;
    EXPECT_NEAR(d.distance, e.distance, 1e-12);
    const Pose<double> M = random_.pose();
    const ShapeDistance f = distance(M * X1, M * X2);
    EXPECT_NEAR(d.distance, f.distance, 1e-12);
  });
}

TEST_P(DistanceLaws, MovingByTheDistanceMakesThemTouch) {
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement placement) {
    const ShapeDistance d = distance(X1, X2);
    if (placement == Placement::kissing) {
      EXPECT_NEAR(d.distance, rest(), 1e-12);
    }
    if (d.distance < 0 && !are_convex()) return;
    Pose<double> moved = X2;
    moved.p -= (d.distance - rest()) * d.normal;
    EXPECT_NEAR(distance(X1, moved).distance, rest(), 1e-12) << d.distance;
  });
}

// Where convex shapes overlap least along n, they keep touching there when they are moved apart along n.
TEST_P(DistanceLaws, DistanceAndNormalGoSmoothlyThroughTouching) {
  if (!are_convex()) return;
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    if (d.distance > -2e-3) return;
    for (const double to : {-1e-3, -1e-6, -1e-9, -1e-12, 0.0, 1e-12, 1e-9, 1e-6, 1e-3}) {
      Pose<double> moved = X2;
      moved.p += (to - d.distance) * d.normal;
      const ShapeDistance e = distance(X1, moved);
      EXPECT_NEAR(e.distance, to, 1e-12);
      EXPECT_LT(norm(e.normal - d.normal), 1e-7) << to;
    }
  });
}

TEST_P(DistanceLaws, MovingChangesTheDistanceByNoMoreThanThat) {
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    if (d.distance < 2e-3 && !are_convex()) return;
    for (const double by : {1e-12, 1e-9, 1e-6, 1e-3}) {
      Pose<double> moved = X2;
      moved.p += by * normalized(random_.vector());
      EXPECT_LE(std::abs(distance(X1, moved).distance - d.distance), by + 1e-12) << by;
    }
  });
}

TEST_P(DistanceLaws, NoDirectionSeparatesMore) {
  if (!is_convex(first_.shape) || !is_convex(second_.shape)) return;
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    for (int k = 0; k < 300; ++k) {
      const Vec3<double> near = d.normal + random_.vector(std::pow(0.1, k % 8));
      const Vec3<double> n = normalized(k < 150 ? random_.vector() : near);
      const Vec3<double> a = X1 * support(first_.shape, X1.R.inverse_times(n));
      const Vec3<double> b = X2 * support(second_.shape, -X2.R.inverse_times(n));
      EXPECT_LE(dot(n, b - a), d.distance + 1e-13);
    }
  });
}

TEST_P(DistanceLaws, NoPointsOfTheSurfacesAreCloser) {
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance d = distance(X1, X2);
    if (d.distance <= 0) return;
    for (int k = 0; k < 20; ++k) {
      const Vec3<double> p = X1 * nearest(first_.shape, random_.vector()).point;
      EXPECT_GE(nearest(second_.shape, X2.inverse_times(p)).distance, d.distance - 1e-12);
    }
  });
}

TEST_P(DistanceLaws, MemoryDoesNotChangeTheAnswer) {
  PairMemory memory;
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const ShapeDistance cold = distance(X1, X2), warm = distance(X1, X2, &memory),
                        again = distance(X1, X2, &memory);
    if (cold.distance < 0 && !are_convex()) return;
    EXPECT_NEAR(warm.distance, cold.distance, 1e-12);
    EXPECT_NEAR(again.distance, cold.distance, 1e-12);
  });
}

// Deep inside each other, shapes have several ways out that are nearly as short: while they move, the
// shortest one changes from one pair of features to another that is far from it.
TEST_P(DistanceLaws, MemoryFollowsAMotion) {
  if (!is_convex(first_.shape) || !is_convex(second_.shape)) return;
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    PairMemory memory;
    const Vec3<double> axis = normalized(random_.vector()), step = random_.vector(5e-3);
    Pose<double> X = X2;
    for (int k = 0; k < 20; ++k) {
      X.p += step, X.R = Rotation<double>::about(axis, 1e-2) * X.R;
      EXPECT_NEAR(distance(X1, X, &memory).distance, distance(X1, X).distance, 1e-12) << k;
    }
  });
}

TEST_P(DistanceLaws, NothingIsAllocated) {
  PairMemory memory;
  bool is_first = true;  // height fields make their splines
  for_all_poses([&](const Pose<double>& X1, const Pose<double>& X2, Placement) {
    const long before = allocations();
    distance(X1, X2, &memory);
    if (!is_first) {
      EXPECT_EQ(allocations(), before);
    }
    is_first = false;
  });
}

std::string pair_name(const ::testing::TestParamInfo<std::tuple<int, int>>& info) {
  const auto name = [](int i) { return distance_shapes()[static_cast<std::size_t>(i)].name; };
  return name(std::get<0>(info.param)) + "_" + name(std::get<1>(info.param));
}
std::vector<std::tuple<int, int>> all_pairs() {
  std::vector<std::tuple<int, int>> pairs;
  const int n = static_cast<int>(distance_shapes().size());
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) pairs.emplace_back(i, j);
  return pairs;
}
INSTANTIATE_TEST_SUITE_P(Pairs, DistanceLaws, ::testing::ValuesIn(all_pairs()), pair_name);

}  // namespace
}  // namespace sarrus::testing::distance_laws_test
