/// Every planar operation against the spatial one on the embedded quantities, in all kinds of scalars.

#include "sarrus/spatial/planar.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "sarrus/spatial/inertia_check.h"
#include "sarrus/spatial/internal/inverse_inertia.h"
#include "sarrus/spatial/lie.h"
#include "tests/support/all_numbers.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::planar_test {

using namespace internal;
namespace {

using sarrus::testing::append;

template <class T>
void append(std::vector<double>& list, const Vec2<T>& a) {
  append(list, a.x), append(list, a.y);
}
template <class T>
void append(std::vector<double>& list, const PlanarMotion<T>& V) {
  append(list, V.w), append(list, V.v);
}
template <class T>
void append(std::vector<double>& list, const PlanarForce<T>& F) {
  append(list, F.t), append(list, F.f);
}
template <class T>
void append(std::vector<double>& list, const PlanarPose<T>& X) {
  append(list, X.c), append(list, X.s), append(list, X.p);
}
template <class T>
void append(std::vector<double>& list, const PlanarInertia<T>& M) {
  append(list, M.m), append(list, M.h), append(list, M.I);
}
template <class T>
void append(std::vector<double>& list, const PlanarArticulatedInertia<T>& a) {
  append(list, a.M_xx), append(list, a.M_xy), append(list, a.M_yy), append(list, a.H), append(list, a.I);
}

template <class T>
class Planar : public ::testing::Test {
 protected:
  static constexpr double tolerance = 256 * static_cast<double>(std::numeric_limits<ValueOf<T>>::epsilon());

  /// A random scalar in [−1, 1]; all its partials or lanes are random.
  T scalar() {
    return filled<T>([&] { return number(); });
  }
  Vec2<T> vector() { return {scalar(), scalar()}; }
  PlanarMotion<T> motion() { return {scalar(), vector()}; }
  PlanarForce<T> force() { return {scalar(), vector()}; }
  PlanarPose<T> pose() {
    return PlanarPose<T>::translation(vector()) * PlanarPose<T>::rotation(T(3) * scalar());
  }
  PlanarInertia<T> rigid() {
    return PlanarInertia<T>::from_central(T(2) + scalar(), vector(), T(1.5) + scalar());
  }
  PlanarArticulatedInertia<T> articulated() {
    return PlanarArticulatedInertia<T>(rigid()) + outer(force(), T(2)) + outer(force(), T(1));
  }

  template <class A>
  static void expect_equal(const A& a, const A& b) {
    std::vector<double> left, right;
    append(left, a), append(right, b);
    for (std::size_t i = 0; i < left.size(); ++i)
      EXPECT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << "number " << i;
  }

