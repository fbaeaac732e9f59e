/// M⁻¹·F: multiplying back gives F, in all kinds of scalars, and nothing is lost far from the center of mass.

#include "sarrus/spatial/internal/inverse_inertia.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "sarrus/spatial/solids.h"
#include "tests/support/all_numbers.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::inverse_inertia_test {

using namespace internal;
namespace {

/// The largest difference between any two numbers of a and b.
template <class A>
double difference(const A& a, const A& b) {
  std::vector<double> left, right;
  append(left, a), append(right, b);
  double largest = 0;
  for (std::size_t i = 0; i < left.size(); ++i) largest = std::fmax(largest, std::abs(left[i] - right[i]));
  return largest;
}

template <class T>
class InverseInertia : public ::testing::Test {
 protected:
  static constexpr double tolerance = 512 * static_cast<double>(std::numeric_limits<ValueOf<T>>::epsilon());

  /// A random scalar; all its partials or lanes are random.
  T scalar() {
    return filled<T>([&] { return number(); });
  }
  Vec3<T> vector() { return {scalar(), scalar(), scalar()}; }
  Force<T> force() { return {vector(), vector()}; }
  /// Three masses off a line, around a random point, and a ball: well conditioned.
  RigidInertia<T> rigid() {
    const Vec3<T> center = vector();
    RigidInertia<T> M = RigidInertia<T>::from_central(T(2), center, Sym3<T>::diagonal(T(1), T(1), T(1)));
    for (int i = 0; i < 3; ++i)
      M = M + RigidInertia<T>::from_central(T(1.5) + scalar(), center + vector(), Sym3<T>::zero());
    return M;
  }
  /// A rigid inertia with four rank-one inertias on top.
  ArticulatedInertia<T> articulated() {
    ArticulatedInertia<T> a(rigid());
    for (int i = 0; i < 4; ++i) a = a + outer(force(), T(2));
    return a;
  }

 private:
  double number() { return uniform_(generator_); }
  std::mt19937 generator_{9};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

using CheckedScalars = ::testing::Types<double, float, Dual8, Pack8d>;
TYPED_TEST_SUITE(InverseInertia, CheckedScalars);

TYPED_TEST(InverseInertia, OfARigidBodyMultipliesBack) {
  for (int sample = 0; sample < 20; ++sample) {
    const auto M = this->rigid();
    const auto F = this->force();
    EXPECT_LE(difference(M * inverse_times(M, F), F), this->tolerance);
  }
}

TYPED_TEST(InverseInertia, OfAnArticulatedBodyMultipliesBack) {
  for (int sample = 0; sample < 20; ++sample) {
    const auto a = this->articulated();
    const auto F = this->force();
    EXPECT_LE(difference(a * inverse_times(a, F), F), this->tolerance);
  }
}

TYPED_TEST(InverseInertia, IsTheSameForARigidBodyTakenAsArticulated) {
  for (int sample = 0; sample < 20; ++sample) {
    const auto M = this->rigid();
    const auto F = this->force();
    EXPECT_LE(difference(inverse_times(ArticulatedInertia<TypeParam>(M), F), inverse_times(M, F)),
              this->tolerance);
  }
}

TYPED_TEST(InverseInertia, IsFactoredOnceForManyForces) {
  const auto M = this->rigid();
  const auto a = this->articulated();
  const RigidInertiaFactor<TypeParam> rigid_factor(M);
  const ArticulatedInertiaFactor<TypeParam> articulated_factor(a);
  for (int sample = 0; sample < 5; ++sample) {
    const auto F = this->force();
    EXPECT_LE(difference(M * inverse_times(rigid_factor, F), F), this->tolerance);
    EXPECT_LE(difference(a * inverse_times(articulated_factor, F), F), this->tolerance);
  }
}

// The inverse of a symmetric map is symmetric: G·(M⁻¹·F) = F·(M⁻¹·G).
TYPED_TEST(InverseInertia, IsSymmetric) {
  const auto a = this->articulated();
  const auto F = this->force(), G = this->force();
  EXPECT_LE(difference(dot(inverse_times(a, F), G), dot(inverse_times(a, G), F)), this->tolerance);
}

// A push through the center of mass of a body far from its frame's origin does not turn it. The 6×6 matrix
// has a condition of 1e12 here, but the way through the center of mass loses only what subtracting m·c²
// loses.
TEST(InverseInertiaOfDouble, FarFromTheOrigin) {
  const Vec3<double> com{1000, -500, 250};
  const RigidInertia<double> M = Pose<double>::translation(com) * solid_brick(2, {0.5, 1, 2});
  const Force<double> push = shift(Force<double>{{0, 0, 0}, {6, 4, 2}}, -com);
  const Motion<double> A = inverse_times(M, push);
  const double lost = epsilon * dot(com, com);
  EXPECT_LE(difference(A.w, Vec3<double>::zero()), lost);
  EXPECT_LE(difference(shift(A, com).v, {3, 2, 1}), lost);
}

TEST(InverseInertiaOfDouble, OfASphereIsDiagonal) {
  const RigidInertia<double> M = solid_sphere(5, 2);  // I = 8
  const Motion<double> A = inverse_times(M, Force<double>{{8, 16, 24}, {5, 10, 15}});
  EXPECT_LE(difference(A, Motion<double>{{1, 2, 3}, {1, 2, 3}}), 4 * epsilon);
}

TEST(InverseInertiaOfDouble, OfNothingIsNotFinite) {
  const Motion<double> A = inverse_times(RigidInertia<double>{0, {0, 0, 0}, Sym3<double>::zero()},
                                         Force<double>{{1, 0, 0}, {1, 0, 0}});
  EXPECT_FALSE(std::isfinite(A.w.x));
  EXPECT_FALSE(std::isfinite(A.v.x));
}

TEST(InverseInertiaOfDouble, ServesEveryLaneOfAPackOfForces) {
  const RigidInertia<double> M = Pose<double>::translation({0.1, 0.2, 0.3}) * solid_brick(2, {0.5, 1, 2});
  const ArticulatedInertia<double> a(M);
  Force<Pack8d> F = Force<double>{{1, 2, 3}, {4, 5, 6}}.cast<Pack8d>();
  F.t.x = Pack8d::each([](int lane) { return 1.0 + lane; });
  const Motion<Pack8d> rigid = inverse_times(M, F), articulated = inverse_times(a, F);
  for (int lane = 0; lane < 8; ++lane) {
    const Motion<double> single = inverse_times(M, Force<double>{{1.0 + lane, 2, 3}, {4, 5, 6}});
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(rigid.w[i][lane], single.w[i], 1e-13);
      EXPECT_NEAR(rigid.v[i][lane], single.v[i], 1e-13);
      EXPECT_NEAR(articulated.w[i][lane], single.w[i], 1e-13);
      EXPECT_NEAR(articulated.v[i][lane], single.v[i], 1e-13);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::inverse_inertia_test
