// Derivatives of dynamics by parameters against dual numbers as parameters, on trees of every joint type in
// both directions with welds and forces on all bodies; the regressor; the law of forces.

#include <gtest/gtest.h>

#include <functional>

#include "sarrus/derivatives/parameter_derivatives.h"
#include "sarrus/joint/joints.h"
#include "sarrus/tree_methods/regressor.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/lanes.h"

namespace sarrus::testing::parameter_derivatives_test {
namespace {

using DualParameters = Parameters<DualX>;

/// X·exp(ε) to first order, with partials in directions `first` to `first + 5`.
Pose<DualX> varied(const Pose<double>& X, int first, int directions) {
  const auto epsilon = [&](int c) { return DualX::variable(0.0, first + c, directions); };
  const Pose<DualX> fixed = X.cast<DualX>();
  const DualX one(1.0), x = epsilon(0), y = epsilon(1), z = epsilon(2);
  const Mat3<DualX> turn{{one, z, -y}, {-z, one, x}, {y, -x, one}};
  const Mat3<DualX>& R = fixed.R.matrix();
  const auto times = [&](const Vec3<DualX>& v) { return v.x * R.x + v.y * R.y + v.z * R.z; };
  return {Rotation<DualX>(Mat3<DualX>{times(turn.x), times(turn.y), times(turn.z)}),
          fixed.p + times({epsilon(3), epsilon(4), epsilon(5)})};
}

/// Two mechanisms on a stand that is welded to the world, with welded parts.
Model mechanisms_on_stand() {
  Random random(21);
  ModelBuilder builder("stand");
  for (const char* name : {"foot", "post", "arm", "hand", "tool", "wheel"})
    builder.body(name, random.inertia());
  const auto connect = [&](const char* name, const Joint& joint, const char* parent, const char* child) {
    const Pose<double> X_PF = random.pose(), X_BM = random.pose();
    builder.joint(name, joint, parent, child).parent_frame(X_PF).child_frame(X_BM);
  };
  connect("fixed", Weld{}, "world", "foot");
  connect("mounted", Weld{}, "foot", "post");
  connect("shoulder", Pin{}, "post", "arm");
  connect("wrist", Screw(0.3), "arm", "hand");
  connect("grip", Weld{}, "hand", "tool");
  connect("axle", Pin{}, "post", "wheel");
  return builder.build();
}
constexpr int stand_number = 12;
Model model_with_parameters(int number) {
  return number == stand_number ? mechanisms_on_stand() : model_for(number);
}

/// Parameters of a model with one kind of them varied, and the forces on bodies likewise.
struct Varied {
  DualParameters parameters;
  std::vector<Force<DualX>> forces;
  int directions;
};

class ParameterDerivativesOfTrees : public ::testing::TestWithParam<int> {
 protected:
  Varied fixed() const { return {DualParameters(oracle_.model), oracle_.fixed_forces(), 0}; }
  Varied inertias() const {
    Varied out = fixed();
    out.directions = 10 * (tree_.body_count() - 1);
    VectorX<DualX> pi;
    get_inertia_parameters(out.parameters, pi);
    for (int j = 0; j < out.directions; ++j) pi[j] = DualX::variable(pi[j].value, j, out.directions);
    set_inertia_parameters(pi, out.parameters);
    return out;
  }
  Varied frames(bool of_parent) const {
    Varied out = fixed();
    out.directions = 6 * (tree_.body_count() - 1);
    for (int b = 1; b < tree_.body_count(); ++b) {
      const Body& body = oracle_.model.body(b);
      auto& list = of_parent ? out.parameters.X_PF : out.parameters.X_BM;
      list[b] = varied(of_parent ? body.X_PF : body.X_BM, 6 * (b - 1), out.directions);
    }
    return out;
  }
  Varied joint_parameters() const {
    Varied out = fixed();
    out.directions = static_cast<int>(out.parameters.joint.size());
    for (int j = 0; j < out.directions; ++j)
      out.parameters.joint[j] = DualX::variable(out.parameters.joint[j].value, j, out.directions);
    return out;
  }
  Varied gravity() const {
    Varied out = fixed();
    out.directions = 3;
    Vec3<DualX>& g = out.parameters.gravity;
    g = {DualX::variable(g.x.value, 0, 3), DualX::variable(g.y.value, 1, 3),
         DualX::variable(g.z.value, 2, 3)};
    return out;
  }
  Varied forces() const {
    Varied out = fixed();
    out.directions = 6 * (tree_.body_count() - 1);
    for (int b = 1; b < tree_.body_count(); ++b) {
      Force<DualX>& F = out.forces[static_cast<std::size_t>(b)];
      int direction = 6 * (b - 1);
      for (DualX* x : {&F.t.x, &F.t.y, &F.t.z, &F.f.x, &F.f.y, &F.f.z})
        *x = DualX::variable(x->value, direction++, out.directions);
    }
    return out;
  }
  MatrixX<double> partials(const std::vector<DualX>& values, int directions) const {
    MatrixX<double> J(tree_.nu(), directions);
    for (int i = 0; i < tree_.nu(); ++i)
      for (int k = 0; k < directions; ++k) J(i, k) = values[static_cast<std::size_t>(i)].partial[k];
    return J;
  }
  MatrixX<double> inverse_dynamics(const Varied& at) const {
    const Tree<DualX> tree(oracle_.model, at.parameters);
    InverseDynamics<DualX> workspace(tree);
    std::vector<DualX> tau(oracle_.u.size());
    const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
               udot = DualOracle::fixed(oracle_.udot);
    calc_inverse_dynamics<DualX>(tree, q, u, udot, at.forces, workspace, tau);
    return partials(tau, at.directions);
  }
  MatrixX<double> forward_dynamics(const Varied& at) const {
    const Tree<DualX> tree(oracle_.model, at.parameters);
    ForwardDynamics<DualX> workspace(tree);
    std::vector<DualX> udot(oracle_.u.size());
    const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
               tau = DualOracle::fixed(oracle_.tau);
    calc_forward_dynamics<DualX>(tree, q, u, tau, at.forces, workspace, udot);
    return partials(udot, at.directions);
  }
  /// Compares all matrices with those that `evaluate` gives in dual numbers.
  void compare(const ParameterDerivatives<double>& found,
               const std::function<MatrixX<double>(const Varied&)>& evaluate, double tolerance) const {
    const auto check = [&](const char* name, const MatrixX<double>& matrix, const Varied& at) {
      if (at.directions == 0) return;
      const MatrixX<double> expected = evaluate(at);
      const double size = expected.cwiseAbs().maxCoeff();
      ASSERT_EQ(matrix.cols(), expected.cols()) << name;
      EXPECT_GT(size, 0) << name;
      EXPECT_LT((matrix - expected).cwiseAbs().maxCoeff(), tolerance * size) << name;
    };
    check("inertias", found.by_inertia, inertias());
    check("frames on parents", found.by_parent_frame, frames(true));
    check("frames on children", found.by_child_frame, frames(false));
    check("joint parameters", found.by_joint_parameter, joint_parameters());
    check("gravity", found.by_gravity, gravity());
    check("forces", found.by_force, forces());
  }

