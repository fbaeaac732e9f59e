#include "sarrus/spatial/euler.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <set>
#include <string>

#include "sarrus/base/error.h"
#include "sarrus/spatial/quaternion.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::euler_test {
namespace {

using testing::close, testing::expect_error, testing::from_lanes, testing::lane, testing::Random;

/// The larger of two numbers; not-a-number counts as largest, so that no comparison overlooks it.
double worse(double a, double b) { return b > a || std::isnan(b) ? b : a; }

/// The largest difference of any two elements.
double distance(const Mat3<double>& a, const Mat3<double>& b) {
  double largest = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) largest = worse(largest, std::abs(a(i, j) - b(i, j)));
  return largest;
}
double distance(const Rotation<double>& a, const Rotation<double>& b) {
  return distance(a.matrix(), b.matrix());
}

bool same_axis(const EulerSequence& s) { return s.first == s.third; }
/// Where the range of the second angle starts and ends: there the other two cannot be told apart.
double range_start(const EulerSequence& s) { return same_axis(s) ? 0 : -pi / 2; }
double range_end(const EulerSequence& s) { return same_axis(s) ? pi : pi / 2; }
/// The angle that is set to zero there.
double free_angle(const EulerSequence& s, const Vec3<double>& angles) {
  return s.body_fixed ? angles.z : angles.x;
}

/// What the angles are defined to be: turn after turn, in quaternions so that R is orthonormal to the last
/// digit. A turn about an axis of the body comes last in the product, one about an axis of space comes first.
Rotation<double> turn_by_turn(const EulerSequence& s, const Vec3<double>& angles) {
  const int axes[3] = {s.first, s.second, s.third};
  Quaternion<double> q;
  for (int n = 0; n < 3; ++n) {
    const Vec3<double> v = std::sin(angles[n] / 2) * Vec3<double>::unit(axes[n]);
    const Quaternion<double> turn{std::cos(angles[n] / 2), v.x, v.y, v.z};
    q = s.body_fixed ? q * turn : turn * q;
  }
  return rotation(q);
}

TEST(EulerSequence, has_24_names_that_read_back) {
  std::set<std::string> names;
  for (const EulerSequence& s : euler_sequences()) {
    names.insert(name(s));
    EXPECT_EQ(euler_sequence(name(s)), s) << name(s);
  }
  EXPECT_EQ(names.size(), 24u);
  for (const char* known : {"body-xyz", "body-zyx", "body-zxz", "space-xyz", "space-zyx", "space-yxy"})
    EXPECT_TRUE(names.count(known)) << known;
}

TEST(EulerSequence, reads_axes_in_order) {
  EXPECT_EQ(euler_sequence("body-xyz"), (EulerSequence{0, 1, 2, true}));
  EXPECT_EQ(euler_sequence("space-zxy"), (EulerSequence{2, 0, 1, false}));
  EXPECT_EQ(name(EulerSequence{2, 0, 2, true}), "body-zxz");
}

TEST(EulerSequence, refuses_other_names_and_axes) {
  for (const char* wrong :
       {"", "xyz", "body-xxy", "body-xy", "body-xyzx", "Body-xyz", "world-xyz", "body-xyw"})
    expect_error([&] { euler_sequence(wrong); }, {wrong, "body-xyz"});
  expect_error(
      [] {
        rotation_from_euler(EulerSequence{0, 0, 1, true}, Vec3<double>{});
      },
      {"(0, 0, 1)", "twice"});
  expect_error([] { euler_rate_matrix(EulerSequence{0, 1, 3, true}, Vec3<double>{}); }, {"(0, 1, 3)"});
  expect_error([] { euler_angles(EulerSequence{0, 2, 2, false}, Rotation<double>()); }, {"(0, 2, 2)"});
  expect_error([] { name(EulerSequence{-1, 2, 0, false}); }, {"(-1, 2, 0)"});
}

TEST(RotationFromEuler, turns_about_one_axis_after_the_other) {
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (int n = 0; n < 100; ++n) {
      const Vec3<double> angles = random.vector(7);
      EXPECT_LE(distance(rotation_from_euler(s, angles), turn_by_turn(s, angles)), 6 * epsilon) << name(s);
    }
}

