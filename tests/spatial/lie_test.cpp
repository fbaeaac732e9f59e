#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/lie_jacobian.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"

namespace sarrus::testing::lie_test {
namespace {

using testing::close, testing::from_lanes, testing::lane, testing::Random;

/// Angles of every kind: none, tiny, about two where the formulas change, near half a turn, beyond.
const std::vector<double> angles_up_to_pi = {0,    1e-300, 1e-160, 1e-20,     1e-9,     1e-5,
                                             1e-3, 0.1,    1.0,    1.9999,    2.0,      2.0001,
                                             2.5,  3.0,    3.14,   pi - 1e-5, pi - 1e-9};
const std::vector<double> angles_beyond = {pi, 3.2, 4.0, 5.5, 6.2, 7.0, 20.0};

Vec3<double> direction(Random& random) { return normalized(random.vector()); }

// ---- The oracle: matrix exponentials in extended precision, which know nothing of rotations ----

using Wide = long double;
using WideMatrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic>;

/// exp A = (exp A/2ⁿ)^(2ⁿ) with the power series of the inner one.
WideMatrix matrix_exp(const WideMatrix& A) {
  int halvings = 0;
  while (std::ldexp(A.cwiseAbs().rowwise().sum().maxCoeff(), -halvings) > 0.25L) ++halvings;
  const WideMatrix B = A * std::ldexp(1.0L, -halvings);
  WideMatrix sum = WideMatrix::Identity(A.rows(), A.cols()), term = sum;
  for (int n = 1; n < 25; ++n) term = term * B / n, sum += term;
  for (int n = 0; n < halvings; ++n) sum = sum * sum;
  return sum;
}
/// Σ Aⁿ/(n + 1)!, which is the upper right block of exp [A 1; 0 0].
WideMatrix integrated_exp(const WideMatrix& A) {
  const auto n = A.rows();
  WideMatrix block = WideMatrix::Zero(2 * n, 2 * n);
  block.topLeftCorner(n, n) = A;
  block.topRightCorner(n, n).setIdentity();
  return matrix_exp(block).topRightCorner(n, n);
}
/// First and second derivative of exp(A + t·B) at t = 0, from exp of [A B 0; 0 A B; 0 0 A].
std::pair<WideMatrix, WideMatrix> exp_derivatives(const WideMatrix& A, const WideMatrix& B) {
  const auto n = A.rows();
  WideMatrix block = WideMatrix::Zero(3 * n, 3 * n);
  for (int i = 0; i < 3; ++i) block.block(i * n, i * n, n, n) = A;
  for (int i = 0; i < 2; ++i) block.block(i * n, (i + 1) * n, n, n) = B;
  const WideMatrix e = matrix_exp(block);
  return {e.block(0, n, n, n), 2 * e.block(0, 2 * n, n, n)};
}

WideMatrix wide(const Mat3<double>& m) {
  WideMatrix r(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = m(i, j);
  return r;
}
WideMatrix wide(const Rotation<double>& R) { return wide(R.matrix()); }
WideMatrix wide(const Mat6<double>& m) { return m.cast<Wide>(); }
/// The homogeneous matrix of a pose.
WideMatrix wide(const Pose<double>& X) {
  WideMatrix r = WideMatrix::Identity(4, 4);
  r.topLeftCorner(3, 3) = wide(X.R);
  for (int i = 0; i < 3; ++i) r(i, 3) = X.p[i];
  return r;
}
/// The 4×4 matrix whose exponential is the homogeneous matrix of exp ξ.
WideMatrix twist_matrix(const Motion<double>& xi) {
  WideMatrix r = WideMatrix::Zero(4, 4);
  r.topLeftCorner(3, 3) = wide(cross_matrix(xi.w));
  for (int i = 0; i < 3; ++i) r(i, 3) = xi.v[i];
  return r;
}
/// The 6×6 matrix of ξ×.
WideMatrix motion_cross_matrix(const Motion<double>& xi) {
  WideMatrix r(6, 6);
  r << wide(cross_matrix(xi.w)), WideMatrix::Zero(3, 3), wide(cross_matrix(xi.v)), wide(cross_matrix(xi.w));
  return r;
}
/// The larger of two numbers; not-a-number counts as largest, so that no comparison overlooks it.
double worse(double a, double b) { return b > a || std::isnan(b) ? b : a; }

double distance(const WideMatrix& a, const WideMatrix& b) {
  double largest = 0;
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < a.cols(); ++j)
      largest = worse(largest, static_cast<double>(std::abs(a(i, j) - b(i, j))));
  return largest;
}
double distance(const Vec3<double>& a, const Vec3<double>& b) {
  return worse(worse(std::abs(a.x - b.x), std::abs(a.y - b.y)), std::abs(a.z - b.z));
}

/// A point moving with its first and second derivative in one direction.
using Second = Dual<Dual8, 1>;
Vec3<Second> moving(const Vec3<double>& at, const Vec3<double>& along) {
  Vec3<Second> r;
  for (int i = 0; i < 3; ++i) {
    r[i].value = Dual8(at[i]);
    r[i].value.partial[0] = along[i];
    r[i].partial[0] = Dual8(along[i]);
  }
  return r;
}
double value(const Second& x) { return x.value.value; }
double first(const Second& x) { return x.value.partial[0]; }
double second(const Second& x) { return x.partial[0].partial[0]; }
/// One of the above of every element.
template <class M, class F>
Mat3<double> each(const M& m, F f) {
  Mat3<double> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = f(m(i, j));
  return r;
}
template <class T, class F>
Vec3<double> each(const Vec3<T>& v, F f) {
  return {f(v.x), f(v.y), f(v.z)};
}

// ---- SO(3) ----

TEST(ExpSo3, is_the_matrix_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Vec3<double> phi = angle * direction(random);
        EXPECT_LE(distance(wide(exp_so3(phi)), matrix_exp(wide(cross_matrix(phi)))),
                  3 * epsilon * (1 + angle))
            << angle;
      }
}

TEST(ExpSo3, has_the_derivatives_of_the_matrix_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 10; ++n) {
        const Vec3<double> phi = angle * direction(random), along = random.vector();
        const Rotation<Second> R = exp_so3(moving(phi, along));
        const auto [d1, d2] = exp_derivatives(wide(cross_matrix(phi)), wide(cross_matrix(along)));
        EXPECT_LE(distance(wide(each(R, first)), d1), 6 * epsilon * (1 + angle)) << angle;
        EXPECT_LE(distance(wide(each(R, second)), d2), 12 * epsilon * (1 + angle)) << angle;
      }
}

