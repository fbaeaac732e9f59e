/// Axial screws against the general transforms of the pose they stand for, in all kinds of scalars, both
/// ways.

#include "sarrus/spatial/axial_screw.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <random>
#include <vector>

#include "sarrus/scalar/eigen.h"
#include "tests/support/all_numbers.h"

namespace sarrus::testing::axial_screw_test {
namespace {

using sarrus::testing::append;

template <class T>
void append(std::vector<double>& list, const RigidInertia<T>& M) {
  append(list, M.m), append(list, M.h), append(list, M.I);
}
template <class T>
void append(std::vector<double>& list, const ArticulatedInertia<T>& a) {
  append(list, a.M), append(list, a.H), append(list, a.I);
}

template <class T>
class AxialScrews : public ::testing::Test {
 protected:
  static constexpr double tolerance = 64 * static_cast<double>(std::numeric_limits<ValueOf<T>>::epsilon());

  /// A random scalar; all its partials or lanes are random.
  T scalar() {
    return filled<T>([&] { return number(); });
  }
  Vec3<T> vector() { return {scalar(), scalar(), scalar()}; }
  Mat3<T> matrix() { return {vector(), vector(), vector()}; }
  Sym3<T> symmetric() { return {scalar(), scalar(), scalar(), scalar(), scalar(), scalar()}; }

  template <class A>
  static void expect_equal(const A& a, const A& b) {
    std::vector<double> left, right;
    append(left, a), append(right, b);
    for (std::size_t i = 0; i < left.size(); ++i)
      EXPECT_NEAR(left[i], right[i], tolerance * (1 + std::abs(right[i]))) << "number " << i;
  }

  template <int axis>
  void check() {
    const AxialScrew<T, axis> X(T(3) * scalar(), scalar());
    const Pose<T> pose = X.pose();
    const Vec3<T> point = vector();
    const Motion<T> V{vector(), vector()};
    const Force<T> F{vector(), vector()};
    const RigidInertia<T> M{scalar(), vector(), symmetric()};
    const ArticulatedInertia<T> a{symmetric(), matrix(), symmetric()};
    const ProjectedInertia<T> projected{symmetric(), vector(), vector(), scalar(), scalar(), scalar()};

    expect_equal(rotate(X, point), pose.R * point);
    expect_equal(rotate(X, a.H), rotate(pose.R, a.H));
    expect_equal(rotate(X, a.M), rotate(pose.R, a.M));
    expect_equal(X * point, pose * point);
    expect_equal(X * V, pose * V);
    expect_equal(X * F, pose * F);
    expect_equal(X * M, pose * M);
    expect_equal(X * a, pose * a);
    expect_equal(dense(X * projected), pose * projected.articulated());

    expect_equal(X.inverse_times(point), pose.inverse_times(point));
    expect_equal(X.inverse_times(V), pose.inverse_times(V));
    expect_equal(X.inverse_times(F), pose.inverse_times(F));
    expect_equal(X.inverse_times(M), inverse_times(pose, M));
    expect_equal(X.inverse_times(a), inverse_times(pose, a));
    expect_equal(dense(X.inverse_times(projected)), inverse_times(pose, projected.articulated()));
  }

  static ArticulatedInertia<T> dense(const ArticulatedInertia<T>& a) { return a; }
  static ArticulatedInertia<T> dense(const ProjectedInertia<T>& a) { return a.articulated(); }

