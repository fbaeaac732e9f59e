/// What docs/tree_methods.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "sarrus/derivatives.h"
#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

class TreeMethodsSnippets : public ::testing::Test {
 protected:
  static Model double_pendulum() {
    ModelBuilder builder("double pendulum");
    builder.body("upper", Pose<double>::translation({0.5, 0, 0}) * solid_brick(2, {1, 0.1, 0.1}));
    builder.body("lower", Pose<double>::translation({0.5, 0, 0}) * solid_brick(1, {1, 0.1, 0.1}));
    builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0});
    builder.joint("elbow", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame({1, 0, 0});
    return builder.build();
  }
  void SetUp() override {
    InverseDynamics workspace(tree);
    calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = given}, workspace, needed);
  }

  const Model model = double_pendulum();
  const Tree<double> tree{model};
  const Array<double> q{0.3, 0.5}, u{1, 2}, given{1, 2};
  Array<double> needed{0, 0}, tau{0, 0}, udot = given;
};

TEST_F(TreeMethodsSnippets, Regressor) {
  MatrixX<double> Y;
  // [regressor]
  Regressor workspace(tree);
  calc_regressor(tree, q, u, udot, workspace, Y);  // τ = Y·π
  // [/regressor]
  VectorX<double> parameters(20);
  get_inertia_parameters(Parameters<double>(model), parameters);
  const VectorX<double> product = Y * parameters;
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(product[i], needed[i], 1e-12);
}

TEST_F(TreeMethodsSnippets, PlanarTree) {
  // [planar]
  const PlanarTree planar(tree);  // an Error names the joint that leaves the plane, if one does
  PlanarDynamics workspace(planar);
  calc_inverse_dynamics(planar, {.q = q, .u = u, .udot = udot}, workspace, tau);
  calc_forward_dynamics(planar, {.q = q, .u = u, .tau = tau}, workspace, udot);
  calc_mass_matrix(planar, q, workspace);  // in workspace.mass_matrix
  // [/planar]
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(tau[i], needed[i], 1e-12);
    EXPECT_NEAR(udot[i], given[i], 1e-12);
  }
}

TEST_F(TreeMethodsSnippets, DivideAndConquer) {
  tau = needed, udot = {0, 0};
  // [divide]
  DivideAndConquer workspace(tree, 4);  // four threads
  calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, workspace, udot);
  // [/divide]
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(udot[i], given[i], 1e-12);
}

}  // namespace
}  // namespace sarrus::testing