TEST(LogSo3, undoes_exp) {
  Random random;
  for (const double angle : angles_up_to_pi)
    for (int n = 0; n < 50; ++n) {
      const Vec3<double> phi = angle * direction(random);
      EXPECT_LE(distance(log_so3(exp_so3(phi)), phi), 8 * epsilon * angle) << angle;
    }
}

TEST(LogSo3, at_half_a_turn_is_either_of_the_two) {
  // 2·a·aᵀ − 1 is the rotation by π about a.
  Random random;
  for (int n = 0; n < 50; ++n) {
    const Vec3<double> a = n < 3 ? Vec3<double>::unit(n) : direction(random);
    const Vec3<double> phi = log_so3(Rotation<double>(2.0 * outer(a, a) - Mat3<double>::identity()));
    EXPECT_LE(std::min(distance(phi, pi * a), distance(phi, -pi * a)), 8 * epsilon);
  }
}

TEST(LogSo3, never_exceeds_half_a_turn) {
  Random random;
  for (const double angle : angles_beyond)
    for (int n = 0; n < 20; ++n) {
      const Vec3<double> phi = angle * direction(random), found = log_so3(exp_so3(phi));
      EXPECT_LE(norm(found), pi * (1 + 4 * epsilon));
      EXPECT_LE(distance(wide(exp_so3(found)), wide(exp_so3(phi))), 8 * epsilon) << angle;
    }
}

TEST(LogSo3, has_the_derivatives_that_undo_those_of_exp) {
  Random random;
  for (const double angle : angles_up_to_pi)
    for (int n = 0; n < 20; ++n) {
      const Vec3<double> phi = angle * direction(random), along = random.vector();
      const Vec3<Second> found = log_so3(exp_so3(moving(phi, along)));
      EXPECT_LE(distance(each(found, value), phi), 8 * epsilon * angle) << angle;
      EXPECT_TRUE(close(each(found, first), along, 12)) << angle;
      EXPECT_TRUE(close(each(found, second), Vec3<double>::zero(), 32)) << angle;
    }
}

