// Operational-space inertias against dense linear algebra and against what forces do in forward dynamics.

#include "sarrus/tree_methods/operational_space.h"
#include "sarrus/scalar/scalar_types.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/sparse/tree_factorization.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::operational_space_test {
namespace {

/// A configuration of a model with its mass matrix and factors.
template <class T>
struct Configuration {
  Tree<T> tree;
  PositionKinematics<T> position{tree};
  MassMatrix<T> mass{tree};
  MatrixX<T> M;

  Configuration(const Model& model, In<T> q) : tree(model) {
    calc_position_kinematics(tree, q, position);
    calc_mass_matrix(tree, position, mass, M);
    factor_LTDL(mass.matrix);
  }
};

/// The Jacobians of all tasks, one below the other.
MatrixX<double> stacked(const Configuration<double>& at, const std::vector<OperationalTask<double>>& tasks,
                        int rows) {
  MatrixX<double> J(rows, at.tree.nu()), one;
  int row = 0;
  for (const auto& task : tasks) {
    if (task.point)
      calc_station_jacobian(at.tree, at.position, task.frame, one);
    else
      calc_frame_jacobian(at.tree, at.position, task.frame, one);
    J.middleRows(row, task.rows()) = one;
    row += task.rows();
  }
  return J;
}

void expect_agreement(const Model& model, const std::vector<OperationalTask<double>>& tasks,
                      bool independent) {
  Random random(3);
  const Configuration<double> at(model, random_coordinates(model, random));
  OperationalSpace<double> space(at.tree, tasks);
  MatrixX<double> J_bar(at.tree.nu(), space.rows());
  const long before = allocations();
  calc_inverse_operational_inertia(at.tree, at.position, at.mass.matrix, space);
  calc_operational_inertia(space);
  calc_consistent_inverse(at.mass.matrix, space, J_bar);
  EXPECT_EQ(allocations() - before, 0);
  const MatrixX<double> J = stacked(at, tasks, space.rows()), M_inv_JT = at.M.llt().solve(J.transpose());
  const MatrixX<double> expected = J * M_inv_JT;
  EXPECT_LT((space.inverse_inertia - expected).norm(), 1e-11 * expected.norm());
  EXPECT_EQ(space.inverse_inertia, space.inverse_inertia.transpose());
  ForwardDynamics<double> articulated(at.tree);
  OperationalSpace<double> swept(at.tree, tasks);
  const long before_sweeps = allocations();
  calc_articulated_inertias(at.tree, In<double>(at.position.q.data(), static_cast<std::size_t>(at.tree.nq())),
                            articulated);
  calc_inverse_operational_inertia(at.tree, at.position, articulated, swept);
  EXPECT_EQ(allocations() - before_sweeps, 0);
  EXPECT_LT((swept.inverse_inertia - expected).norm(), 1e-11 * expected.norm());
  if (!independent) return;
  const double size = expected.norm() * space.inertia.norm();
  const MatrixX<double> one = MatrixX<double>::Identity(space.rows(), space.rows());
  EXPECT_LT((space.inertia * expected - one).norm(), 1e-13 * size);
  EXPECT_LT((J_bar - M_inv_JT * space.inertia).norm(), 1e-11 * M_inv_JT.norm() * space.inertia.norm());
  EXPECT_LT((J * J_bar - one).norm(), 1e-13 * size);
}

TEST(OperationalSpace, AgreesWithDenseLinearAlgebra) {
  Random random(1);
  const Model arm = load_reference_model("ur5"), legs = load_reference_model("hyq"),
              chain = load_reference_model("chain30"), all = model_of_all_joints();
  const auto tip = [](const Model& model) { return model.body_count() - 1; };
  expect_agreement(arm, {{{tip(arm), random.pose()}}}, true);
  expect_agreement(arm, {{{tip(arm), random.vector()}, true}, {{3, random.vector()}, true}}, false);
  std::vector<OperationalTask<double>> feet;
  for (int b = 1; b < legs.body_count(); ++b)
    if (legs.connectivity().children(b).empty()) feet.push_back({{b, random.vector()}, true});
  ASSERT_EQ(feet.size(), 4U);
  expect_agreement(legs, feet, true);
  feet.push_back({1});
  expect_agreement(legs, feet, true);
  expect_agreement(chain, {{tip(chain)}, {17, true}, {{9, random.pose()}}}, true);
  std::vector<OperationalTask<double>> some;
  for (int b = 1; b < all.body_count(); b += 4)
    if (Tree<double>(all).place(b).node > 0) some.push_back({{b, random.pose()}, b % 3 == 0});
  expect_agreement(all, some, false);
}

/// A wrench on a foot changes its acceleration, and that of another foot, as forward dynamics says.
TEST(OperationalSpace, TellsWhatForcesDo) {
  Random random(8);
  const Model model = load_reference_model("hyq");
  const std::vector<double> q = random_coordinates(model, random);
  const Configuration<double> at(model, q);
  const int a = 4, b = model.body_count() - 1;
  OperationalSpace<double> space(at.tree, {{a}, {b}});
  calc_inverse_operational_inertia(at.tree, at.position, at.mass.matrix, space);
  ForwardDynamics<double> forward(at.tree);
  std::vector<double> with(static_cast<std::size_t>(model.nu())), without = with;
  std::vector<Force<double>> F(static_cast<std::size_t>(model.body_count()), Force<double>::zero());
  F[static_cast<std::size_t>(a)] = random.force();
  calc_forward_dynamics(at.tree, q, {}, {}, F, forward, with);
  calc_forward_dynamics(at.tree, q, {}, {}, {}, forward, without);
  for (std::size_t k = 0; k < with.size(); ++k) with[k] -= without[k];
  const Force<double>& f = F[static_cast<std::size_t>(a)];
  VectorX<double> wrench(6);
  wrench << f.t.x, f.t.y, f.t.z, f.f.x, f.f.y, f.f.z;
  for (int body : {a, b}) {
    const Motion<double> A = calc_frame_jacobian_times(at.tree, at.position, body, with);
    VectorX<double> change(6);
    change << A.w.x, A.w.y, A.w.z, A.v.x, A.v.y, A.v.z;
    const VectorX<double> told = space.inverse_inertia.block(body == a ? 0 : 6, 0, 6, 6) * wrench;
    EXPECT_LT((told - change).norm(), 1e-10 * change.norm());
  }
}

/// One branch of a star costs the same however many others there are.
TEST(OperationalSpace, CostsWhatThePathCosts) {
  const auto cost = [](int bodies) {
    const Model model = random_tree({.bodies = bodies, .shape = TreeShape::star, .joints = TreeJoints::pins});
    const std::vector<Count> q(static_cast<std::size_t>(model.nq()), 0.3);
    const Configuration<Count> at(model, q);
    OperationalSpace<Count> space(at.tree, {{bodies}});
    return Count::of([&] { calc_inverse_operational_inertia(at.tree, at.position, at.mass.matrix, space); });
  };
  EXPECT_EQ(cost(100), cost(10));
}

/// With articulated inertias, everything together costs as much per link of any chain.
TEST(OperationalSpace, CostsAsMuchPerLinkOfAnyChain) {
  const auto cost_per_link = [](int bodies) {
    const Model model =
        random_tree({.bodies = bodies, .shape = TreeShape::chain, .joints = TreeJoints::pins});
    const Tree<Count> tree(model);
    const std::vector<Count> q(static_cast<std::size_t>(model.nq()), 0.3);
    PositionKinematics<Count> position(tree);
    ForwardDynamics<Count> articulated(tree);
    OperationalSpace<Count> space(tree, {{bodies}});
    const OperationCount total = Count::of([&] {
      calc_position_kinematics(tree, In<Count>(q), position);
      calc_articulated_inertias(tree, In<Count>(q), articulated);
      calc_inverse_operational_inertia(tree, position, articulated, space);
    });
    return static_cast<double>(total.multiplications) / bodies;
  };
  EXPECT_NEAR(cost_per_link(400), cost_per_link(20), 0.1 * cost_per_link(20));
}

TEST(OperationalSpace, RefusesWhatCannotMove) {
  const Tree<double> tree(load_reference_model("ur5"));
  EXPECT_SAYS(message([&] { OperationalSpace<double>(tree, {{0}}); }), "cannot move");
}

/// Forward dynamics takes free joints as cuts.
TEST(OperationalSpace, RefusesInertiasOfForwardDynamics) {
  const Configuration<double> at(load_reference_model("hyq"), load_reference_model("hyq").default_q());
  ForwardDynamics<double> memory(at.tree);
  std::vector<double> udot(static_cast<std::size_t>(at.tree.nu()));
  const std::vector<double> q(at.position.q.begin(), at.position.q.begin() + at.tree.nq());
  calc_forward_dynamics(at.tree, In<double>(q), {}, {}, {}, memory, Out<double>(udot));
  OperationalSpace<double> space(at.tree, {{5}});
  EXPECT_SAYS(message([&] { calc_inverse_operational_inertia(at.tree, at.position, memory, space); }),
              "calc_articulated_inertias()");
}

template <class T>
class OperationalSpaceIn : public ::testing::Test {};
TYPED_TEST_SUITE(OperationalSpaceIn, AllScalars);

TYPED_TEST(OperationalSpaceIn, AgreesWithDoubleInEveryLane) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = load_reference_model("hyq");
  LaneStates states(model, lanes, random);
  const Configuration<T> at(model, packed<T>(states.q));
  OperationalSpace<T> space(at.tree, {{5, true}, {9}});
  calc_inverse_operational_inertia(at.tree, at.position, at.mass.matrix, space);
  calc_operational_inertia(space);
  MatrixX<T> J_bar;
  calc_consistent_inverse(at.mass.matrix, space, J_bar);
  for (int i = 0; i < lanes; ++i) {
    const Configuration<double> at_d(model, states.q[static_cast<std::size_t>(i)]);
    OperationalSpace<double> space_d(at_d.tree, {{5, true}, {9}});
    calc_inverse_operational_inertia(at_d.tree, at_d.position, at_d.mass.matrix, space_d);
    calc_operational_inertia(space_d);
    MatrixX<double> J_bar_d;
    calc_consistent_inverse(at_d.mass.matrix, space_d, J_bar_d);
    const double size = space_d.inverse_inertia.norm() * space_d.inertia.norm();
    for (int r = 0; r < 9; ++r)
      for (int c = 0; c < 9; ++c) {
        EXPECT_TRUE(close<ValueOf<T>>(lane(space.inverse_inertia(r, c), i), space_d.inverse_inertia(r, c),
                                      256, space_d.inverse_inertia.norm()));
        EXPECT_TRUE(close<ValueOf<T>>(lane(space.inertia(r, c), i), space_d.inertia(r, c), 256,
                                      size * space_d.inertia.norm()));
        EXPECT_TRUE(close<ValueOf<T>>(lane(J_bar(r, c), i), J_bar_d(r, c), 256, size * J_bar_d.norm()));
      }
  }
}

}  // namespace
}  // namespace sarrus::testing::operational_space_test