  DualOracle oracle_{model_with_parameters(GetParam()), 7u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
};

TEST_P(ParameterDerivativesOfTrees, OfInverseDynamicsAreThoseOfDualNumbers) {
  ParameterDerivatives<double> found(tree_);
  calc_inverse_dynamics_parameter_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces}, found);
  compare(
      found, [&](const Varied& at) { return inverse_dynamics(at); }, 1e-12);
  InverseDynamics<double> workspace(tree_);
  std::vector<double> tau(oracle_.u.size());
  calc_inverse_dynamics<double>(tree_, oracle_.q, oracle_.u, oracle_.udot, oracle_.forces, workspace, tau);
  for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_TRUE(close(found.tau[k], tau[k], 1e4, 10));
}

TEST_P(ParameterDerivativesOfTrees, OfForwardDynamicsAreThoseOfDualNumbers) {
  ParameterDerivatives<double> found(tree_);
  calc_forward_dynamics_parameter_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau, .forces = oracle_.forces}, found);
  compare(
      found, [&](const Varied& at) { return forward_dynamics(at); }, 1e-11);
}

TEST_P(ParameterDerivativesOfTrees, ByInertiasAreTheRegressor) {
  ParameterDerivatives<double> found(tree_, {.frames = false, .joint_parameters = false});
  calc_inverse_dynamics_parameter_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot, .forces = oracle_.forces}, found);
  Regressor<double> workspace(tree_);
  MatrixX<double> Y;
  calc_regressor<double>(tree_, oracle_.q, oracle_.u, oracle_.udot, workspace, Y);
  EXPECT_LT(off(found.by_inertia, Y), 1e-12);
  EXPECT_EQ(found.by_parent_frame.cols(), 0);
  EXPECT_EQ(found.by_joint_parameter.cols(), 0);
}
INSTANTIATE_TEST_SUITE_P(Trees, ParameterDerivativesOfTrees, ::testing::Range(0, stand_number + 1));