 private:
  double number() { return uniform_(generator_); }
  std::mt19937 generator_{5};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

using CheckedScalars = ::testing::Types<double, float, Dual8, Pack8d>;
TYPED_TEST_SUITE(AxialScrews, CheckedScalars);

TYPED_TEST(AxialScrews, AboutXEqualTheirPose) {
  for (int sample = 0; sample < 10; ++sample) this->template check<0>();
}
TYPED_TEST(AxialScrews, AboutYEqualTheirPose) {
  for (int sample = 0; sample < 10; ++sample) this->template check<1>();
}
TYPED_TEST(AxialScrews, AboutZEqualTheirPose) {
  for (int sample = 0; sample < 10; ++sample) this->template check<2>();
}

// X_parent_child of a Denavit-Hartenberg link: a screw along x, then one along z.
TYPED_TEST(AxialScrews, TwoMakeADenavitHartenbergLink) {
  using T = TypeParam;
  const ScrewX<T> twist(this->scalar(), this->scalar());
  const ScrewZ<T> joint(this->scalar(), this->scalar());
  const Pose<T> link = twist.pose() * joint.pose();
  const Motion<T> V{this->vector(), this->vector()};
  const ProjectedInertia<T> a{this->symmetric(), this->vector(), this->vector(),
                              this->scalar(),    this->scalar(), this->scalar()};
  this->expect_equal(twist * (joint * V), link * V);
  this->expect_equal(joint.inverse_times(twist.inverse_times(V)), link.inverse_times(V));
  this->expect_equal(twist * (joint * a), link * a.articulated());
}

TYPED_TEST(AxialScrews, DefaultIsTheIdentity) {
  using T = TypeParam;
  const ArticulatedInertia<T> a{this->symmetric(), this->matrix(), this->symmetric()};
  this->expect_equal(ScrewX<T>() * a, a);
  this->expect_equal(ScrewY<T>() * a, a);
  this->expect_equal(ScrewZ<T>() * a, a);
}

TEST(AxialScrew, FromCosineAndSine) {
  const ScrewY<double> a(0.7, 0.3), b = ScrewY<double>::from_cosine_sine(std::cos(0.7), std::sin(0.7), 0.3);
  EXPECT_EQ(a.c, b.c);
  EXPECT_EQ(a.s, b.s);
  EXPECT_EQ(a.d, b.d);
  EXPECT_NEAR(a.ss, std::sin(0.7) * std::sin(0.7), 1e-15);
  EXPECT_NEAR(a.twice_cs, std::sin(1.4), 1e-15);
  EXPECT_NEAR(a.cos_twice, std::cos(1.4), 1e-15);
}

// The book's scrz(θ, d) maps from A to B: it is inverse_times().  [sec. A.4]
TEST(AxialScrew, InverseIsTheBooksScrew) {
  const double angle = 0.4, d = 0.9, c = std::cos(angle), s = std::sin(angle);
  Eigen::Matrix<double, 6, 6> scrz;
  scrz << c, s, 0, 0, 0, 0,         //
      -s, c, 0, 0, 0, 0,            //
      0, 0, 1, 0, 0, 0,             //
      -s * d, c * d, 0, c, s, 0,    //
      -c * d, -s * d, 0, -s, c, 0,  //
      0, 0, 0, 0, 0, 1;
  const Motion<double> V = ScrewZ<double>(angle, d).inverse_times(Motion<double>{{1, 2, 3}, {4, 5, 6}});
  const Eigen::Matrix<double, 6, 1> expected = scrz * Eigen::Matrix<double, 6, 1>{1, 2, 3, 4, 5, 6};
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(V.w[i], expected[i], 1e-14);
    EXPECT_NEAR(V.v[i], expected[i + 3], 1e-14);
  }
}

// A revolute joint about z transmits I^a = I^A − U·Uᵀ/D, in which nothing is left about z.
TYPED_TEST(AxialScrews, ProjectionTakesOutTheAxis) {
  using T = TypeParam;
  ArticulatedInertia<T> a{this->symmetric(), this->matrix(), this->symmetric()};
  a.I.zz = T(4) + this->scalar();
  const Motion<T> about_z{Vec3<T>::unit_z(), Vec3<T>::zero()};
  const Force<T> U = a * about_z;
  const ArticulatedInertia<T> expected = a - outer(U, T(1) / dot(about_z, U));
  const ArticulatedInertia<T> projected = project_out_z(a).articulated();
  this->expect_equal(projected, expected);
  this->expect_equal(projected * about_z, Force<T>::zero());
}

TEST(AxialScrew, MixesWithConstants) {
  const ScrewX<double> X(0.3, 0.2);
  const Motion<double> V{{1, 2, 3}, {4, 5, 6}};
  const Motion<Pack8d> packed = X * V.cast<Pack8d>();
  const Motion<double> single = X * V;
  for (int lane = 0; lane < 8; ++lane)
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(packed.w[i][lane], single.w[i], 1e-15);
      EXPECT_NEAR(packed.v[i][lane], single.v[i], 1e-15);
    }
}

}  // namespace
}  // namespace sarrus::testing::axial_screw_test