TEST(JacobianSo3, is_the_integrated_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Vec3<double> phi = angle * direction(random);
        const WideMatrix left = integrated_exp(wide(cross_matrix(phi)));
        const WideMatrix right = integrated_exp(wide(cross_matrix(-phi)));
        // The inverse grows without bound towards a full turn.
        const WideMatrix left_inverse = left.inverse(), right_inverse = right.inverse();
        const double tolerance = 3 * epsilon * (1 + angle);
        const double size = static_cast<double>(left_inverse.cwiseAbs().maxCoeff());
        EXPECT_LE(distance(wide(left_jacobian_so3(phi)), left), tolerance) << angle;
        EXPECT_LE(distance(wide(right_jacobian_so3(phi)), right), tolerance) << angle;
        EXPECT_LE(distance(wide(inverse_left_jacobian_so3(phi)), left_inverse), tolerance * size * size)
            << angle;
        EXPECT_LE(distance(wide(inverse_right_jacobian_so3(phi)), right_inverse), tolerance * size * size)
            << angle;
      }
}

TEST(JacobianSo3, gives_the_angular_velocity_of_the_differentiated_rotation) {
  // Ṙ·Rᵀ = [J_l·φ̇]× and Rᵀ·Ṙ = [J_r·φ̇]×, with Ṙ from dual numbers.
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Vec3<double> phi = angle * direction(random), rate = random.vector();
        const Rotation<Second> moved = exp_so3(moving(phi, rate));
        const Mat3<double> R = each(moved, value), dR = each(moved, first);
        const double tolerance = 8 * epsilon * (1 + angle);
        EXPECT_LE(distance(wide(dR * transpose(R)), wide(cross_matrix(left_jacobian_so3(phi) * rate))),
                  tolerance);
        EXPECT_LE(distance(wide(transpose(R) * dR), wide(cross_matrix(right_jacobian_so3(phi) * rate))),
                  tolerance);
      }
}

TEST(JacobianSo3, is_smooth_at_zero) {
  // To second order J_l = 1 + ½·[φ]× + [φ]×²/6 and J_l⁻¹ = 1 − ½·[φ]× + [φ]×²/12.
  const Vec3<double> along{0.3, -0.7, 0.5};
  const Vec3<Second> phi = moving(Vec3<double>::zero(), along);
  const WideMatrix C = wide(cross_matrix(along));
  EXPECT_LE(distance(wide(each(left_jacobian_so3(phi), first)), C / 2), epsilon);
  EXPECT_LE(distance(wide(each(left_jacobian_so3(phi), second)), C * C / 3), epsilon);
  EXPECT_LE(distance(wide(each(inverse_left_jacobian_so3(phi), first)), -C / 2), epsilon);
  EXPECT_LE(distance(wide(each(inverse_left_jacobian_so3(phi), second)), C * C / 6), epsilon);
  EXPECT_LE(distance(wide(each(inverse_right_jacobian_so3(phi), first)), C / 2), epsilon);
}

// ---- SE(3) ----

Motion<double> random_motion(Random& random, double angle) {
  return {angle * direction(random), 3.0 * random.vector()};
}

TEST(ExpSe3, is_the_matrix_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Motion<double> xi = random_motion(random, angle);
        EXPECT_LE(distance(wide(exp_se3(xi)), matrix_exp(twist_matrix(xi))), 6 * epsilon * (1 + angle))
            << angle;
      }
}

TEST(ExpSe3, has_the_derivatives_of_the_matrix_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 10; ++n) {
        const Motion<double> xi = random_motion(random, angle), along = random_motion(random, 1);
        const Pose<Second> X = exp_se3(Motion<Second>{moving(xi.w, along.w), moving(xi.v, along.v)});
        const auto [d1, d2] = exp_derivatives(twist_matrix(xi), twist_matrix(along));
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(first(X.p[i]), static_cast<double>(d1(i, 3)), 12 * epsilon * (1 + angle)) << angle;
          EXPECT_NEAR(second(X.p[i]), static_cast<double>(d2(i, 3)), 24 * epsilon * (1 + angle)) << angle;
        }
      }
}

