// The regressor against inverse dynamics and energies with real and with arbitrary inertias.

#include "sarrus/tree_methods/regressor.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/mass_properties.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::regressor_test {
namespace {

class RegressorLaws : public ::testing::Test {
 protected:
  Random random_{17};
  Model model_ = model_of_all_joints();
  Tree<double> tree_{model_};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      udot_ = random_.numbers(model_.nu());
  Regressor<double> workspace_{tree_};
  MatrixX<double> Y_;
  VectorX<double> pi_;
};

TEST_F(RegressorLaws, TimesTheParametersIsInverseDynamics) {
  calc_regressor(tree_, q_, u_, udot_, workspace_, Y_);
  ASSERT_EQ(Y_.rows(), model_.nu());
  ASSERT_EQ(Y_.cols(), 10 * (model_.body_count() - 1));
  Parameters<double> parameters(model_);
  InverseDynamics<double> inverse(tree_);
  VectorX<double> tau(model_.nu());
  for (int trial = 0; trial < 3; ++trial) {
    get_inertia_parameters(parameters, pi_);
    calc_inverse_dynamics(tree_, q_, u_, udot_, {}, inverse, tau);
    EXPECT_LT((Y_ * pi_ - tau).norm(), 1e-13 * tau.norm()) << trial;
    // Any ten numbers, whether or not a body could have them; only masses must not be negative.
    for (double& x : pi_) x = random_.number(0, 2);
    set_inertia_parameters(pi_, parameters);
    tree_.set_parameters(parameters);
  }
}

TEST_F(RegressorLaws, WithoutGravitySpeedsOrAccelerationsToo) {
  InverseDynamics<double> inverse(tree_);
  get_inertia_parameters(tree_.parameters(), pi_);
  VectorX<double> tau(model_.nu());
  calc_regressor(tree_, q_, {}, {}, workspace_, Y_);
  calc_inverse_dynamics(tree_, q_, {}, {}, {}, inverse, tau);
  EXPECT_LT((Y_ * pi_ - tau).norm(), 1e-13 * tau.norm());
  calc_regressor(tree_, q_, u_, {}, workspace_, Y_, {.gravity = false});
  calc_inverse_dynamics(tree_, q_, u_, {}, {}, inverse, tau, {.gravity = false});
  EXPECT_LT((Y_ * pi_ - tau).norm(), 1e-13 * tau.norm());
}

TEST_F(RegressorLaws, IsZeroWhereASpeedDoesNotMoveABody) {
  calc_regressor(tree_, q_, u_, udot_, workspace_, Y_);
  for (int b = 1; b < model_.body_count(); ++b)
    for (int k = 0; k < model_.nu(); ++k) {
      const double size = Y_.row(k).segment(inertia_parameter_index(b, 0), 10).norm();
      const bool moves =
          model_.connectivity().is_ancestor(model_.speeds()[static_cast<std::size_t>(k)].body, b);
      EXPECT_EQ(size != 0, moves) << "speed " << k << ", body " << b;
    }
}

TEST_F(RegressorLaws, OfEnergies) {
  PositionKinematics<double> position(tree_);
  VelocityKinematics<double> velocity(tree_);
  calc_position_kinematics(tree_, q_, position);
  calc_velocity_kinematics(tree_, position, u_, velocity);
  get_inertia_parameters(tree_.parameters(), pi_);
  VectorX<double> y(pi_.size());
  calc_kinetic_energy_regressor(tree_, position, velocity, y);
  EXPECT_TRUE(close(y.dot(pi_), calc_kinetic_energy(tree_, position, velocity), 256, 1e3));
  calc_potential_energy_regressor(tree_, position, y);
  EXPECT_TRUE(close(y.dot(pi_), calc_potential_energy(tree_, position), 256, 1e3));
  VectorX<double> small(3);
  EXPECT_SAYS(message([&] { calc_potential_energy_regressor(tree_, position, small); }),
              "ten times the number of bodies");
}

template <class T>
class RegressorIn : public ::testing::Test {};
TYPED_TEST_SUITE(RegressorIn, AllScalars);

TYPED_TEST(RegressorIn, AgreesWithDoubleInEveryLaneAndAllocatesNothing) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  auto& [q, u, udot] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), udot_t = packed<T>(udot);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  Regressor<T> workspace(tree);
  Regressor<double> workspace_d(tree_d);
  MatrixX<T> Y;
  MatrixX<double> Y_d;
  calc_regressor(tree, qt, ut, udot_t, workspace, Y);
  const long before = allocations();
  calc_regressor(tree, qt, ut, udot_t, workspace, Y);
  if constexpr (!std::is_same_v<T, DualX>) {
    EXPECT_EQ(allocations() - before, 0);
  }
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_regressor(tree_d, q[index], u[index], udot[index], workspace_d, Y_d);
    for (int r = 0; r < Y_d.rows(); ++r)
      for (int c = 0; c < Y_d.cols(); ++c)
        EXPECT_TRUE(close<ValueOf<T>>(lane(Y(r, c), i), Y_d(r, c), 64, 10));
  }
}

}  // namespace
}  // namespace sarrus::testing::regressor_test
