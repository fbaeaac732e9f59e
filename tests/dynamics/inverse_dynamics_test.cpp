// Inverse dynamics against an independent program, against Newton's and Euler's equations body by body
// projected by Jacobians, and against energy.

#include <gtest/gtest.h>

#include "sarrus/dynamics/internal/inverse_dynamics_of_stages.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::inverse_dynamics_test {

using namespace internal;
namespace {

class ReferenceInverseDynamics : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceInverseDynamics, ForcesAgree) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  InverseDynamics<double> workspace(tree);
  VectorX<double> tau(tree.nu());
  for (const ReferenceSample& sample : reference.samples) {
    calc_inverse_dynamics(tree, sample.q, sample.u, sample.udot, {}, workspace, tau);
    EXPECT_LT((tau - sample.inverse_dynamics).norm(), 1e-12 * sample.inverse_dynamics.norm());
    // Forward dynamics' accelerations take the forces they came from.
    calc_inverse_dynamics(tree, sample.q, sample.u, sample.forward_dynamics, {}, workspace, tau);
    EXPECT_LT((tau - sample.tau).norm(),
              1e-10 * (1 + sample.mass_matrix.norm() * sample.forward_dynamics.norm()));
  }
}
INSTANTIATE_TEST_SUITE_P(Models, ReferenceInverseDynamics,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

class InverseDynamicsLaws : public ::testing::Test {
 protected:
  InverseDynamicsLaws() {
    calc_position_kinematics(tree_, q_, position_);
    calc_velocity_kinematics(tree_, position_, u_, velocity_);
    calc_acceleration_kinematics(tree_, position_, velocity_, udot_, acceleration_);
    for (int b = 0; b < model_.body_count(); ++b) applied_.push_back(random_.force());
  }
  /// Σ Jᵀ·(M_B·A + b − m·g − F) over the bodies: the definition, without any recursion.
  std::vector<double> expected(bool with_applied) {
    Array<Force<double>> F(model_.body_count()), nodes;
    for (int b = 1; b < model_.body_count(); ++b) {
      const Motion<double> V = calc_velocity(tree_, position_, velocity_, b);
      Motion<double> A = calc_acceleration(tree_, position_, velocity_, acceleration_, b);
      A.v -= model_.gravity();
      auto& load = F[static_cast<std::size_t>(b)];
      load = newton_euler(calc_pose(tree_, position_, FrameOn<double>(b)).R * model_.body(b).inertia, A, V.w);
      if (with_applied) load = load - applied_[static_cast<std::size_t>(b)];
    }
    std::vector<double> tau(u_.size());
    calc_system_jacobian_transpose_times(tree_, position_, F, nodes, tau);
    return tau;
  }
  Random random_{21};
  Model model_ = model_of_all_joints();
  Tree<double> tree_{model_};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      udot_ = random_.numbers(model_.nu());
  PositionKinematics<double> position_{tree_};
  VelocityKinematics<double> velocity_{tree_};
  AccelerationKinematics<double> acceleration_{tree_};
  InverseDynamics<double> workspace_{tree_};
  std::vector<double> tau_ = std::vector<double>(u_.size());
  std::vector<Force<double>> applied_;
  double size_ = 1e5;
};

TEST_F(InverseDynamicsLaws, EqualsTheSumOverBodies) {
  calc_inverse_dynamics(tree_, q_, u_, udot_, {}, workspace_, tau_);
  const std::vector<double> sum = expected(false);
  for (std::size_t i = 0; i < tau_.size(); ++i) EXPECT_TRUE(close(tau_[i], sum[i], 256, size_)) << i;
}

TEST_F(InverseDynamicsLaws, TakesForcesOnAnyBody) {
  calc_inverse_dynamics(tree_, q_, u_, udot_, applied_, workspace_, tau_);
  const std::vector<double> sum = expected(true);
  for (std::size_t i = 0; i < tau_.size(); ++i) EXPECT_TRUE(close(tau_[i], sum[i], 256, size_)) << i;
}

TEST_F(InverseDynamicsLaws, FollowsFromStagesToo) {
  InverseDynamicsOfStages of_stages(tree_);
  NodeInertias inertias;
  calc_node_inertias(tree_, position_, inertias);
  std::vector<double> tau(u_.size());
  for (const bool with_applied : {true, false}) {  // what was applied before is forgotten
    of_stages.calc(tree_, position_, velocity_, acceleration_, inertias,
                   with_applied ? In<Force<double>>(applied_) : In<Force<double>>(), Out<double>(tau));
    const std::vector<double> sum = expected(with_applied);
    for (std::size_t i = 0; i < tau.size(); ++i) EXPECT_TRUE(close(tau[i], sum[i], 256, size_)) << i;
  }
}

TEST_F(InverseDynamicsLaws, PartsAddUp) {
  const auto with = [&](In<double> u, In<double> udot, bool gravity) {
    std::vector<double> tau(u_.size());
    calc_inverse_dynamics(tree_, q_, u, udot, {}, workspace_, tau, {.gravity = gravity});
    return tau;
  };
  const auto all = with(u_, udot_, true), bias = with(u_, {}, true), gravity = with({}, {}, true),
             coriolis = with(u_, {}, false), inertial = with({}, udot_, false);
  double inertial_power = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(close(bias[i], gravity[i] + coriolis[i], 256, size_));
    EXPECT_TRUE(close(all[i], bias[i] + inertial[i], 256, size_));
    inertial_power += udot_[i] * inertial[i];
  }
  // u̇ᵀ·M·u̇ is twice the kinetic energy at speeds u̇; the gravity forces hold against the change of potential
  // energy.
  VelocityKinematics<double> at_udot(tree_);
  calc_velocity_kinematics(tree_, position_, udot_, at_udot);
  EXPECT_TRUE(close(inertial_power, 2 * calc_kinetic_energy(tree_, position_, at_udot), 1024, size_));
  double gravity_power = 0;
  for (std::size_t i = 0; i < all.size(); ++i) gravity_power += u_[i] * gravity[i];
  const Vec3<double> v = calc_com_velocity(tree_, position_, velocity_);
  EXPECT_TRUE(close(gravity_power, -tree_.total_mass() * dot(model_.gravity(), v), 256, size_));
}

