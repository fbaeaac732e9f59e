#include "sarrus/spatial/rotation.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <limits>
#include <numbers>
#include <string>

#include "sarrus/base/error.h"
#include "sarrus/spatial/internal/lane_quaternion.h"
#include "sarrus/spatial/quaternion_from_rotation.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::rotation_test {

using namespace internal;
namespace {

using testing::close, testing::expect_error, testing::Random;

Vec3<double> direction(Random& random) { return normalized(random.vector()); }
Quaternion<double> unit_quaternion(Random& random) {
  return normalized(Quaternion<double>{random.number(), random.number(), random.number(), random.number()});
}

/// The larger of two numbers; not-a-number counts as largest, so that no comparison overlooks it.
double worse(double a, double b) { return b > a || std::isnan(b) ? b : a; }

double distance(const Mat3<double>& a, const Mat3<double>& b) {
  double largest = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) largest = worse(largest, std::abs(a(i, j) - b(i, j)));
  return largest;
}
double distance(const Rotation<double>& a, const Rotation<double>& b) {
  return distance(a.matrix(), b.matrix());
}
double distance(const Vec3<double>& a, const Vec3<double>& b) {
  return worse(worse(std::abs(a.x - b.x), std::abs(a.y - b.y)), std::abs(a.z - b.z));
}
double distance(const Quaternion<double>& a, const Quaternion<double>& b) {
  return worse(std::abs(a.w - b.w), distance(Vec3<double>{a.x, a.y, a.z}, Vec3<double>{b.x, b.y, b.z}));
}
/// q or −q, whichever has w ≥ 0.
Quaternion<double> canonical(const Quaternion<double>& q) {
  return q.w < 0 ? Quaternion<double>{-q.w, -q.x, -q.y, -q.z} : q;
}
/// Σ (a_ij − b_ij)².
double squared_distance(const Mat3<double>& a, const Mat3<double>& b) {
  double sum = 0;
  for (int j = 0; j < 3; ++j) sum += dot(a.col(j) - b.col(j), a.col(j) - b.col(j));
  return sum;
}

void expect_orthonormal(const Rotation<double>& R) {
  const Mat3<double>& m = R.matrix();
  EXPECT_LE(distance(transpose(m) * m, Mat3<double>::identity()), 4 * epsilon);
  EXPECT_TRUE(close(determinant(m), 1, 4));
}

/// By the definition, v' = q·v·q*/|q|², of quaternions of any length.
TEST(Rotation, ProductsOfManyFactorsStayRotations) {
  Random random(1);
  Rotation<double> product;
  constexpr int factors = 10000;
  for (int i = 0; i < factors; ++i) product = product * random.rotation();
  EXPECT_LE(distance_from_rotation(product), factors * epsilon);
}

TEST(Rotation, OfTheRecursionsTurnsAsTheProductOfQuaternionsDoes) {
  Random random(17);
  for (int n = 0; n < 100; ++n) {
    const double q[] = {random.number(), random.number(), random.number(), random.number()};
    const Quaternion<double> a{q[0], q[1], q[2], q[3]};
    const Mat3<double> R = lane_rotation(q).matrix();
    for (int k = 0; k < 3; ++k) {
      const Quaternion<double> turned =
          a * Quaternion<double>{0, k == 0 ? 1. : 0., k == 1 ? 1. : 0., k == 2 ? 1. : 0.} * conjugate(a);
      const Vec3<double> column = (1 / squared_norm(a)) * Vec3<double>{turned.x, turned.y, turned.z};
      EXPECT_LE(distance(R.col(k), column), 8 * epsilon) << n;
    }
  }
}

TEST(RotationWithAxis, puts_the_direction_in_the_column) {
  Random random;
  for (int n = 0; n < 300; ++n)
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3<double> d = direction(random);
      const Rotation<double> R = rotation_with_axis(axis, d);
      EXPECT_TRUE(close(R.col(axis), d, 2));
      expect_orthonormal(R);
    }
}

TEST(RotationWithAxis, is_the_identity_for_the_axis_itself) {
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_EQ(distance(rotation_with_axis(axis, Vec3<double>::unit(axis)), Rotation<double>()), 0);
}

TEST(RotationWithAxis, is_orthonormal_in_every_special_direction) {
  for (int axis = 0; axis < 3; ++axis)
    for (const double x : {-1.0, -1e-9, -1e-200, -0.0, 0.0, 1e-200, 1e-9, 1.0})
      for (const double y : {-1.0, -1e-9, -0.0, 1e-9, 1.0})
        for (const double z : {-1.0, -1e-9, 0.0, 1e-200, 1.0}) {
          if (x == 0 && y == 0 && z == 0) continue;
          const double largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
          const Rotation<double> R = rotation_with_axis(axis, {x, y, z});
          expect_orthonormal(R);
          EXPECT_TRUE(close(R.col(axis), normalized(Vec3<double>{x / largest, y / largest, z / largest}), 2));
        }
}