TEST(LogSe3, undoes_exp) {
  Random random;
  for (const double angle : angles_up_to_pi)
    for (int n = 0; n < 50; ++n) {
      const Motion<double> xi = random_motion(random, angle), found = log_se3(exp_se3(xi));
      EXPECT_LE(distance(found.w, xi.w), 8 * epsilon * angle) << angle;
      EXPECT_TRUE(close(found.v, xi.v, 16)) << angle;
    }
}

TEST(LogSe3, has_the_derivatives_that_undo_those_of_exp) {
  Random random;
  for (const double angle : angles_up_to_pi)
    for (int n = 0; n < 20; ++n) {
      const Motion<double> xi = random_motion(random, angle), along = random_motion(random, 1);
      const Motion<Second> found =
          log_se3(exp_se3(Motion<Second>{moving(xi.w, along.w), moving(xi.v, along.v)}));
      EXPECT_TRUE(close(each(found.v, first), along.v, 32)) << angle;
      EXPECT_TRUE(close(each(found.v, second), Vec3<double>::zero(), 64)) << angle;
    }
}

TEST(JacobianSe3, is_the_integrated_exponential) {
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Motion<double> xi = random_motion(random, angle);
        const WideMatrix J = integrated_exp(motion_cross_matrix(xi)), inverse = J.inverse();
        const double size = static_cast<double>(inverse.cwiseAbs().maxCoeff());
        EXPECT_LE(distance(wide(left_jacobian_se3(xi)), J), 6 * epsilon * (1 + angle)) << angle;
        EXPECT_LE(distance(wide(inverse_left_jacobian_se3(xi)), inverse),
                  8 * epsilon * (1 + angle) * size * size)
            << angle;
      }
}

TEST(JacobianSe3, gives_the_velocity_of_the_differentiated_pose) {
  // Left: ω and v − ω×p, the velocity of the body's point at F's origin. Right: Rᵀ·ω and Rᵀ·v.
  Random random;
  for (const auto& angles : {angles_up_to_pi, angles_beyond})
    for (const double angle : angles)
      for (int n = 0; n < 20; ++n) {
        const Motion<double> xi = random_motion(random, angle), rate = random_motion(random, 1);
        const Pose<Second> X = exp_se3(Motion<Second>{moving(xi.w, rate.w), moving(xi.v, rate.v)});
        const Mat3<double> R = each(X.R, value), W = each(X.R, first) * transpose(R);
        const Vec3<double> w{W(2, 1), W(0, 2), W(1, 0)}, v = each(X.p, first), p = each(X.p, value);
        const Vec3<double> at_origin = v - cross(w, p);
        const Vec3<double> w_M = transpose_times(R, w), v_M = transpose_times(R, v);

        Eigen::Matrix<double, 6, 1> xi_dot;
        xi_dot << rate.w.x, rate.w.y, rate.w.z, rate.v.x, rate.v.y, rate.v.z;
        const Eigen::Matrix<double, 6, 1> left = left_jacobian_se3(xi) * xi_dot,
                                          right = left_jacobian_se3(-xi) * xi_dot;
        const double tolerance = 40 * epsilon * (1 + angle);
        for (int i = 0; i < 3; ++i) {
          EXPECT_NEAR(left(i), w[i], tolerance) << angle;
          EXPECT_NEAR(left(i + 3), at_origin[i], tolerance) << angle;
          EXPECT_NEAR(right(i), w_M[i], tolerance) << angle;
          EXPECT_NEAR(right(i + 3), v_M[i], tolerance) << angle;
        }
      }
}

TEST(JacobianSe3, is_smooth_at_zero) {
  // To first order J = 1 + ½·ξ× and J⁻¹ = 1 − ½·ξ×; to second order ξ×²/6 and ξ×²/12 follow.
  const Motion<double> along{{0.3, -0.7, 0.5}, {-1, 0.2, 0.6}};
  const auto zero = Vec3<double>::zero();
  const Motion<Second> xi{moving(zero, along.w), moving(zero, along.v)};
  const Mat6<Second> J = left_jacobian_se3(xi), inverse = inverse_left_jacobian_se3(xi);
  const WideMatrix C = motion_cross_matrix(along), CC = C * C;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      EXPECT_NEAR(first(J(i, j)), static_cast<double>(C(i, j) / 2), epsilon);
      EXPECT_NEAR(second(J(i, j)), static_cast<double>(CC(i, j) / 3), 2 * epsilon);
      EXPECT_NEAR(first(inverse(i, j)), static_cast<double>(-C(i, j) / 2), epsilon);
      EXPECT_NEAR(second(inverse(i, j)), static_cast<double>(CC(i, j) / 6), 4 * epsilon);
    }
}

