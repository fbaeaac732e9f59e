// Numbers from Featherstone's book and from another program, as far as kinematics reaches: the mass matrix is
// formed here from Jacobians, M = Σ Jᵀ·M_B·J.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <numbers>

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/joint/joints.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/planar.h"
#include "tests/support/close.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::book_values_test {
namespace {

MatrixX<double> mass_matrix(const Tree<double>& tree, const PositionKinematics<double>& position) {
  MatrixX<double> M = MatrixX<double>::Zero(tree.nu(), tree.nu()), J;
  for (int b = 1; b < tree.body_count(); ++b) {
    calc_frame_jacobian(tree, position, b, J);
    const RigidInertia<double> I =
        calc_pose(tree, position, FrameOn<double>(b)).R * tree.model().body(b).inertia;
    MatrixX<double> IJ(6, tree.nu());
    for (int k = 0; k < tree.nu(); ++k) {
      const Force<double> h = I * Motion<double>{{J(0, k), J(1, k), J(2, k)}, {J(3, k), J(4, k), J(5, k)}};
      IJ.col(k) << h.t.x, h.t.y, h.t.z, h.f.x, h.f.y, h.f.z;
    }
    M += J.transpose() * IJ;
  }
  return M;
}

/// Vector6 unit links in a plane, mass 1, center of mass at ½, central inertia 1/12.  [sec. 10.2]
Model zigzag() {
  ModelBuilder builder("zigzag");
  std::string parent = world_name;
  for (int i = 1; i <= 6; ++i) {
    const std::string name = fmt::format("link{}", i);
    builder.body(name, RigidInertia<double>::from_central(1, {0.5, 0, 0},
                                                          Sym3<double>::diagonal(0, 1.0 / 12, 1.0 / 12)));
    builder.joint(fmt::format("joint{}", i), Pin{}, parent, name)
        .parent_frame(Vec3<double>{i == 1 ? 0.0 : 1.0, 0, 0});
    parent = name;
  }
  return builder.build();
}

TEST(BookValues, ZigzagForcesAndAccelerations) {
  const Tree<double> tree(zigzag());
  PositionKinematics<double> position(tree);
  VectorX<double> q(6);
  for (int i = 0; i < 6; ++i) q[i] = (i % 2 == 0 ? 75 : -75) * std::numbers::pi / 180;
  calc_position_kinematics(tree, q, position);
  const MatrixX<double> M = mass_matrix(tree, position);
  const VectorX<double> tau = M * VectorX<double>::Ones(6);
  const double book_tau[] = {126.4937, 97.4663, 69.9762, 43.7998, 21.9372, 6.1647};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(tau[i], book_tau[i], 0.5e-4);
  // Rounding the forces to three digits changes the accelerations by up to 60 %.
  VectorX<double> rounded(6);
  rounded << 126, 97.5, 70.0, 43.8, 21.9, 6.16;
  const VectorX<double> accelerations = M.llt().solve(rounded);
  const double book_accelerations[] = {0.6592, 1.3654, 1.3808, 0.5894, 0.9057, 1.0705};
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(accelerations[i], book_accelerations[i], 0.5e-4);
  const VectorX<double> eigenvalues = Eigen::SelfAdjointEigenSolver<MatrixX<double>>(M).eigenvalues();
  EXPECT_NEAR(eigenvalues[5] / eigenvalues[0], 725.388, 0.5e-3);
}

TEST(BookValues, FarFrameMakesAnInertiaIllConditioned) {  // sec. 10.2
  const PlanarInertia<double> M = PlanarInertia<double>::from_central(1, {100, 10}, 1);
  const PlanarForce<double> f = M * PlanarMotion<double>{1, {9, -99}};
  EXPECT_TRUE(close(f.t, 111));
  EXPECT_TRUE(close(f.f.x, -1));
  EXPECT_TRUE(close(f.f.y, 1));
}

TEST(BookValues, RackAndPinionSubspaceInTheSuccessorFrame) {  // exercise 4.6
  const Joint joint = RackPinion{0.3};
  const double q = 0.7, p = 0.3;
  Pose<double> X;
  Motion<double> H;
  joint.pose_and_columns(&q, &p, X, &H);
  const Motion<double> S = X.R.inverse() * H;
  // c_J = Ṡ·q̇ in the successor's axes, which turn: the rate seen there lacks what turning with z makes of S.
  const double u = 1.7;
  const Motion<double> bias = X.R.inverse() * joint.bias(&q, &u, &p);
  const Vec3<double> turning = cross(Vec3<double>{0, 0, u}, u * S.v);
  EXPECT_TRUE(
      close(bias.v - turning, Vec3<double>{-0.3 * std::sin(q) * u * u, -0.3 * std::cos(q) * u * u, 0}));
  EXPECT_TRUE(close(S, Motion<double>{{0, 0, 1}, {0.3 * std::cos(q), -0.3 * std::sin(q), 0}}));
}

/// Kinetic energy ½·vᵀMv against the mass matrices of an independent program.
class ReferenceModels : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceModels, MassMatricesAgree) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  PositionKinematics<double> position(tree);
  VelocityKinematics<double> velocity(tree);
  for (const ReferenceSample& sample : reference.samples) {
    calc_position_kinematics(tree, sample.q, position);
    calc_velocity_kinematics(tree, position, sample.u, velocity);
    const MatrixX<double> M = mass_matrix(tree, position);
    const double size = sample.mass_matrix.cwiseAbs().maxCoeff();
    EXPECT_LT((M - sample.mass_matrix).cwiseAbs().maxCoeff(),
              1e-13 * size * std::max(1.0, std::sqrt(tree.nu())));
    EXPECT_TRUE(close(calc_kinetic_energy(tree, position, velocity),
                      0.5 * sample.u.dot(sample.mass_matrix * sample.u), 1024, size));
  }
}
INSTANTIATE_TEST_SUITE_P(Models, ReferenceModels,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

}  // namespace
}  // namespace sarrus::testing::book_values_test