TEST(RotationWithAxis, ignores_the_length) {
  const Vec3<double> d{0.6, 0, 0.8};
  for (const double length : {1e-300, 1e-3, 7.0, 1e300})
    EXPECT_LE(distance(rotation_with_axis(1, length * d), rotation_with_axis(1, d)), 2 * epsilon);
}

TEST(RotationWithAxis, refuses_what_has_no_meaning) {
  expect_error([] { rotation_with_axis(0, {0, 0, 0}); }, {"direction", "(0, 0, 0)", "other than zero"});
  expect_error([] { rotation_with_axis(0, {1, nan, 0}); }, {"direction", "nan"});
  expect_error([] { rotation_with_axis(0, {1, 0, -infinity}); }, {"direction", "-inf"});
  expect_error([] { rotation_with_axis(3, {1, 0, 0}); }, {"axis = 3", "2 for z"});
  expect_error([] { rotation_with_axis(-1, {1, 0, 0}); }, {"axis = -1"});
}

TEST(RotationFromTwoAxes, follows_both_vectors) {
  Random random;
  for (int n = 0; n < 100; ++n)
    for (int first = 0; first < 3; ++first)
      for (int second = 0; second < 3; ++second) {
        if (first == second) continue;
        const Vec3<double> u = direction(random), a = (1 + random.number() / 2) * u;
        const Vec3<double> b = random.vector();
        const Rotation<double> R = rotation_from_two_axes(first, a, second, b);
        const double conditioning = norm(b) / norm(cross(u, b));
        expect_orthonormal(R);
        EXPECT_TRUE(close(R.col(first), u, 2));
        EXPECT_GT(dot(R.col(second), b), 0);
        EXPECT_NEAR(dot(R.col(3 - first - second), b), 0, 4 * epsilon * norm(b) * conditioning);
      }
}

TEST(RotationFromTwoAxes, is_the_identity_for_the_axes_themselves) {
  for (int first = 0; first < 3; ++first)
    for (int second = 0; second < 3; ++second)
      if (first != second) {
        const Vec3<double> a = Vec3<double>::unit(first), b = Vec3<double>::unit(second) - 2.0 * a;
        EXPECT_LE(distance(rotation_from_two_axes(first, a, second, b), Rotation<double>()), epsilon);
      }
}

TEST(RotationFromTwoAxes, stays_orthonormal_for_nearly_parallel_vectors) {
  Random random;
  for (int n = 0; n < 100; ++n) {
    const Vec3<double> u = direction(random), v = normalized(cross(u, direction(random)));
    expect_orthonormal(rotation_from_two_axes(2, u, 0, u + 1e-7 * v));
    expect_orthonormal(rotation_from_two_axes(2, u, 0, 1e-7 * v - u));
  }
}

TEST(RotationFromTwoAxes, ignores_the_lengths) {
  const Vec3<double> a{1, 2, 3}, b{-2, 1, 1};
  EXPECT_LE(distance(rotation_from_two_axes(0, 1e200 * a, 2, 1e-200 * b), rotation_from_two_axes(0, a, 2, b)),
            4 * epsilon);
}

TEST(RotationFromTwoAxes, refuses_what_has_no_meaning) {
  expect_error([] { rotation_from_two_axes(0, {0, 0, 0}, 1, {0, 1, 0}); }, {"a = (0, 0, 0)"});
  expect_error([] { rotation_from_two_axes(0, {1, 0, 0}, 1, {0, nan, 0}); }, {"b = (0, nan, 0)"});
  expect_error(
      [] {
        rotation_from_two_axes(0, {1, 2, 3}, 1, {-2, -4, -6});
      },
      {"parallel", "(1, 2, 3)", "(-2, -4, -6)", "choose b"});
  expect_error([] { rotation_from_two_axes(1, {1, 0, 0}, 1, {0, 1, 0}); }, {"both axis 1"});
  expect_error([] { rotation_from_two_axes(0, {1, 0, 0}, 5, {0, 1, 0}); }, {"second = 5"});
}

/// A matrix with known nearest rotation: A·diag(s)·Bᵀ, with s₀ ≥ s₁ ≥ |s₂|, is nearest to A·Bᵀ.
Mat3<double> from_singular_values(const Rotation<double>& A, const Vec3<double>& s,
                                  const Rotation<double>& B) {
  return A.matrix() * Mat3<double>::rows(s.x, 0, 0, 0, s.y, 0, 0, 0, s.z) * transpose(B.matrix());
}

