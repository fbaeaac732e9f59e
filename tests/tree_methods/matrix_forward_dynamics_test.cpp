// Forward dynamics through the mass matrix, the choice between the two ways, and products with M, against
// each other and against an independent program.

#include "sarrus/tree_methods/matrix_forward_dynamics.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/mass_times.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::matrix_forward_dynamics_test {
namespace {

class BothForwardDynamics : public ::testing::TestWithParam<const char*> {};

TEST_P(BothForwardDynamics, AgreeWithTheReference) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  MatrixForwardDynamics<double> by_matrix(tree);
  AnyForwardDynamics<double> articulated(tree, ForwardDynamicsMethod::articulated_body), any(tree);
  VectorX<double> udot(tree.nu());
  for (const ReferenceSample& sample : reference.samples) {
    const auto agrees = [&](auto& workspace) {
      calc_forward_dynamics(tree, sample.q, sample.u, sample.tau, {}, workspace, udot);
      return (udot - sample.forward_dynamics).norm() < 1e-11 * sample.forward_dynamics.norm();
    };
    EXPECT_TRUE(agrees(by_matrix));
    EXPECT_TRUE(agrees(articulated));
    EXPECT_TRUE(agrees(any));
  }
}
INSTANTIATE_TEST_SUITE_P(Models, BothForwardDynamics,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

TEST(MassTimes, AgreesWithTheReferenceMatrix) {
  const ReferenceModel reference = load_reference("hyq");
  const Tree<double> tree(reference.model);
  InverseDynamics<double> workspace(tree);
  VectorX<double> product(tree.nu()), unit(tree.nu()), column(tree.nu());
  for (const ReferenceSample& sample : reference.samples) {
    calc_mass_times(tree, sample.q, sample.udot, workspace, product);
    EXPECT_LT((product - sample.mass_matrix * sample.udot).norm(), 1e-12 * product.norm());
    for (int k = 0; k < tree.nu(); ++k) {
      calc_mass_column(tree, sample.q, k, workspace, unit, column);
      EXPECT_LT((column - sample.mass_matrix.col(k)).norm(), 1e-12 * sample.mass_matrix.norm());
    }
  }
  EXPECT_SAYS(message([&] { calc_mass_column(tree, reference.samples[0].q, 18, workspace, unit, column); }),
              "there is no speed 18");
}

template <class T>
class MatrixForwardDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(MatrixForwardDynamicsIn, AllScalars);

TYPED_TEST(MatrixForwardDynamicsIn, AgreesWithArticulatedBodies) {
  using T = TypeParam;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, ScalarTraits<T>::lanes, random);
  const std::vector<T> q = packed<T>(states.q), u = packed<T>(states.u), tau = packed<T>(states.udot);
  const Tree<T> tree(model);
  MatrixForwardDynamics<T> by_matrix(tree);
  ForwardDynamics<T> articulated(tree);
  std::vector<T> a(u.size()), b(u.size());
  calc_forward_dynamics(tree, q, u, tau, {}, by_matrix, a);
  calc_forward_dynamics(tree, q, u, tau, {}, articulated, b);
  for (std::size_t k = 0; k < a.size(); ++k)
    for (int i = 0; i < ScalarTraits<T>::lanes; ++i)
      EXPECT_TRUE(close<ValueOf<T>>(lane(a[k], i), lane(b[k], i), 4096, 1e3));
}

}  // namespace
}  // namespace sarrus::testing::matrix_forward_dynamics_test