TEST(RotationFromEuler, agrees_with_the_textbook) {
  const double a = 0.3, b = -0.7, c = 1.9;
  const double ca = std::cos(a), sa = std::sin(a), cb = std::cos(b), sb = std::sin(b), cc = std::cos(c),
               sc = std::sin(c);
  // Yaw, pitch and roll; the classical Euler angles.  [Goldstein et al. 2002, eq. 4.47]
  const auto zyx = Mat3<double>::rows(ca * cb, ca * sb * sc - sa * cc, ca * sb * cc + sa * sc,  //
                                      sa * cb, sa * sb * sc + ca * cc, sa * sb * cc - ca * sc,  //
                                      -sb, cb * sc, cb * cc);
  const auto zxz = Mat3<double>::rows(cc * ca - cb * sa * sc, -sc * ca - cb * sa * cc, sb * sa,   //
                                      cc * sa + cb * ca * sc, -sc * sa + cb * ca * cc, -sb * ca,  //
                                      sb * sc, sb * cc, cb);
  EXPECT_LE(distance(rotation_from_euler(euler_sequence("body-zyx"), Vec3<double>{a, b, c}).matrix(), zyx),
            2 * epsilon);
  EXPECT_LE(distance(rotation_from_euler(euler_sequence("space-xyz"), Vec3<double>{c, b, a}).matrix(), zyx),
            2 * epsilon);
  EXPECT_LE(distance(rotation_from_euler(euler_sequence("body-zxz"), Vec3<double>{a, b, c}).matrix(), zxz),
            2 * epsilon);
}

TEST(EulerAngles, come_back_inside_their_range) {
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (int n = 0; n < 200; ++n) {
      const double middle = (range_start(s) + range_end(s)) / 2;
      const Vec3<double> angles{pi * random.number(), middle + 0.45 * pi * random.number(),
                                pi * random.number()};
      const Vec3<double> found = euler_angles(s, rotation_from_euler(s, angles));
      // The first and third angle lose digits in proportion to the nearness of the ends of the range.
      const double conditioning = 1 / std::cos(angles.y - middle);
      EXPECT_NEAR(found.x, angles.x, 12 * epsilon * conditioning) << name(s);
      EXPECT_TRUE(close(found.y, angles.y, 6)) << name(s);
      EXPECT_NEAR(found.z, angles.z, 12 * epsilon * conditioning) << name(s);
    }
}

TEST(EulerAngles, give_back_any_rotation) {
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (int n = 0; n < 300; ++n) {
      const Rotation<double> R = turn_by_turn(s, random.vector(4));
      const Vec3<double> angles = euler_angles(s, R);
      EXPECT_LE(distance(rotation_from_euler(s, angles), R), 8 * epsilon) << name(s);
      for (const double a : {angles.x, angles.z}) EXPECT_TRUE(a > -pi && a <= pi) << name(s) << ' ' << a;
      EXPECT_TRUE(angles.y >= range_start(s) && angles.y <= range_end(s)) << name(s) << ' ' << angles.y;
    }
}

TEST(EulerAngles, give_back_the_rotation_near_the_singularities) {
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (const double away :
         {1e-1, 1e-3, 1e-5, 1e-7, 1e-8, 1e-9, 1e-11, 1e-13, 1e-14, 1e-15, 1e-16, 1e-18, 0.0})
      for (const double second : {range_start(s) + away, range_end(s) - away, range_start(s) - away})
        for (int n = 0; n < 20; ++n) {
          const Vec3<double> angles{pi * random.number(), second, pi * random.number()};
          const Rotation<double> R = turn_by_turn(s, angles);
          const Vec3<double> found = euler_angles(s, R);
          EXPECT_LE(distance(rotation_from_euler(s, found), R), (away > 4e-15 ? 8 : 14) * epsilon)
              << name(s) << ' ' << away;
          EXPECT_TRUE(found.y >= range_start(s) && found.y <= range_end(s)) << name(s) << ' ' << found.y;
        }
}

TEST(EulerAngles, at_the_singularities_leave_one_angle_zero) {
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (const double second : {range_start(s), range_end(s)})
      for (int n = 0; n < 50; ++n) {
        const Vec3<double> angles{pi * random.number(), second, pi * random.number()};
        const Vec3<double> found = euler_angles(s, rotation_from_euler(s, angles));
        EXPECT_EQ(free_angle(s, found), 0) << name(s);
        EXPECT_TRUE(close(found.y, second, 8)) << name(s);
      }
}