TEST(NearestRotation, of_a_rotation_is_itself) {
  Random random;
  for (int n = 0; n < 200; ++n) {
    const Rotation<double> R = random.rotation();
    EXPECT_LE(distance(nearest_rotation(R.matrix()), R), 8 * epsilon);
    EXPECT_LE(distance(nearest_rotation(1e-200 * R.matrix()), R), 8 * epsilon);
  }
}

TEST(NearestRotation, removes_any_stretch_reflection_included) {
  Random random;
  for (const Vec3<double> s : {Vec3<double>{1.001, 1, 0.999},
                               {3, 2, 1},
                               {100, 1, 0.01},
                               {3, 2, 0},
                               {3, 2, -1},
                               {1, 1, -0.5},
                               {1e5, 2, -1}})
    for (int n = 0; n < 50; ++n) {
      const Rotation<double> A = random.rotation(), B = random.rotation();
      const Rotation<double> R = nearest_rotation(from_singular_values(A, s, B));
      expect_orthonormal(R);
      EXPECT_LE(distance(R, A * B.inverse()), 16 * epsilon * s.x / (s.y + s.z));
    }
}

TEST(NearestRotation, is_nearer_than_its_neighbors) {
  Random random;
  for (int n = 0; n < 100; ++n) {
    Mat3<double> m = random.rotation().matrix();
    for (int j = 0; j < 3; ++j) m.col(j) += 0.2 * random.vector();
    const Rotation<double> R = nearest_rotation(m);
    const double best = squared_distance(R.matrix(), m);
    for (int axis = 0; axis < 3; ++axis)
      for (const double angle : {-1e-4, 1e-4, -1.0, 1.0})
        EXPECT_GT(squared_distance((R * Rotation<double>::about(axis, angle)).matrix(), m), best);
  }
}

TEST(NearestRotation, of_a_pure_reflection_is_as_near_as_can_be) {
  for (const Mat3<double>& m :
       {Mat3<double>::rows(1, 0, 0, 0, 1, 0, 0, 0, -1), -1.0 * Mat3<double>::identity()}) {
    const Rotation<double> R = nearest_rotation(m);
    expect_orthonormal(R);
    EXPECT_NEAR(squared_distance(R.matrix(), m), 4, 16 * epsilon);  // one singular value is off by two
  }
}

TEST(NearestRotation, refuses_what_has_no_nearest) {
  expect_error([] { nearest_rotation(Mat3<double>::zero()); }, {"rank", "0, 0, 0"});
  expect_error([] { nearest_rotation(outer(Vec3<double>{1, 2, 2}, Vec3<double>{2, 0, 0})); }, {"rank", "6"});
  expect_error([] { nearest_rotation(Mat3<double>::rows(1, 0, 0, 0, 1, nan, 0, 0, 1)); }, {"(1, 2)", "nan"});
  expect_error([] { nearest_rotation(Mat3<double>::rows(infinity, 0, 0, 0, 1, 0, 0, 0, 1)); },
               {"(0, 0)", "inf"});
}

TEST(AxisAngle, comes_back_from_the_rotation_about_it) {
  Random random;
  for (const double angle :
       {1e-200, 1e-12, 1e-9, 1e-4, 0.5, 1.0, pi / 2, 2.0, 3.0, pi - 1e-4, pi - 1e-9, pi - 1e-14})
    for (int n = 0; n < 100; ++n) {
      const Vec3<double> axis = direction(random);
      const AxisAngle found = axis_angle(Rotation<double>::about(axis, angle));
      EXPECT_NEAR(found.angle, angle, 4 * epsilon * std::min(angle, 1.0)) << angle;
      if (angle < pi - 1e-13)
        EXPECT_TRUE(close(found.axis, axis, 4)) << angle;
      else
        EXPECT_TRUE(close(found.axis, axis, 4) || close(found.axis, -axis, 4)) << angle;
      EXPECT_TRUE(close(norm(found.axis), 1, 2));
    }
}

TEST(AxisAngle, of_no_rotation_is_z_and_zero) {
  const AxisAngle found = axis_angle(Rotation<double>());
  EXPECT_TRUE(close(found.axis, Vec3<double>::unit_z(), 0));
  EXPECT_EQ(found.angle, 0);
}

TEST(AxisAngle, of_half_a_turn_is_pi) {
  // 2·a·aᵀ − 1 is the rotation by π about a.
  Random random;
  for (int n = 0; n < 100; ++n) {
    const Vec3<double> a = n < 3 ? Vec3<double>::unit(n) : direction(random);
    const AxisAngle found = axis_angle(Rotation<double>(2.0 * outer(a, a) - Mat3<double>::identity()));
    EXPECT_EQ(found.angle, pi);
    EXPECT_TRUE(close(found.axis, a, 4) || close(found.axis, -a, 4));
  }
}

