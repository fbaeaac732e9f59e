/// Every line of Featherstone's tables 2.1 and 2.3, and every transform, against explicit 3×3 and 6×6
/// matrices.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <random>

#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/articulated_inertia.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::spatial_identities_test {
namespace {

using Matrix3 = Eigen::Matrix3d;
using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector3 = Eigen::Vector3d;
using Vector6 = Eigen::Matrix<double, 6, 1>;

/// Dense twins, written independently of the library's operations.
Vector3 dense(const Vec3<double>& a) { return {a.x, a.y, a.z}; }
Matrix3 dense(const Mat3<double>& a) {
  Matrix3 r;
  r << a.x.x, a.y.x, a.z.x, a.x.y, a.y.y, a.z.y, a.x.z, a.y.z, a.z.z;
  return r;
}
Matrix3 dense(const Sym3<double>& a) {
  Matrix3 r;
  r << a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz;
  return r;
}
Vector6 dense(const Motion<double>& V) {
  Vector6 r;
  r << dense(V.w), dense(V.v);
  return r;
}
Vector6 dense(const Force<double>& F) {
  Vector6 r;
  r << dense(F.t), dense(F.f);
  return r;
}
Matrix3 skew(const Vector3& a) {
  Matrix3 r;
  r << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return r;
}
Matrix6 blocks(const Matrix3& a, const Matrix3& b, const Matrix3& c, const Matrix3& d) {
  Matrix6 r;
  r << a, b, c, d;
  return r;
}
const Matrix3 zero3 = Matrix3::Zero(), one3 = Matrix3::Identity();
const Matrix6 one6 = Matrix6::Identity();

/// v× and v×*.  [eq. 2.31, 2.32]
Matrix6 cross_motion(const Motion<double>& V) {
  return blocks(skew(dense(V.w)), zero3, skew(dense(V.v)), skew(dense(V.w)));
}
Matrix6 cross_force(const Motion<double>& V) {
  return blocks(skew(dense(V.w)), skew(dense(V.v)), zero3, skew(dense(V.w)));
}
/// The motion transform from B to A of X_AB: first the axes, then the point.
Matrix6 motion_transform(const Pose<double>& X) {
  const Matrix3 R = dense(X.R.matrix());
  return blocks(one3, zero3, skew(dense(X.p)), one3) * blocks(R, zero3, zero3, R);
}
Matrix6 force_transform(const Pose<double>& X) {
  const Matrix3 R = dense(X.R.matrix());
  return blocks(one3, skew(dense(X.p)), zero3, one3) * blocks(R, zero3, zero3, R);
}
Matrix6 dense(const RigidInertia<double>& M) {
  return blocks(dense(M.I), skew(dense(M.h)), -skew(dense(M.h)), M.m * one3);
}
Matrix6 dense(const ArticulatedInertia<double>& a) {
  return blocks(dense(a.I), dense(a.H), dense(a.H).transpose(), dense(a.M));
}

/// Whether two matrices are equal up to rounding, in the measure of their own size.
template <class A, class B>
void expect_equal(const Eigen::MatrixBase<A>& a, const Eigen::MatrixBase<B>& b) {
  const double size = 1 + a.cwiseAbs().maxCoeff();
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), 64 * epsilon * size) << "left\n" << a << "\nright\n" << b;
}

class SpatialIdentities : public ::testing::Test {
 protected:
  double number() { return uniform_(generator_); }
  Vec3<double> vector() { return {number(), number(), number()}; }
  Motion<double> motion() { return {vector(), vector()}; }
  Force<double> force() { return {vector(), vector()}; }
  Rotation<double> rotation() {
    return Rotation<double>::about_z(3 * number()) * Rotation<double>::about_y(3 * number()) *
           Rotation<double>::about_x(3 * number());
  }
  Pose<double> pose() { return {rotation(), vector()}; }
  Sym3<double> symmetric() { return {number(), number(), number(), number(), number(), number()}; }
  RigidInertia<double> rigid() { return {2 + number(), vector(), symmetric()}; }
  ArticulatedInertia<double> articulated() {
    return {symmetric(), Mat3<double>{vector(), vector(), vector()}, symmetric()};
  }

