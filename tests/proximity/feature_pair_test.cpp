// The gap of features against the distance of shapes, and its derivatives against differences of distances.

#include "sarrus/proximity/feature_pair.h"

#include <gtest/gtest.h>

#include "sarrus/scalar/scalar_types.h"
#include "tests/proximity/distance_shapes.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::feature_pair_test {
namespace {

class FeaturePairs : public ::testing::TestWithParam<std::tuple<int, int>> {
 protected:
  NamedShape first_ = distance_shapes()[static_cast<std::size_t>(std::get<0>(GetParam()))];
  NamedShape second_ = distance_shapes()[static_cast<std::size_t>(std::get<1>(GetParam()))];
  Random random_{static_cast<unsigned>(100 * std::get<0>(GetParam()) + std::get<1>(GetParam()) + 7)};

  /// Calls law(X_12, distance there) for poses apart and shallow overlaps.
  template <class Law>
  void for_some_poses(const Law& law) {
    for (int i = 0; i < 40; ++i) {
      SCOPED_TRACE(fmt::format("{} and {}, number {}", first_.name, second_.name, i));
      Pose<double> X{random_.rotation(), random_.vector(1.5)};
      ShapeDistance d = distance(X);
      if (i % 2 == 1 && d.distance > 0 && are_convex()) {  // a shallow overlap
        X.p -= (d.distance + 1e-3) * d.normal;
        d = distance(X);
      }
      if (d.distance > 0 || (are_convex() && d.distance > -0.01)) law(X, d);
      if (HasFailure()) return;
    }
  }
  ShapeDistance distance(const Pose<double>& X) const {
    return calc_distance(first_.shape, {}, second_.shape, X);
  }
  FeaturePair features(const Pose<double>& X, const ShapeDistance& d) const {
    return find_features(first_.shape, {}, second_.shape, X, d);
  }
  /// Points of superellipsoids run infinitely fast over their equators.
  bool has_equators() const {
    return std::holds_alternative<SuperellipsoidShape>(first_.shape) ||
           std::holds_alternative<SuperellipsoidShape>(second_.shape);
  }
  bool are_convex() const {
    const auto fits = [](const AnyShape& shape) {
      return is_convex(shape) || std::holds_alternative<HalfSpaceShape>(shape);
    };
    return fits(first_.shape) && fits(second_.shape);
  }
};

TEST_P(FeaturePairs, TheGapIsTheDistance) {
  for_some_poses([&](const Pose<double>& X, const ShapeDistance& d) {
    const FeatureGap<double> gap = calc_gap(features(X, d), X, d.normal);
    EXPECT_NEAR(gap.gap, d.distance, 1e-11);
    EXPECT_LT(norm(gap.normal - d.normal), 1e-8);
    EXPECT_LT(norm(gap.point1 - d.point1), 1e-8);
    EXPECT_LT(norm(gap.point2 - d.point2), 1e-8);
  });
}

/// The pose along a motion that turns and shifts.
template <class T>
Pose<T> moved(const Pose<double>& X, const Motion<double>& V, const T& t) {
  const Vec3<double> axis = normalized(V.w);
  const Rotation<T> turn = Rotation<T>::about(axis.cast<T>(), T(norm(V.w)) * t);
  return {turn * X.R.cast<T>(), X.p.cast<T>() + t * V.v.cast<T>()};
}

TEST_P(FeaturePairs, DualNumbersGiveTheRatesOfGapNormalAndPoints) {
  using Moving = Dual<double, 1>;
  for_some_poses([&](const Pose<double>& X, const ShapeDistance& d) {
    const FeaturePair pair = features(X, d);
    const Motion<double> V = random_.motion();
    const FeatureGap<Moving> gap = calc_gap(pair, moved(X, V, Moving::variable(0, 0)), d.normal);
    // The law of the envelope: the rate of the gap is that of the point of shape 2 along the normal.
    const Vec3<double> rate = V.v + cross(V.w, d.point2 - X.p);
    EXPECT_NEAR(gap.gap.partial[0], dot(d.normal, rate), 1e-8);
    const double h = 1e-5;
    const auto at = [&](double s) { return calc_gap(pair, moved(X, V, s), d.normal); };
    const FeatureGap<double> a = at(-2 * h), b = at(-h), c = at(h), e = at(2 * h);
    for (int i = 0; i < 3; ++i) {
      const auto difference = [&](auto member) {
        return ((a.*member)[i] - 8 * (b.*member)[i] + 8 * (c.*member)[i] - (e.*member)[i]) / (12 * h);
      };
      const double normal = difference(&FeatureGap<double>::normal);
      EXPECT_NEAR(gap.normal[i].partial[0], normal, 1e-5 * (1 + std::abs(normal)));
      if (has_equators()) continue;
      const double point = difference(&FeatureGap<double>::point1);
      EXPECT_NEAR(gap.point1[i].partial[0], point, 1e-5 * (1 + std::abs(point)));
    }
  });
}

TEST_P(FeaturePairs, TheGapFollowsTheDistanceWhileTheFeaturesTouch) {
  for_some_poses([&](const Pose<double>& X, const ShapeDistance& d) {
    const FeaturePair pair = features(X, d);
    const Motion<double> V = random_.motion();
    const Pose<double> Y = moved(X, V, 1e-7);
    // Where other features come nearest, the distance is less by no more than the second order.
    EXPECT_NEAR(calc_gap(pair, Y, d.normal).gap, distance(Y).distance, 1e-9);
  });
}

std::string feature_pair_name(const ::testing::TestParamInfo<std::tuple<int, int>>& info) {
  const auto name = [](int i) { return distance_shapes()[static_cast<std::size_t>(i)].name; };
  return name(std::get<0>(info.param)) + "_" + name(std::get<1>(info.param));
}
std::vector<std::tuple<int, int>> pairs_with_features() {
  std::vector<std::tuple<int, int>> pairs;
  const int n = static_cast<int>(distance_shapes().size()) - 2;  // not height fields and implicit surfaces
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (has_distance(distance_shapes()[static_cast<std::size_t>(i)].shape,
                       distance_shapes()[static_cast<std::size_t>(j)].shape))
        pairs.emplace_back(i, j);
  return pairs;
}
INSTANTIATE_TEST_SUITE_P(Pairs, FeaturePairs, ::testing::ValuesIn(pairs_with_features()), feature_pair_name);

}  // namespace
}  // namespace sarrus::testing::feature_pair_test