TEST(AxisAngle, refuses_a_rotation_that_is_not_finite) {
  expect_error([] { axis_angle(Rotation<double>(nan * Mat3<double>::identity())); }, {"not finite", "nan"});
}

TEST(QuaternionFromRotation, comes_back_from_any_quaternion) {
  Random random;
  for (int n = 0; n < 1000; ++n) {
    const Quaternion<double> q = unit_quaternion(random), found = quaternion(rotation(q));
    EXPECT_LE(distance(found, canonical(q)), 3 * epsilon);
    EXPECT_TRUE(close(squared_norm(found), 1, 4));
  }
}

TEST(QuaternionFromRotation, is_accurate_in_all_four_cases_and_between_them) {
  // Every choice of components, up to ties between all of them; the first one that is not zero is positive.
  for (const double w : {0.0, 1e-12, 0.5, 1.0})
    for (const double x : {-1.0, -0.5, -1e-12, 0.0, 1e-12, 0.5, 1.0})
      for (const double y : {-1.0, -0.5, 0.0, 0.5, 1.0})
        for (const double z : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
          if (w == 0 && x == 0 && y == 0 && z == 0) continue;
          const Quaternion<double> q = normalized(Quaternion<double>{w, x, y, z}),
                                   found = quaternion(rotation(q));
          const Quaternion<double> negative{-q.w, -q.x, -q.y, -q.z};
          EXPECT_GE(found.w, 0);
          EXPECT_LE(w > 0 ? distance(found, q) : std::min(distance(found, q), distance(found, negative)),
                    3 * epsilon);
        }
}

TEST(QuaternionFromRotation, of_a_tiny_turn_keeps_all_digits) {
  const Quaternion<double> q = quaternion(Rotation<double>::about(Vec3<double>{0.6, 0, -0.8}, 2e-15));
  EXPECT_NEAR(q.x, 0.6e-15, 2e-15 * epsilon);
  EXPECT_NEAR(q.z, -0.8e-15, 2e-15 * epsilon);
  EXPECT_EQ(q.w, 1);
}

TEST(QuaternionFromRotation, in_single_precision) {
  Random random;
  for (int n = 0; n < 200; ++n) {
    const Quaternion<double> q = unit_quaternion(random);
    const Quaternion<float> found = quaternion(rotation(q).cast<float>());
    EXPECT_LE(distance(found.cast<double>(), canonical(q)),
              3 * double{std::numeric_limits<float>::epsilon()});
  }
}

TEST(QuaternionFromRotation, has_the_rate_that_belongs_to_the_angular_velocity) {
  // Ṙ = [ω]×·R, and q̇ = ½·(0, ω)·q up to the sign of q.
  Random random;
  for (int n = 0; n < 200; ++n) {
    const Quaternion<double> q = unit_quaternion(random);
    const Vec3<double> w = random.vector();
    const Mat3<double> R = rotation(q).matrix(), rate = cross_matrix(w) * R;
    Mat3<Dual8> moving = R.cast<Dual8>();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) moving(i, j).partial[3] = rate(i, j);
    const Quaternion<Dual8> found = quaternion(Rotation<Dual8>(moving));
    const Quaternion<double> half_w{0, w.x / 2, w.y / 2, w.z / 2},
        expected = half_w * quaternion(rotation(q));
    EXPECT_LE(
        distance({found.w.partial[3], found.x.partial[3], found.y.partial[3], found.z.partial[3]}, expected),
        8 * epsilon);
  }
}

TEST(QuaternionFromRotation, chooses_its_case_lane_by_lane) {
  const Quaternion<double> q[8] = {{1, 0.1, 0.2, 0.3}, {0.1, 1, 0.2, 0.3},   {0.1, 0.2, -1, 0.3},
                                   {0.1, 0.2, 0.3, 1}, {-0.3, 1, -0.2, 0.1}, {1, 0, 0, 0},
                                   {0.5, -1, 1, 0},    {0.1, 0.1, 0.1, -1}};
  Mat3<Pack8d> packed;
  for (int lane = 0; lane < 8; ++lane)
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) packed(i, j).set(lane, rotation(q[lane])(i, j));
  const Quaternion<Pack8d> found = quaternion(Rotation<Pack8d>(packed));
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_LE(distance({found.w[lane], found.x[lane], found.y[lane], found.z[lane]},
                       canonical(normalized(q[lane]))),
              3 * epsilon)
        << lane;
  }
}

}  // namespace
}  // namespace sarrus::testing::rotation_test