TEST(ParameterDerivativesOfOneTree, ScaledInertiasAndForcesLeaveAccelerationsAlone) {
  // With all inertias and all forces but gravity multiplied by one number, the motion stays: Euler's law of
  // homogeneous functions, ∂u̇/∂π·π + ∂u̇/∂F·F + M⁻¹·τ = 0, here without τ.
  const DualOracle at(model_of_all_joints(), 5);
  const Tree<double> tree(at.model);
  ParameterDerivatives<double> found(tree);
  calc_forward_dynamics_parameter_derivatives<double>(tree, {.q = at.q, .u = at.u, .forces = at.forces},
                                                      found);
  VectorX<double> pi, F(found.by_force.cols());
  get_inertia_parameters(tree.parameters(), pi);
  for (int b = 1; b < tree.body_count(); ++b)
    for (int c = 0; c < 3; ++c) {
      F[frame_direction_index(b, c)] = at.forces[static_cast<std::size_t>(b)].t[c];
      F[frame_direction_index(b, 3 + c)] = at.forces[static_cast<std::size_t>(b)].f[c];
    }
  const VectorX<double> by_inertias = found.by_inertia * pi;
  EXPECT_LT((by_inertias + found.by_force * F).norm(), 1e-10 * by_inertias.norm());
}

TEST(ParameterDerivativesOfOneTree, PortsCountAsInertias) {
  // A port adds to the diagonal of M: u̇ by gravity is (M + ports)⁻¹ times the derivative of the forces.
  const DualOracle at(random_tree({.bodies = 6, .seed = 2, .joints = TreeJoints::pins}), 5);
  const Tree<double> tree(at.model);
  ParameterDerivatives<double> found(tree);
  const std::vector<double> ports(at.u.size(), 0.7);
  calc_forward_dynamics_parameter_derivatives<double>(tree, {.q = at.q, .u = at.u, .tau = at.tau}, found,
                                                      ports);
  Parameters<DualX> parameters(at.model);
  parameters.gravity.z = DualX::variable(parameters.gravity.z.value, 0, 1);
  const Tree<DualX> dual_tree(at.model, parameters);
  ForwardDynamics<DualX> workspace(dual_tree);
  std::vector<DualX> udot(at.u.size());
  const auto q = DualOracle::fixed(at.q), u = DualOracle::fixed(at.u), tau = DualOracle::fixed(at.tau),
             dual_ports = DualOracle::fixed(ports);
  calc_forward_dynamics<DualX>(dual_tree, q, u, tau, {}, workspace, udot, {.port_inertia = dual_ports});
  for (int k = 0; k < tree.nu(); ++k) {
    const auto index = static_cast<std::size_t>(k);
    EXPECT_NEAR(found.by_gravity(k, 2), udot[index].partial[0], 1e-11 * found.by_gravity.norm());
    EXPECT_NEAR(found.udot[index], udot[index].value, 1e-11 * (1 + std::abs(udot[index].value)));
  }
}

TEST(ParameterDerivativesOfOneTree, PacksAgreeWithSingleStates) {
  const Model model = model_of_all_joints();
  Random random(3);
  LaneStates states(model, 4, random);
  const auto q = packed<Pack4d>(states.q), u = packed<Pack4d>(states.u), udot = packed<Pack4d>(states.udot);
  const Tree<Pack4d> tree(model);
  ParameterDerivatives<Pack4d> found(tree);
  calc_inverse_dynamics_parameter_derivatives<Pack4d>(tree, {.q = q, .u = u, .udot = udot}, found);
  const Tree<double> single_tree(model);
  ParameterDerivatives<double> single(single_tree);
  for (int number = 0; number < 4; ++number) {
    const auto at = static_cast<std::size_t>(number);
    calc_inverse_dynamics_parameter_derivatives<double>(
        single_tree, {.q = states.q[at], .u = states.u[at], .udot = states.udot[at]}, single);
    const auto compare = [&](const MatrixX<Pack4d>& of_pack, const MatrixX<double>& expected) {
      MatrixX<double> of_lane(of_pack.rows(), of_pack.cols());
      for (int i = 0; i < of_pack.rows(); ++i)
        for (int k = 0; k < of_pack.cols(); ++k) of_lane(i, k) = lane(of_pack(i, k), number);
      EXPECT_LT(off(of_lane, expected), 1e-12);
    };
    compare(found.by_inertia, single.by_inertia);
    compare(found.by_parent_frame, single.by_parent_frame);
    compare(found.by_child_frame, single.by_child_frame);
    compare(found.by_joint_parameter, single.by_joint_parameter);
    compare(found.by_gravity, single.by_gravity);
  }
}

TEST(ParameterDerivativesOfOneTree, NothingIsAllocated) {
  const DualOracle at(model_of_all_joints(), 5);
  const Tree<double> tree(at.model);
  ParameterDerivatives<double> found(tree);
  const auto run = [&] {
    calc_forward_dynamics_parameter_derivatives<double>(
        tree, {.q = at.q, .u = at.u, .tau = at.tau, .forces = at.forces}, found);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::parameter_derivatives_test