TEST(Lie, neither_divides_by_zero_nor_overflows_on_the_way_not_taken) {
  for (const double angle : {0.0, 1e-300, 1e-9, 3.0, 1e20}) {
    volatile double x = angle;
    const Motion<double> at{{x, 0, 0}, {1, 2, 3}}, along{{0.5, 0.25, -1}, {1, 1, -2}};
    const Motion<Second> xi{moving(at.w, along.w), moving(at.v, along.v)};
    std::feclearexcept(FE_ALL_EXCEPT);
    const Mat6<Second> J = left_jacobian_se3(xi), inverse = inverse_left_jacobian_se3(xi);
    const Motion<Second> back = log_se3(exp_se3(xi));
    EXPECT_FALSE(std::fetestexcept(FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW)) << angle;
    EXPECT_TRUE(std::isfinite(second(J(4, 1)) + second(inverse(4, 1)) + second(back.v.y))) << angle;
  }
}

// ---- Every scalar ----

/// All the functions of ξ, number after number.
template <class T>
std::vector<T> everything(const Motion<T>& xi) {
  std::vector<T> all;
  const auto add3 = [&](const Vec3<T>& v) { all.insert(all.end(), {v.x, v.y, v.z}); };
  const auto add33 = [&](const Mat3<T>& m) { add3(m.x), add3(m.y), add3(m.z); };
  const auto add66 = [&](const Mat6<T>& m) { all.insert(all.end(), m.data(), m.data() + 36); };
  const Pose<T> X = exp_se3(xi);
  const Motion<T> back = log_se3(X);
  add33(exp_so3(xi.w).matrix()), add33(X.R.matrix()), add3(X.p), add3(back.w), add3(back.v);
  add33(right_jacobian_so3(xi.w)), add33(inverse_right_jacobian_so3(xi.w));
  add66(left_jacobian_se3(xi)), add66(inverse_left_jacobian_se3(xi));
  return all;
}

template <class T>
class LieInScalar : public ::testing::Test {};
using EveryScalar = ::testing::Types<double, float, Dual8, DualX, Pack4d, Pack8d, Pack8f, Pack16f, Count>;
TYPED_TEST_SUITE(LieInScalar, EveryScalar);

TYPED_TEST(LieInScalar, agrees_with_double) {
  using T = TypeParam;
  const std::vector<double> angle = {0, 1e-9, 1e-4, 1, 1.99,  2.01, 3.1, 5,
                                     0, 1.5,  2.5,  3, 1e-20, 4,    0.5, 3.13};
  Random random;
  for (std::size_t shift = 0; shift < angle.size();
       ++shift) {  // every lane, or the only one, meets every angle
    std::vector<double> numbers[6];
    for (std::size_t l = 0; l < angle.size(); ++l) {
      const Motion<double> one = random_motion(random, angle[(l + shift) % angle.size()]);
      for (int i = 0; i < 3; ++i) numbers[i].push_back(one.w[i]), numbers[i + 3].push_back(one.v[i]);
    }
    Motion<T> xi;
    for (int i = 0; i < 3; ++i) xi.w[i] = from_lanes<T>(numbers[i]), xi.v[i] = from_lanes<T>(numbers[i + 3]);

    const std::vector<T> all = everything(xi);
    for (int l = 0; l < ScalarTraits<T>::lanes; ++l) {
      const std::vector<double> expected = everything(lane(xi, l));
      double size = 1;
      for (const double x : expected) size = std::max(size, std::abs(x));
      for (std::size_t k = 0; k < all.size(); ++k)
        EXPECT_TRUE(close<ValueOf<T>>(lane(all[k], l), expected[k], 16, size * size))
            << "lane " << l << ", " << k;
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::lie_test
