// The same code in every scalar gives the same numbers, in every lane; and none of it allocates.

#include <gtest/gtest.h>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::kinematics_scalars_test {
namespace {

template <class T>
class KinematicsIn : public ::testing::Test {};

TYPED_TEST_SUITE(KinematicsIn, AllScalars);

TYPED_TEST(KinematicsIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  using V = ValueOf<T>;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(5);
  const Model model = model_of_all_joints();
  LaneStates states(model, lanes, random);
  auto& [q, u, udot] = states;
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  PositionKinematics<T> position(tree);
  VelocityKinematics<T> velocity(tree);
  AccelerationKinematics<T> acceleration(tree);
  CompositeInertias<T> composite(tree);
  MatrixX<T> A, J;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), udot_t = packed<T>(udot);
  calc_position_kinematics(tree, qt, position);
  calc_velocity_kinematics(tree, position, ut, velocity);
  calc_acceleration_kinematics(tree, position, velocity, udot_t, acceleration);
  calc_composite_inertias(tree, position, composite);
  calc_centroidal_momentum_matrix(tree, position, composite, A);
  const int last = model.body_count() - 1;
  calc_frame_jacobian(tree, position, last, J);
  const T kinetic = calc_kinetic_energy(tree, position, velocity),
          potential = calc_potential_energy(tree, position);

  PositionKinematics<double> position_d(tree_d);
  VelocityKinematics<double> velocity_d(tree_d);
  AccelerationKinematics<double> acceleration_d(tree_d);
  CompositeInertias<double> composite_d(tree_d);
  MatrixX<double> A_d, J_d;
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_position_kinematics(tree_d, q[index], position_d);
    calc_velocity_kinematics(tree_d, position_d, u[index], velocity_d);
    calc_acceleration_kinematics(tree_d, position_d, velocity_d, udot[index], acceleration_d);
    calc_composite_inertias(tree_d, position_d, composite_d);
    calc_centroidal_momentum_matrix(tree_d, position_d, composite_d, A_d);
    calc_frame_jacobian(tree_d, position_d, last, J_d);
    for (int b = 0; b < model.body_count(); ++b) {
      EXPECT_TRUE(close<V>(lane(calc_pose(tree, position, b), i), calc_pose(tree_d, position_d, b), 256, 30));
      EXPECT_TRUE(close<V>(lane(calc_velocity(tree, position, velocity, b), i),
                           calc_velocity(tree_d, position_d, velocity_d, b), 256, 1e3));
      EXPECT_TRUE(close<V>(lane(calc_acceleration(tree, position, velocity, acceleration, b), i),
                           calc_acceleration(tree_d, position_d, velocity_d, acceleration_d, b), 256, 1e4));
    }
    for (int r = 0; r < 6; ++r)
      for (int k = 0; k < model.nu(); ++k) {
        EXPECT_TRUE(close<V>(lane(A(r, k), i), A_d(r, k), 256, 1e4));
        EXPECT_TRUE(close<V>(lane(J(r, k), i), J_d(r, k), 256, 1e2));
      }
    EXPECT_TRUE(close<V>(lane(kinetic, i), calc_kinetic_energy(tree_d, position_d, velocity_d), 1024));
    EXPECT_TRUE(close<V>(lane(potential, i), calc_potential_energy(tree_d, position_d), 256, 1e3));
  }
}

TEST(KinematicsInDualX, DerivativesAgreeWithFixedDirections) {
  Random random(8);
  const Model model = model_of_all_joints();
  const std::vector<double> q = random_coordinates(model, random), rate = random.numbers(model.nq());
  std::vector<Dual8> q8(q.begin(), q.end());
  std::vector<DualX> qx;
  for (std::size_t i = 0; i < q.size(); ++i) {
    q8[i].partial[3] = rate[i];
    qx.push_back(DualX::variable(q[i], 0, 20));
    qx.back().partial[0] = 0, qx.back().partial[17] = rate[i];
  }
  const Tree<Dual8> tree8(model);
  const Tree<DualX> treex(model);
  PositionKinematics<Dual8> position8(tree8);
  PositionKinematics<DualX> positionx(treex);
  calc_position_kinematics(tree8, q8, position8);
  calc_position_kinematics(treex, qx, positionx);
  for (int b = 1; b < model.body_count(); ++b)
    for (int i = 0; i < 3; ++i)
      EXPECT_TRUE(close(calc_pose(treex, positionx, b).p[i].partial[17],
                        calc_pose(tree8, position8, b).p[i].partial[3], 64, 100));
}

TYPED_TEST(KinematicsIn, AllocatesNothingAfterConstruction) {
  using T = TypeParam;
  if constexpr (std::is_same_v<T, DualX>) {
    SUCCEED() << "a number with any count of directions holds a vector";
  } else {
    const Model model = model_of_all_joints();
    const Tree<T> tree(model);
    PositionKinematics<T> position(tree);
    VelocityKinematics<T> velocity(tree);
    AccelerationKinematics<T> acceleration(tree);
    CompositeInertias<T> composite(tree);
    MatrixX<T> J(6, tree.nu()), A(6, tree.nu());
    const std::vector<T> q(static_cast<std::size_t>(tree.nq()), T(0.5)),
        u(static_cast<std::size_t>(tree.nu()), T(0.5));
    std::vector<T> qdot(q), u_out(u);
    Array<Motion<T>> V(tree.body_count());
    Array<Force<T>> F(V.size()), at_nodes(F);
    const Parameters<ConstantOf<T>> parameters(model);
    Tree<T> changing(model);
    const long before = allocations();
    calc_position_kinematics(tree, q, position);
    calc_velocity_kinematics(tree, position, u, velocity);
    calc_acceleration_kinematics(tree, position, velocity, u, acceleration);
    calc_qdot(tree, q, u, qdot);
    calc_composite_inertias(tree, position, composite);
    calc_centroidal_momentum_matrix(tree, position, composite, A);
    calc_frame_jacobian(tree, position, tree.body_count() - 1, J);
    calc_acceleration(tree, position, velocity, acceleration, 3, 7);
    calc_kinetic_energy(tree, position, velocity);
    calc_speeds(tree, q, qdot, u_out);
    calc_qddot(tree, q, u, u, qdot);
    calc_speed_forces(tree, q, qdot, u_out);
    calc_system_jacobian_times(tree, position, u, velocity, V);
    calc_system_jacobian_transpose_times(tree, position, F, at_nodes, u_out);
    calc_com_position(tree, position);
    calc_com_acceleration(tree, position, velocity, acceleration);
    calc_central_momentum(tree, position, velocity);
    changing.set_parameters(parameters);
    EXPECT_EQ(allocations() - before, 0);
  }
}

}  // namespace
}  // namespace sarrus::testing::kinematics_scalars_test
