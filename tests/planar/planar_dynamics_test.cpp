// Planar dynamics against spatial dynamics of the same trees, and what it saves.

#include "sarrus/planar/planar_dynamics.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/tree_methods/matrix_forward_dynamics.h"
#include "tests/support/all_numbers.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"
#include "tests/support/planar_model.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"
#include "tests/support/says.h"

namespace sarrus::testing::planar_dynamics_test {
namespace {

struct Case {
  const char* name;
  std::vector<Joint> joints;
  int bodies;
  bool branched;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

class PlanarLaws : public ::testing::TestWithParam<Case> {
 protected:
  PlanarLaws() {
    for (int b = 0; b < model_.body_count(); ++b) applied_.push_back(random_.force());
  }
  Model model_ = planar_model(GetParam().joints, GetParam().bodies, GetParam().branched, 3);
  Tree<double> tree_{model_};
  PlanarTree<double> planar_{tree_};
  PlanarDynamics<double> workspace_{planar_};
  Random random_{8};
  std::vector<double> q_ = random_coordinates(model_, random_), u_ = random_.numbers(model_.nu()),
                      udot_ = random_.numbers(model_.nu());
  std::vector<Force<double>> applied_;
  VectorX<double> expected_ = VectorX<double>::Zero(model_.nu()), found_ = expected_;
};

TEST_P(PlanarLaws, InverseDynamics) {
  InverseDynamics<double> inverse(tree_);
  const auto check = [&](In<double> u, In<double> udot, In<Force<double>> F, bool gravity) {
    calc_inverse_dynamics(tree_, q_, u, udot, F, inverse, expected_, {.gravity = gravity});
    calc_inverse_dynamics(planar_, q_, u, udot, F, workspace_, found_, {.gravity = gravity});
    EXPECT_LT((found_ - expected_).norm(), 1e-12 * (1 + expected_.norm()));
    const VectorX<double> one_by_one = found_;
    found_.setZero();
    calc_inverse_dynamics(planar_, {.q = q_, .u = u, .udot = udot, .forces = F, .gravity = gravity},
                          workspace_, found_);
    EXPECT_EQ(found_, one_by_one);
  };
  check(u_, udot_, {}, true);
  check(u_, udot_, applied_, true);
  check(u_, {}, {}, false);
  check({}, udot_, {}, false);
  check({}, {}, {}, true);
}

TEST_P(PlanarLaws, ForwardDynamics) {
  ForwardDynamics<double> forward(tree_);
  const std::vector<double> tau = random_.numbers(model_.nu(), -10, 10);
  calc_forward_dynamics(tree_, q_, u_, tau, applied_, forward, expected_);
  calc_forward_dynamics(planar_, {.q = q_, .u = u_, .tau = tau, .forces = applied_}, workspace_, found_);
  EXPECT_LT((found_ - expected_).norm(), 1e-10 * expected_.norm());
  calc_forward_dynamics(tree_, q_, {}, {}, {}, forward, expected_);
  calc_forward_dynamics(planar_, q_, {}, {}, {}, workspace_, found_);
  EXPECT_LT((found_ - expected_).norm(), 1e-10 * expected_.norm());
}

TEST_P(PlanarLaws, MassMatrix) {
  PositionKinematics<double> position(tree_);
  ::sarrus::MassMatrix<double> spatial(tree_);
  MatrixX<double> M, planar;
  calc_position_kinematics(tree_, q_, position);
  calc_mass_matrix(tree_, position, spatial, M);
  calc_mass_matrix(planar_, q_, workspace_);
  workspace_.mass_matrix.symmetric(planar);
  EXPECT_LT((planar - M).norm(), 1e-12 * M.norm());
}
INSTANTIATE_TEST_SUITE_P(Trees, PlanarLaws,
                         ::testing::Values(Case{"chain of pins", {Pin{}}, 12, false},
                                           Case{"tree of pins", {Pin{}}, 30, true},
                                           Case{"sliders", {Slider{}}, 4, true},
                                           Case{"chain of all", all_planar_joints(), 11, false},
                                           Case{"tree of all", all_planar_joints(), 33, true}));

TEST(PlanarTree, IsRecognized) {
  EXPECT_TRUE(is_planar(planar_model({Pin{}}, 5, true, 4)));
  EXPECT_TRUE(is_planar(planar_model(all_planar_joints(), 22, true, 4)));
  EXPECT_TRUE(is_planar(planar_model({Slider{}}, 1, false, 4)));
  // Tilted by a second of arc, and by rounding.
  EXPECT_FALSE(is_planar(planar_model({Pin{}}, 5, false, 4, std::numbers::pi / 180 / 3600)));
  EXPECT_TRUE(is_planar(planar_model({Pin{}}, 5, false, 4, 1e-13)));
  EXPECT_FALSE(is_planar(planar_model({Slider{}}, 5, false, 4, 0.1)));
  for (const Joint& joint :
       {Joint(Ball{}), Joint(Cylinder{}), Joint(Screw{0.1}), Joint(Translation{}), Joint(Free{})})
    EXPECT_FALSE(is_planar(planar_model({Pin{}, joint}, 3, false, 4))) << joint.type_name();
  EXPECT_FALSE(is_planar(load_reference_model("ur5")));
}

TEST(PlanarTree, NamesTheJointThatLeavesThePlane) {
  const Model model = planar_model({Pin{}}, 5, false, 4, 0.01);
  EXPECT_EQ(find_plane(model).leaving_joint, "joint5");
  EXPECT_SAYS(message([&] { PlanarTree<double>{Tree<double>(model)}; }), "joint 'joint5' leaves the plane");
  const PlanarTree<double> small{Tree<double>(planar_model({Pin{}}, 2, false, 1))},
      large{Tree<double>(planar_model({Pin{}}, 3, false, 1))};
  PlanarDynamics<double> workspace(small);
  std::vector<double> q(3), tau(3);
  EXPECT_SAYS(message([&] { calc_inverse_dynamics(large, q, {}, {}, {}, workspace, tau); }),
              "make one from this tree");
}

/// Counted on a chain of 20 pins: planar algebra takes a fifth of the operations of spatial algebra (29 m 23
/// a for each link against 124 m 104 a in inverse dynamics, 52 m 51 a against 281 m 265 a in forward
/// dynamics).
TEST(PlanarDynamics, SavesMostOfTheOperations) {
  const Model model = planar_model({Pin{}}, 20, false, 3);
  const Tree<Count> tree(model);
  const PlanarTree<Count> planar(tree);
  const std::vector<Count> q(20, 0.3), u(20, 0.2), udot(20, 0.1);
  std::vector<Count> out(20);
  InverseDynamics<Count> inverse(tree);
  ForwardDynamics<Count> forward(tree);
  PositionKinematics<Count> position(tree);
  ::sarrus::MassMatrix<Count> mass_matrix(tree);
  PlanarDynamics<Count> in_plane(planar);
  const auto part = [](auto&& of_planar, auto&& of_spatial) {
    const OperationCount p = Count::of(of_planar), s = Count::of(of_spatial);
    return static_cast<double>(p.multiplications + p.additions) /
           static_cast<double>(s.multiplications + s.additions);
  };
  EXPECT_LT(part([&] { calc_inverse_dynamics(planar, q, u, udot, {}, in_plane, out); },
                 [&] { calc_inverse_dynamics(tree, q, u, udot, {}, inverse, out); }),
            0.24);
  EXPECT_LT(part([&] { calc_forward_dynamics(planar, q, u, udot, {}, in_plane, out); },
                 [&] { calc_forward_dynamics(tree, q, u, udot, {}, forward, out); }),
            0.2);
  EXPECT_LT(part([&] { calc_mass_matrix(planar, q, in_plane); },
                 [&] {
                   calc_position_kinematics(tree, q, position);
                   calc_mass_matrix(tree, position, mass_matrix);
                 }),
            0.2);
}

template <class T>
class PlanarDynamicsIn : public ::testing::Test {};
TYPED_TEST_SUITE(PlanarDynamicsIn, AllScalars);

TYPED_TEST(PlanarDynamicsIn, AgreesWithDoubleInEveryLaneAndAllocatesNothing) {
  using T = TypeParam;
  constexpr int lanes = ScalarTraits<T>::lanes;
  Random random(6);
  const Model model = planar_model({Pin{}, Slider{}, Planar{}}, 6, true, 5);
  LaneStates states(model, lanes, random);
  auto& [q, u, udot] = states;
  const std::vector<T> qt = packed<T>(q), ut = packed<T>(u), udot_t = packed<T>(udot);
  const PlanarTree<T> tree{Tree<T>(model), 1e-5};
  const Tree<double> tree_d(model);
  PlanarDynamics<T> workspace(tree);
  InverseDynamics<double> inverse(tree_d);
  std::vector<T> tau(static_cast<std::size_t>(model.nu())), back(tau);
  std::vector<double> tau_d(tau.size());
  const long before = allocations();
  calc_inverse_dynamics(tree, qt, ut, udot_t, {}, workspace, tau);
  calc_forward_dynamics(tree, qt, ut, tau, {}, workspace, back);
  calc_mass_matrix(tree, qt, workspace);
  if constexpr (!std::is_same_v<T, DualX>) {
    EXPECT_EQ(allocations() - before, 0);
  }
  for (int i = 0; i < lanes; ++i) {
    const auto index = static_cast<std::size_t>(i);
    calc_inverse_dynamics(tree_d, q[index], u[index], udot[index], {}, inverse, tau_d);
    for (std::size_t k = 0; k < tau.size(); ++k) {
      EXPECT_TRUE(close<ValueOf<T>>(lane(tau[k], i), tau_d[k], 256, 100));
      EXPECT_TRUE(close<ValueOf<T>>(lane(back[k], i), udot[index][k], 4096, 100));
    }
  }
}

TEST(PlanarDynamics, TakesPortsAndLeavesOutGravityAsInSpace) {
  for (const bool branched : {false, true}) {
    const Model model = planar_model(all_planar_joints(), 22, branched, 17);
    const Tree<double> tree(model);
    const PlanarTree<double> plane(tree);
    PlanarDynamics<double> workspace(plane);
    ForwardDynamics<double> spatial(tree);
    Random random(6);
    const std::vector<double> q = random_coordinates(model, random), u = random.numbers(tree.nu()),
                              tau = random.numbers(tree.nu()), m = random.numbers(tree.nu(), 0.1, 2);
    std::vector<double> udot(u.size()), expected(u.size());
    const ForwardDynamicsOptions<double> options{.gravity = false, .port_inertia = m};
    calc_forward_dynamics(tree, q, u, tau, {}, spatial, expected, options);
    calc_forward_dynamics(plane, q, u, tau, {}, workspace, udot, options);
    for (std::size_t k = 0; k < u.size(); ++k) EXPECT_TRUE(close(udot[k], expected[k], 1e5, 100)) << k;
  }
}

/// Locks as numbers are the articulated-body algorithm's alone. Other methods must not pass over them.
TEST(PlanarDynamics, RefusesLocksAsOtherMethodsDo) {
  const Model model = planar_model(all_planar_joints(), 8, false, 3);
  const Tree<double> tree(model);
  const PlanarTree<double> plane(tree);
  PlanarDynamics<double> planar(plane);
  MatrixForwardDynamics<double> matrix(tree);
  Random random(6);
  const std::vector<double> q = random_coordinates(model, random), locked(tree.nu(), 1.0);
  std::vector<double> udot(locked);
  const ForwardDynamicsOptions<double> options{.locked = locked};
  expect_error([&] { calc_forward_dynamics(plane, q, {}, {}, {}, planar, udot, options); },
               {"planar forward dynamics takes no locked", "ForwardDynamics"});
  expect_error([&] { calc_forward_dynamics(tree, q, {}, {}, {}, matrix, udot, options); },
               {"forward dynamics by the mass matrix takes no locked"});
}

}  // namespace
}  // namespace sarrus::testing::planar_dynamics_test