 private:
  std::mt19937 generator_{1};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

TEST_F(SpatialIdentities, Table2_1) {
  for (int sample = 0; sample < 20; ++sample) {
    const Vec3<double> a = vector(), b = vector();
    const Rotation<double> E = rotation();
    const double lambda = number();
    const Matrix3 A = dense(cross_matrix(a)), B = dense(cross_matrix(b)), R = dense(E.matrix());
    expect_equal(A, skew(dense(a)));
    expect_equal(dense(cross(a, b)), A * dense(b));

    expect_equal(A, -A.transpose());
    expect_equal(dense(cross_matrix(lambda * a)), lambda * A);
    expect_equal(dense(cross_matrix(a + b)), A + B);
    expect_equal(dense(cross_matrix(E * a)), R * A * R.transpose());
    expect_equal(A * dense(b), -B * dense(a));
    expect_equal(dense(cross(a, b)).transpose(), dense(a).transpose() * B);
    expect_equal(dense(cross_matrix(cross(a, b))), A * B - B * A);
    expect_equal(dense(cross_matrix(cross(a, b))), dense(outer(b, a)) - dense(outer(a, b)));
    expect_equal(A * B, dense(outer(b, a)) - dot(a, b) * one3);
    expect_equal(dense(outer(a, b)), dense(a) * dense(b).transpose());
    expect_equal((A * B).triangularView<Eigen::Lower>().toDenseMatrix(),
                 dense(cross_cross_lower(a, b)).triangularView<Eigen::Lower>().toDenseMatrix());
  }
}

TEST_F(SpatialIdentities, Table2_3) {
  for (int sample = 0; sample < 20; ++sample) {
    const Motion<double> u = motion(), v = motion();
    const Force<double> f = force();
    const Pose<double> pose_AB = pose();
    const double lambda = number();
    const Matrix6 U = cross_motion(u), V = cross_motion(v), U_star = cross_force(u), V_star = cross_force(v);
    const Matrix6 X = motion_transform(pose_AB), X_star = force_transform(pose_AB);
    const Matrix6 X_inverse = X_star.transpose(), X_star_inverse = X.transpose();
    expect_equal(dense(cross(u, v)), U * dense(v));
    expect_equal(dense(cross(u, f)), U_star * dense(f));

    expect_equal(V_star, -V.transpose());
    expect_equal(cross_motion(lambda * v), lambda * V);
    expect_equal(cross_force(lambda * v), lambda * V_star);
    expect_equal(cross_motion(u + v), U + V);
    expect_equal(cross_force(u + v), U_star + V_star);
    expect_equal(cross_motion(pose_AB * v), X * V * X_inverse);
    expect_equal(cross_force(pose_AB * v), X_star * V_star * X_star_inverse);
    expect_equal(dense(cross(u, v)), -dense(cross(v, u)));
    EXPECT_NEAR(dot(cross(u, v), f), -dot(v, cross(u, f)), 64 * epsilon);  // (u×v)· = −v·u×*
    expect_equal(dense(cross(u, f)).transpose(), -dense(f).transpose() * U);
    expect_equal(cross_motion(cross(u, v)), U * V - V * U);
    expect_equal(cross_force(cross(u, v)), U_star * V_star - V_star * U_star);
  }
}

TEST_F(SpatialIdentities, MotionAndForceTransforms) {
  for (int sample = 0; sample < 20; ++sample) {
    const Pose<double> X = pose(), Y = pose();
    const Motion<double> V = motion();
    const Force<double> F = force();
    const Matrix6 dense_X = motion_transform(X), dense_X_star = force_transform(X);
    const Matrix6 dense_X_inverse = dense_X_star.transpose();
    expect_equal(dense_X_inverse * dense_X, one6);  // X* = X⁻ᵀ
    expect_equal(dense(X * V), dense_X * dense(V));
    expect_equal(dense(X * F), dense_X_star * dense(F));
    expect_equal(dense(X.inverse_times(V)), dense_X_inverse * dense(V));
    expect_equal(dense(X.inverse_times(F)), dense_X.transpose() * dense(F));
    expect_equal(motion_transform(X * Y), dense_X * motion_transform(Y));
    expect_equal(motion_transform(X.inverse()), dense_X_inverse);
    expect_equal(motion_transform(X.inverse_times(Y)), dense_X_inverse * motion_transform(Y));
    EXPECT_NEAR(dot(X * V, X * F), dot(V, F), 64 * epsilon);
    EXPECT_NEAR(dot(V, F), dense(V).dot(dense(F)), 64 * epsilon);
    expect_equal(dense(X.R * V), motion_transform(Pose<double>::rotation(X.R)) * dense(V));
    expect_equal(dense(X.R * F), force_transform(Pose<double>::rotation(X.R)) * dense(F));
  }
}

TEST_F(SpatialIdentities, ShiftIsATransformToADisplacedPoint) {
  for (int sample = 0; sample < 20; ++sample) {
    const Vec3<double> p = vector();
    const Pose<double> X = Pose<double>::translation(p);
    const Motion<double> V = motion();
    const Force<double> F = force();
    const RigidInertia<double> M = rigid();
    const ArticulatedInertia<double> a = articulated();
    expect_equal(dense(shift(V, p)), dense(X.inverse_times(V)));
    expect_equal(dense(shift(F, p)), dense(X.inverse_times(F)));
    expect_equal(dense(shift(M, p)), dense(X * M));  // inertias go the other way
    expect_equal(dense(shift(a, p)), dense(X * a));
  }
}

TEST_F(SpatialIdentities, PointsTransform) {
  for (int sample = 0; sample < 20; ++sample) {
    const Pose<double> X = pose();
    const Vec3<double> point = vector();
    expect_equal(dense(X * point), dense(X.R.matrix()) * dense(point) + dense(X.p));
    expect_equal(dense(X.inverse_times(X * point)), dense(point));
  }
}

TEST_F(SpatialIdentities, RotationsOfMatrices) {
  for (int sample = 0; sample < 20; ++sample) {
    const Rotation<double> E = rotation(), G = rotation();
    const Matrix3 R = dense(E.matrix());
    const Mat3<double> A{vector(), vector(), vector()};
    const Sym3<double> S = symmetric();
    expect_equal(dense((E * G).matrix()), R * dense(G.matrix()));
    expect_equal(dense(rotate(E, A)), R * dense(A) * R.transpose());
    expect_equal(dense(rotate(E, S)), R * dense(S) * R.transpose());
  }
}

TEST_F(SpatialIdentities, InertiasMapMotionsToForces) {
  for (int sample = 0; sample < 20; ++sample) {
    const RigidInertia<double> M = rigid();
    const ArticulatedInertia<double> a = articulated(), b = articulated();
    const Motion<double> V = motion();
    const double lambda = number();
    expect_equal(dense(M * V), dense(M) * dense(V));
    expect_equal(dense(a * V), dense(a) * dense(V));
    expect_equal(dense(ArticulatedInertia<double>(M)), dense(M));
    expect_equal(dense(M + M), 2 * dense(M));
    expect_equal(dense(a + b), dense(a) + dense(b));
    expect_equal(dense(a - b), dense(a) - dense(b));
    expect_equal(dense(a + M), dense(a) + dense(M));
    expect_equal(dense(lambda * M), lambda * dense(M));
    expect_equal(dense(lambda * a), lambda * dense(a));
    EXPECT_NEAR(kinetic_energy(M, V), 0.5 * dense(V).dot(dense(M) * dense(V)), 64 * epsilon);
  }
}

TEST_F(SpatialIdentities, InertiaTransformsAreCongruences) {
  for (int sample = 0; sample < 20; ++sample) {
    const Pose<double> X = pose();
    const RigidInertia<double> M = rigid();
    const ArticulatedInertia<double> a = articulated();
    const Matrix6 to_A = motion_transform(X), to_A_star = force_transform(X);
    const Matrix6 R = force_transform(Pose<double>::rotation(X.R));
    expect_equal(dense(X * M), to_A_star * dense(M) * to_A_star.transpose());
    expect_equal(dense(inverse_times(X, M)), to_A.transpose() * dense(M) * to_A);
    expect_equal(dense(X * a), to_A_star * dense(a) * to_A_star.transpose());
    expect_equal(dense(inverse_times(X, a)), to_A.transpose() * dense(a) * to_A);
    expect_equal(dense(X.R * M), R * dense(M) * R.transpose());
  }
}

TEST_F(SpatialIdentities, InertiaFromItsCenter) {
  for (int sample = 0; sample < 20; ++sample) {
    const double m = 2 + number();
    const Vec3<double> c = vector();
    const Sym3<double> I = symmetric();
    const auto M = RigidInertia<double>::from_central(m, c, I);
    const Matrix3 cx = skew(dense(c));
    expect_equal(dense(M), blocks(dense(I) + m * cx * cx.transpose(), m * cx, m * cx.transpose(), m * one3));
    expect_equal(dense(M.com()), dense(c));
    expect_equal(dense(M.central()), dense(I));
  }
}

// U·Uᵀ/D, the part that a joint takes out of an articulated inertia.
TEST_F(SpatialIdentities, OuterProductOfAForce) {
  const Force<double> F = force();
  expect_equal(dense(outer(F, 0.7)), 0.7 * dense(F) * dense(F).transpose());
}

// f = I·a + v×*I·v with the spatial acceleration [eq. 2.68] is the Newton-Euler force of the classical one.
TEST_F(SpatialIdentities, EquationOfMotion) {
  for (int sample = 0; sample < 20; ++sample) {
    const RigidInertia<double> M = rigid();
    const Motion<double> V = motion(), A = motion();
    const Motion<double> A_classical = classical_acceleration(A, V);
    const Vector6 f = dense(M) * dense(A) + cross_force(V) * dense(M) * dense(V);
    expect_equal(dense(newton_euler(M, A_classical, V.w)), f);
    expect_equal(dense(spatial_acceleration(A_classical, V)), dense(A));
  }
}

// The classical acceleration of a displaced point is the spatial one there, made classical with its velocity.
TEST_F(SpatialIdentities, AccelerationOfADisplacedPoint) {
  for (int sample = 0; sample < 20; ++sample) {
    const Motion<double> V = motion(), A = motion();
    const Vec3<double> p = vector();
    const Motion<double> displaced = classical_acceleration(shift(A, p), shift(V, p));
    expect_equal(dense(shift_acceleration(classical_acceleration(A, V), V.w, p)), dense(displaced));
  }
}

}  // namespace
}  // namespace sarrus::testing::spatial_identities_test
