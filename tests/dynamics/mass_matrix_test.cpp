// The mass matrix against an independent program, and against inverse dynamics column by column.

#include "sarrus/dynamics/mass_matrix.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::mass_matrix_test {
namespace {

class ReferenceMassMatrix : public ::testing::TestWithParam<const char*> {};

TEST_P(ReferenceMassMatrix, Agrees) {
  const ReferenceModel reference = load_reference(GetParam());
  const Tree<double> tree(reference.model);
  PositionKinematics<double> position(tree);
  MassMatrix<double> workspace(tree);
  MatrixX<double> M;
  for (const ReferenceSample& sample : reference.samples) {
    calc_position_kinematics(tree, sample.q, position);
    calc_mass_matrix(tree, position, workspace, M);
    EXPECT_LT((M - sample.mass_matrix).norm(), 1e-12 * sample.mass_matrix.norm());
  }
}
INSTANTIATE_TEST_SUITE_P(Models, ReferenceMassMatrix,
                         ::testing::Values("ur5", "hyq", "chain10", "chain30", "tree63"));

TEST(MassMatrix, ColumnsAreTheForcesOfUnitAccelerations) {
  Random random(4);
  const Model model = model_of_all_joints();
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  MassMatrix<double> workspace(tree);
  InverseDynamics<double> inverse(tree);
  const std::vector<double> q = random_coordinates(model, random);
  calc_position_kinematics(tree, q, position);
  MatrixX<double> M;
  calc_mass_matrix(tree, position, workspace, M);
  for (int k = 0; k < tree.nu(); ++k) {
    const VectorX<double> unit = VectorX<double>::Unit(tree.nu(), k);
    VectorX<double> column(tree.nu());
    calc_inverse_dynamics(tree, q, {}, unit, {}, inverse, column, {.gravity = false});
    EXPECT_LT((M.col(k) - column).norm(), 1e-13 * M.norm()) << "speed " << k;
  }
}

template <class T>
class MassMatrixIn : public ::testing::Test {};
TYPED_TEST_SUITE(MassMatrixIn, AllScalars);

TYPED_TEST(MassMatrixIn, AgreesWithDoubleInEveryLaneAndAllocatesNothing) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  const std::vector<T> qt = packed<T>(states.q);
  const Tree<T> tree(model);
  const Tree<double> tree_d(model);
  PositionKinematics<T> position(tree);
  PositionKinematics<double> position_d(tree_d);
  MassMatrix<T> workspace(tree);
  MassMatrix<double> workspace_d(tree_d);
  MatrixX<T> M(tree.nu(), tree.nu());
  MatrixX<double> M_d;
  calc_position_kinematics(tree, qt, position);
  const long before = allocations();
  calc_mass_matrix(tree, position, workspace, M);
  if constexpr (!std::is_same_v<T, DualX>) {
    EXPECT_EQ(allocations() - before, 0);
  }
  for (int i = 0; i < lanes; ++i) {
    calc_position_kinematics(tree_d, states.q[static_cast<std::size_t>(i)], position_d);
    calc_mass_matrix(tree_d, position_d, workspace_d, M_d);
    for (int r = 0; r < tree.nu(); ++r)
      for (int c = 0; c < tree.nu(); ++c)
        EXPECT_TRUE(close<ValueOf<T>>(lane(M(r, c), i), M_d(r, c), 64, 100));
  }
}

}  // namespace
}  // namespace sarrus::testing::mass_matrix_test