 private:
  double number() { return uniform_(generator_); }
  std::mt19937 generator_{11};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

using CheckedScalars = ::testing::Types<double, float, Dual8, Pack8d>;
TYPED_TEST_SUITE(Planar, CheckedScalars);

TYPED_TEST(Planar, ProjectionUndoesEmbedding) {
  const auto V = this->motion();
  const auto F = this->force();
  const auto X = this->pose();
  const auto M = this->rigid();
  const auto a = this->articulated();
  const auto p = this->vector();
  this->expect_equal(planar(embed(p)), p);
  this->expect_equal(planar(embed(V)), V);
  this->expect_equal(planar(embed(F)), F);
  this->expect_equal(planar(embed(X)), X);
  this->expect_equal(planar(embed(M)), M);
  this->expect_equal(planar(embed(a)), a);
}

TYPED_TEST(Planar, MotionsAndForces) {
  using T = TypeParam;
  for (int sample = 0; sample < 10; ++sample) {
    const auto V = this->motion(), U = this->motion();
    const auto F = this->force(), G = this->force();
    const auto p = this->vector();
    const T s = this->scalar();
    this->expect_equal(V + U, planar(embed(V) + embed(U)));
    this->expect_equal(V - U, planar(embed(V) - embed(U)));
    this->expect_equal(-V, planar(-embed(V)));
    this->expect_equal(s * V, planar(s * embed(V)));
    this->expect_equal(F + G, planar(embed(F) + embed(G)));
    this->expect_equal(F - G, planar(embed(F) - embed(G)));
    this->expect_equal(-F, planar(-embed(F)));
    this->expect_equal(s * F, planar(s * embed(F)));
    this->expect_equal(dot(V, F), dot(embed(V), embed(F)));
    this->expect_equal(cross(V, U), planar(cross(embed(V), embed(U))));
    this->expect_equal(cross(V, F), planar(cross(embed(V), embed(F))));
    this->expect_equal(shift(V, p), planar(shift(embed(V), embed(p))));
    this->expect_equal(shift(F, p), planar(shift(embed(F), embed(p))));
    this->expect_equal(shift_acceleration(U, V.w, p),
                       planar(shift_acceleration(embed(U), embed(V).w, embed(p))));
    this->expect_equal(spatial_acceleration(U, V), planar(spatial_acceleration(embed(U), embed(V))));
    this->expect_equal(classical_acceleration(U, V), planar(classical_acceleration(embed(U), embed(V))));
    PlanarMotion<T> sum_of_motions = V;
    PlanarForce<T> sum_of_forces = F;
    this->expect_equal(sum_of_motions += U, V + U);
    this->expect_equal(sum_of_forces += G, F + G);
  }
}

TYPED_TEST(Planar, Poses) {
  using T = TypeParam;
  for (int sample = 0; sample < 10; ++sample) {
    const auto X = this->pose(), Y = this->pose();
    const auto V = this->motion();
    const auto F = this->force();
    const auto point = this->vector();
    this->expect_equal(X * Y, planar(embed(X) * embed(Y)));
    this->expect_equal(X.inverse(), planar(embed(X).inverse()));
    this->expect_equal(X * point, planar(embed(X) * embed(point)));
    this->expect_equal(X * V, planar(embed(X) * embed(V)));
    this->expect_equal(X * F, planar(embed(X) * embed(F)));
    this->expect_equal(X.inverse_times(Y), planar(embed(X).inverse_times(embed(Y))));
    this->expect_equal(X.inverse_times(point), planar(embed(X).inverse_times(embed(point))));
    this->expect_equal(X.inverse_times(V), planar(embed(X).inverse_times(embed(V))));
    this->expect_equal(X.inverse_times(F), planar(embed(X).inverse_times(embed(F))));
    this->expect_equal(PlanarPose<T>::rotation(V.w), planar(Pose<T>::rotation(Rotation<T>::about_z(V.w))));
    this->expect_equal(PlanarPose<T>() * X, X);
  }
}

TYPED_TEST(Planar, RigidInertias) {
  using T = TypeParam;
  for (int sample = 0; sample < 10; ++sample) {
    const auto M = this->rigid(), N = this->rigid();
    const auto X = this->pose();
    const auto V = this->motion();
    const auto F = this->force();
    const T s = this->scalar();
    this->expect_equal(M + N, planar(embed(M) + embed(N)));
    this->expect_equal(s * M, planar(s * embed(M)));
    this->expect_equal(M * V, planar(embed(M) * embed(V)));
    this->expect_equal(X * M, planar(embed(X) * embed(M)));
    this->expect_equal(shift(M, X.p), planar(shift(embed(M), embed(X.p))));
    this->expect_equal(inverse_times(X, M), planar(inverse_times(embed(X), embed(M))));
    this->expect_equal(M.com(), planar(embed(M).com()));
    this->expect_equal(M.central(), embed(M).central().zz);
    this->expect_equal(PlanarInertia<T>::from_central(M.m, M.com(), M.central()), M);
    this->expect_equal(newton_euler(M, V, s),
                       planar(newton_euler(embed(M), embed(V), Vec3<T>{T(0), T(0), s})));
    this->expect_equal(kinetic_energy(M, V), kinetic_energy(embed(M), embed(V)));
    this->expect_equal(inverse_times(M, F), planar(inverse_times(embed(M), embed(F))));
    this->expect_equal(M * inverse_times(M, F), F);
  }
}

TYPED_TEST(Planar, ArticulatedInertias) {
  using T = TypeParam;
  for (int sample = 0; sample < 10; ++sample) {
    const auto a = this->articulated(), b = this->articulated();
    const auto M = this->rigid();
    const auto X = this->pose();
    const auto V = this->motion();
    const auto F = this->force();
    const auto r = this->vector();
    const T s = this->scalar();
    this->expect_equal(PlanarArticulatedInertia<T>(M), planar(ArticulatedInertia<T>(embed(M))));
    this->expect_equal(a + b, planar(embed(a) + embed(b)));
    this->expect_equal(a - b, planar(embed(a) - embed(b)));
    this->expect_equal(s * a, planar(s * embed(a)));
    this->expect_equal(a + M, planar(embed(a) + embed(M)));
    this->expect_equal(a * V, planar(embed(a) * embed(V)));
    this->expect_equal(outer(F, s), planar(outer(embed(F), s)));
    this->expect_equal(shift(a, r), planar(shift(embed(a), embed(r))));
    this->expect_equal(X * a, planar(embed(X) * embed(a)));
    this->expect_equal(inverse_times(X, a), planar(inverse_times(embed(X), embed(a))));
    this->expect_equal(a * inverse_times(a, F), F);
  }
}

// In-plane quantities stay in the plane: the spatial results have nothing out of it.
TEST(PlanarEmbedding, StaysInThePlane) {
  const PlanarPose<double> X =
      PlanarPose<double>::translation({0.3, -0.8}) * PlanarPose<double>::rotation(0.9);
  const auto M = PlanarInertia<double>::from_central(2, {0.4, 0.7}, 1.5);
  const PlanarMotion<double> V{1.2, {0.4, -2}}, A{-0.3, {1, 0.2}};
  const Force<double> F = newton_euler(embed(X) * embed(M), embed(A), embed(V).w);
  EXPECT_NEAR(F.t.x, 0, 4 * epsilon);
  EXPECT_NEAR(F.t.y, 0, 4 * epsilon);
  EXPECT_NEAR(F.f.z, 0, 4 * epsilon);
}

TEST(PlanarEmbedding, MakesARealBody) {
  const auto M = PlanarInertia<double>::from_central(2, {0.4, 0.7}, 1.5);
  EXPECT_TRUE(inertia_faults(embed(M)).empty());
  EXPECT_NEAR(principal_inertia(embed(M)).moments.z, 1.5, 1e-14);
}

// The matrix [10101 −10 100; −10 1 0; 100 0 1] has condition 1e8, but through the center of mass nothing is
// lost.
TEST(PlanarInertia, InverseFarFromTheCenterOfMass) {
  const PlanarInertia<double> M{1, {100, 10}, 10101};
  const PlanarMotion<double> A = inverse_times(M, PlanarForce<double>{111, {-1, 1}});
  EXPECT_EQ(A.w, 1);
  EXPECT_EQ(A.v.x, 9);
  EXPECT_EQ(A.v.y, -99);
}

// Powers of one motion commute and multiply: exp((a + b)·V) = exp(a·V)·exp(b·V).
TYPED_TEST(Planar, ExponentialIsAOneParameterGroup) {
  using T = TypeParam;
  for (const double scale : {1e-3, 0.1, 1.0, 3.0, 10.0}) {
    const PlanarMotion<T> V = T(scale) * this->motion();
    this->expect_equal(exp_se2(T(0.3) * V) * exp_se2(T(0.7) * V), exp_se2(V));
    this->expect_equal(exp_se2(V) * exp_se2(-V), PlanarPose<T>());
  }
}

TYPED_TEST(Planar, LogarithmUndoesTheExponential) {
  using T = TypeParam;
  for (const double scale : {0.0, 1e-9, 1e-3, 0.1, 1.0, 3.0}) {
    const PlanarMotion<T> V{T(scale) * this->scalar(), this->vector()};
    this->expect_equal(log_se2(exp_se2(V)), V);
    const PlanarPose<T> X = this->pose();
    this->expect_equal(exp_se2(log_se2(X)), X);
  }
}

TYPED_TEST(Planar, ExponentialAndLogarithmAreThoseOfSpace) {
  for (int sample = 0; sample < 10; ++sample) {
    const auto V = this->motion();
    const auto X = exp_se2(V);
    this->expect_equal(X, planar(exp_se3(embed(V))));
    this->expect_equal(log_se2(X), planar(log_se3(embed(X))));
  }
}

TEST(PlanarExponential, GoesAroundACircle) {
  const PlanarPose<double> X =
      exp_se2(PlanarMotion<double>{pi / 2, {pi / 2, 0}});  // a quarter of the unit circle
  EXPECT_NEAR(X.c, 0, epsilon);
  EXPECT_NEAR(X.s, 1, epsilon);
  EXPECT_NEAR(X.p.x, 1, 2 * epsilon);
  EXPECT_NEAR(X.p.y, 1, 2 * epsilon);
}

TEST(PlanarExponential, StraightAndHalfTurn) {
  const PlanarPose<double> straight = exp_se2(PlanarMotion<double>{0, {2, -3}});
  EXPECT_EQ(straight.c, 1);
  EXPECT_EQ(straight.s, 0);
  EXPECT_EQ(straight.p.x, 2);
  EXPECT_EQ(straight.p.y, -3);
  const PlanarMotion<double> half = log_se2(PlanarPose<double>{-1, 0, {1, 2}});
  EXPECT_NEAR(half.w, pi, epsilon);
  EXPECT_NEAR(half.v.x, pi / 2 * 2, 8 * epsilon);
  EXPECT_NEAR(half.v.y, -pi / 2 * 1, 8 * epsilon);
}

// Near the identity exp(ε·V) = 1 + ε·V, at the identity itself too.
TEST(PlanarExponential, DerivativeAtTheIdentity) {
  const Dual8 step = Dual8::variable(0, 0);
  const PlanarPose<Dual8> X = exp_se2(step * PlanarMotion<double>{0.5, {2, -3}}.cast<Dual8>());
  EXPECT_EQ(X.c.partial[0], 0);
  EXPECT_EQ(X.s.partial[0], 0.5);
  EXPECT_EQ(X.p.x.partial[0], 2);
  EXPECT_EQ(X.p.y.partial[0], -3);
}

// ∂exp(V)/∂w in the twist's own direction and across, on both sides of where sinc changes its formula.
TEST(PlanarExponential, DerivativeByTheAngle) {
  for (const double w : {1e-8, 0.3, 1.9999, 2.0001, 5.0}) {
    const Vec2<double> v{0.7, -0.4};
    const PlanarPose<Dual8> X = exp_se2(PlanarMotion<Dual8>{Dual8::variable(w, 0), v.cast<Dual8>()});
    const double h = 1e-6;
    const PlanarPose<double> above = exp_se2(PlanarMotion<double>{w + h, v}),
                             below = exp_se2(PlanarMotion<double>{w - h, v});
    EXPECT_NEAR(X.p.x.partial[0], (above.p.x - below.p.x) / (2 * h), 1e-9);
    EXPECT_NEAR(X.p.y.partial[0], (above.p.y - below.p.y) / (2 * h), 1e-9);
    EXPECT_NEAR(X.s.partial[0], std::cos(w), 4 * epsilon);
  }
}

TEST(PlanarPose, MixesWithConstants) {
  const PlanarPose<double> X{0.6, 0.8, {1, 2}};
  const PlanarMotion<double> V{0.5, {3, 4}};
  const PlanarMotion<Pack8d> packed = X * V.cast<Pack8d>();
  const PlanarMotion<double> single = X * V;
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_NEAR(packed.w[lane], single.w, epsilon);
    EXPECT_NEAR(packed.v.x[lane], single.v.x, 4 * epsilon);
    EXPECT_NEAR(packed.v.y[lane], single.v.y, 4 * epsilon);
  }
}

}  // namespace
}  // namespace sarrus::testing::planar_test
