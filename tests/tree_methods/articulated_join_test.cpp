// Articulated bodies assembled in several ways: the book's example, and each way against the others.

#include "sarrus/tree_methods/articulated_join.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::articulated_join_test {
namespace {

using Matrix = MatrixX<double>;
Matrix dense(const Matrix6<double>& A) {
  Matrix M(6, 6);
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) M(i, j) = A[i][j];
  return M;
}
VectorX<double> dense(const Vector6<double>& x) { return VectorX<double>::Map(x.m, 6); }
JointColumns<double> columns(const std::vector<Motion<double>>& motions) {
  JointColumns<double> S;
  for (const Motion<double>& V : motions) S[S.count++] = Vector6<double>(V);
  return S;
}
InverseForm<double> inverse(const InertiaForm<double>& form) {
  InverseForm<double> result{inverse_symmetric(form.I), {}};
  const Vector6<double> b = result.Phi * form.p;
  for (int i = 0; i < 6; ++i) result.b[i] = -b[i];
  return result;
}

/// A cylinder in the slot of a box: free to turn about x and to slide along y.  [example 7.1]
TEST(Assembly, OfACylinderInASlot) {
  const double m1 = 3, I1 = 0.7, m2 = 2, I2 = 0.4;
  const auto body = [](double m, double I) {
    return InertiaForm<double>{matrix6(ArticulatedInertia<double>(
                                   RigidInertia<double>{m, {0, 0, 0}, Sym3<double>::diagonal(I, I, I)})),
                               Vector6<double>(Force<double>::zero())};
  };
  const InertiaForm<double> box = body(m1, I1), cylinder = body(m2, I2);
  const JointColumns<double> S = columns({{{1, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0, 1, 0}}});
  const JointColumns<double> T = constraint_forces(S);
  const Vector6<double> none(Force<double>::zero());
  const double tau[] = {0, 0};
  Matrix expected = Matrix::Zero(6, 6);
  expected.diagonal() << I1, I1 + I2, I1 + I2, m1 + m2, m1, m1 + m2;
  EXPECT_LT((dense(assembled(box, cylinder, S, tau).I) - expected).norm(), 1e-14);
  EXPECT_LT((dense(assembled_by_constraint(box, cylinder, T, none).I) - expected).norm(), 1e-14);
  EXPECT_LT((dense(assembled_by_constraint(inverse(box), inverse(cylinder), T, none).Phi) * expected -
             Matrix::Identity(6, 6))
                .norm(),
            1e-14);
}

TEST(Assembly, AllWaysAgree) {
  Random random(4);
  for (int n = 1; n <= 5; ++n) {
    const auto body = [&] {
      return InertiaForm<double>{matrix6(ArticulatedInertia<double>(random.inertia())),
                                 Vector6<double>(random.force())};
    };
    const InertiaForm<double> one = body(), two = body();
    std::vector<Motion<double>> motions;
    for (int k = 0; k < n; ++k) motions.push_back(random.motion());
    const JointColumns<double> S = columns(motions), T = constraint_forces(S);
    const std::vector<double> tau = random.numbers(n);
    // The definition, in dense algebra.
    MatrixX<double> s(6, n), t(6, 6 - n);
    for (int k = 0; k < n; ++k) s.col(k) = dense(S[k]);
    for (int k = 0; k < 6 - n; ++k) t.col(k) = dense(T[k]);
    EXPECT_LT((t.transpose() * s).norm(), 1e-14);
    EXPECT_LT((t.transpose() * t - MatrixX<double>::Identity(6 - n, 6 - n)).norm(), 1e-14);
    const Matrix I2 = dense(two.I);
    const MatrixX<double> U = I2 * s, D_inverse = (s.transpose() * U).inverse();
    const Matrix I = dense(one.I) + I2 - U * D_inverse * U.transpose();
    const VectorX<double> p =
        dense(one.p) + dense(two.p) +
        U * D_inverse * (VectorX<double>::Map(tau.data(), n) - s.transpose() * dense(two.p));
    Vector6<double> active;
    const VectorX<double> f_a = s * (s.transpose() * s).inverse() * VectorX<double>::Map(tau.data(), n);
    for (int i = 0; i < 6; ++i) active[i] = f_a[i];

    const InertiaForm<double> standard = assembled(one, two, S, tau.data()),
                              variant2 = assembled_by_constraint(one, two, T, active);
    const InverseForm<double> variant1 = assembled_by_constraint(inverse(one), inverse(two), T, active);
    EXPECT_LT((dense(standard.I) - I).norm(), 1e-12 * I.norm()) << n;
    EXPECT_LT((dense(standard.p) - p).norm(), 1e-12 * p.norm()) << n;
    EXPECT_LT((dense(variant2.I) - I).norm(), 1e-11 * I.norm()) << n;
    EXPECT_LT((dense(variant2.p) - p).norm(), 1e-11 * p.norm()) << n;
    EXPECT_LT((dense(variant1.Phi) * I - Matrix::Identity(6, 6)).norm(), 1e-10) << n;
    EXPECT_LT((I * dense(variant1.b) + p).norm(), 1e-10 * p.norm()) << n;
  }
}

/// Body 1 turns on a fixed pin and has no inertia of its own to invert; the first variant does not mind.
TEST(Assembly, OnABodyThatIsHeld) {
  Random random(7);
  ModelBuilder builder("two pins");
  builder.body("one", random.inertia()).body("two", random.inertia());
  builder.joint("a", Pin{}, "world", "one");
  builder.joint("b", Pin{}, "one", "two").axis({1, 2, 3});
  const Tree<double> tree(builder.build());
  PositionKinematics<double> position(tree);
  MassMatrix<double> mass_matrix(tree);
  MatrixX<double> M;
  calc_position_kinematics(tree, {0.3, -0.4}, position);
  calc_mass_matrix(tree, position, mass_matrix, M);
  // Both origins are at the world's.
  const Vector6<double> S1(motion_of(column(tree.node(1), position, 1, 0))), none(Force<double>::zero());
  const JointColumns<double> S2 = columns({motion_of(column(tree.node(2), position, 2, 0))});
  const auto inertia = [&](int i) {
    return matrix6(ArticulatedInertia<double>(inertia_in_world(tree, position, i)));
  };
  JointSolution<double> pin;
  pin.set(inertia(1), JointColumns<double>{1, {S1}});
  InverseForm<double> one{{}, none}, two{inverse_symmetric(inertia(2)), none};
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) one.Phi[i][j] = S1[i] * pin.inverse_D[0] * S1[j];
  const InverseForm<double> both = assembled_by_constraint(one, two, constraint_forces(S2), none);
  // A unit moment about the pin accelerates it by the first entry of M⁻¹.
  const Vector6<double> a = both.Phi * S1;
  const double expected = M.inverse()(0, 0);
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(close(a[i], expected * S1[i], 1024));
}

}  // namespace
}  // namespace sarrus::testing::articulated_join_test