TEST(EulerAngles, of_the_rotations_of_a_cube) {
  // Every permutation of the axes with signs and determinant one: all multiples of a quarter turn, without
  // rounding.
  const int permutations[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  int rotations = 0;
  for (const auto& p : permutations)
    for (int signs = 0; signs < 8; ++signs) {
      Mat3<double> m = Mat3<double>::zero();
      for (int j = 0; j < 3; ++j) m(p[j], j) = (signs >> j & 1) ? -1 : 1;
      if (determinant(m) < 0) continue;
      ++rotations;
      for (const EulerSequence& s : euler_sequences()) {
        const Vec3<double> angles = euler_angles(s, Rotation<double>(m));
        EXPECT_LE(distance(rotation_from_euler(s, angles).matrix(), m), 3 * epsilon) << name(s);
        for (int n = 0; n < 3; ++n) {
          const double quarters = angles[n] / (pi / 2);
          EXPECT_NEAR(quarters, std::round(quarters), 2 * epsilon) << name(s);
        }
        const double away = std::min(angles.y - range_start(s), range_end(s) - angles.y);
        EXPECT_TRUE(away > 1 || free_angle(s, angles) == 0) << name(s);
      }
    }
  EXPECT_EQ(rotations, 24);
}

TEST(EulerAngles, of_a_tiny_rotation_keep_their_digits) {
  for (const EulerSequence& s : euler_sequences()) {
    if (same_axis(s)) continue;
    const Vec3<double> angles{1e-9, -3e-9, 2e-9}, found = euler_angles(s, rotation_from_euler(s, angles));
    for (int n = 0; n < 3; ++n) EXPECT_NEAR(found[n], angles[n], 1e-9 * 8 * epsilon) << name(s);
  }
}

TEST(EulerRateMatrix, gives_the_angular_velocity_of_the_differentiated_rotation) {
  // Ṙ·Rᵀ = [ω]×, with Ṙ from dual numbers.
  Random random;
  for (const EulerSequence& s : euler_sequences())
    for (int n = 0; n < 50; ++n) {
      const Vec3<double> angles = random.vector(4), rates = random.vector();
      Vec3<Dual8> moving = angles.cast<Dual8>();
      for (int i = 0; i < 3; ++i) moving[i].partial[0] = rates[i];
      const Rotation<Dual8> R = rotation_from_euler(s, moving);
      Mat3<double> rate, value;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rate(i, j) = R(i, j).partial[0], value(i, j) = R(i, j).value;
      const Vec3<double> w = euler_rate_matrix(s, angles) * rates;
      EXPECT_LE(distance(rate * transpose(value), cross_matrix(w)), 12 * epsilon) << name(s);
    }
}

TEST(EulerRateMatrix, is_singular_where_the_angles_are) {
  for (const EulerSequence& s : euler_sequences()) {
    const double middle = (range_start(s) + range_end(s)) / 2;
    EXPECT_NEAR(determinant(euler_rate_matrix(s, Vec3<double>{0.4, range_start(s), -1.1})), 0, 2 * epsilon);
    EXPECT_NEAR(determinant(euler_rate_matrix(s, Vec3<double>{0.4, range_end(s), -1.1})), 0, 2 * epsilon);
    EXPECT_NEAR(std::abs(determinant(euler_rate_matrix(s, Vec3<double>{0.4, middle, -1.1}))), 1, 4 * epsilon);
  }
}

template <class T>
class EulerInScalar : public ::testing::Test {};
using EveryScalar = ::testing::Types<double, float, Dual8, DualX, Pack4d, Pack8d, Pack8f, Pack16f, Count>;
TYPED_TEST_SUITE(EulerInScalar, EveryScalar);

TYPED_TEST(EulerInScalar, agrees_with_double) {
  using T = TypeParam;
  using V = ValueOf<T>;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random;
  for (const EulerSequence& s : euler_sequences()) {
    Vec3<T> angles;
    for (int n = 0; n < 3; ++n) angles[n] = from_lanes<T>(random.numbers(16, -3, 3));
    const Pose<T> X = Pose<T>::rotation(rotation_from_euler(s, angles));
    const Mat3<T> E = euler_rate_matrix(s, angles);
    for (int l = 0; l < lanes; ++l) {
      const Vec3<double> one = lane(angles, l);
      const Mat3<double> E_one = euler_rate_matrix(s, one);
      EXPECT_TRUE(close<V>(lane(X, l), Pose<double>::rotation(rotation_from_euler(s, one)), 8)) << name(s);
      for (int j = 0; j < 3; ++j) EXPECT_TRUE(close<V>(lane(E.col(j), l), E_one.col(j), 8)) << name(s);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::euler_test