TEST_F(InverseDynamicsLaws, ReactionsCarryEverythingBeyondTheJoint) {
  calc_inverse_dynamics(tree_, q_, u_, udot_, applied_, workspace_, tau_);
  int welds = 0;
  for (int b = 0; b < model_.body_count(); ++b) {
    // Newton and Euler summed over the subtree, about the world's origin.
    Force<double> sum = Force<double>::zero();
    for (int k : model_.connectivity().subtree(b)) {
      Motion<double> A = calc_acceleration(tree_, position_, velocity_, acceleration_, k);
      A.v -= model_.gravity();
      const Pose<double> X = calc_pose(tree_, position_, FrameOn<double>(k));
      const Vec3<double> w = calc_velocity(tree_, position_, velocity_, k).w;
      sum += shift(newton_euler(X.R * model_.body(k).inertia, A, w) - applied_[static_cast<std::size_t>(k)],
                   -X.p);
    }
    const Force<double> at_origin = calc_joint_reaction(tree_, workspace_, applied_, b),
                        F = shift(at_origin, -calc_pose(tree_, position_, FrameOn<double>(b)).p);
    EXPECT_TRUE(close(Motion<double>{F.t, F.f}, Motion<double>{sum.t, sum.f}, 1024, size_)) << b;
    if (b > 0 && model_.body(b).joint.shape() == JointShape::fixed) {
      ++welds;
      EXPECT_THROW((void)joint_reaction(tree_, workspace_, b), Error);
    } else if (b > 0) {
      EXPECT_EQ(norm(joint_reaction(tree_, workspace_, b).f - at_origin.f), 0);
    }
  }
  EXPECT_GT(welds, 0);
  EXPECT_THROW((void)calc_joint_reaction(tree_, workspace_, applied_, model_.body_count()), Error);
  EXPECT_THROW((void)calc_joint_reaction(tree_, workspace_, applied_, -1), Error);
}

TEST_F(InverseDynamicsLaws, AllocatesNothing) {
  const long before = allocations();
  calc_inverse_dynamics(tree_, q_, u_, udot_, applied_, workspace_, tau_);
  EXPECT_EQ(allocations() - before, 0);
}

template <class T>
class InverseDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(InverseDynamicsIn, AllScalars);

TYPED_TEST(InverseDynamicsIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(4);
  const Model model = model_of_all_joints();
  LaneStates states(model, lanes, random);
  auto& [q, u, udot] = states;
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  InverseDynamics<T> workspace(tree);
  InverseDynamics<double> workspace_d(tree_d);
  std::vector<T> tau(static_cast<std::size_t>(model.nu()));
  std::vector<double> tau_d(tau.size());
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), udot_t = packed<T>(udot);
  calc_inverse_dynamics(tree, qt, ut, udot_t, {}, workspace, tau);
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_inverse_dynamics(tree_d, q[index], u[index], udot[index], {}, workspace_d, tau_d);
    for (std::size_t k = 0; k < tau.size(); ++k)
      EXPECT_TRUE(close<ValueOf<T>>(lane(tau[k], i), tau_d[k], 256, 1e5));
  }
}

}  // namespace
}  // namespace sarrus::testing::inverse_dynamics_test
