/// Ports τ = τ₀ − m·u̇ in every form of forward dynamics, against the equations of motion in full.

#include "sarrus/dynamics/port_inertia.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/tree_methods/floating_base.h"
#include "sarrus/tree_methods/hybrid_dynamics_matrix.h"
#include "sarrus/tree_methods/matrix_forward_dynamics.h"
#include "tests/support/close.h"
#include "tests/support/random_model.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::port_inertia_test {
namespace {

/// A model in a random state, with ports on all speeds but those of a floating base.
struct Situation {
  explicit Situation(const Model& of, bool on_base) : model(of) {
    for (int b = 0; b < model.body_count(); ++b) applied.push_back(random.force());
    for (int k = 0; k < 6 && !on_base; ++k) m[static_cast<std::size_t>(k)] = 0;
    PositionKinematics<double> position(tree);
    MassMatrix<double> mass(tree);
    InverseDynamics<double> inverse(tree);
    Eigen::VectorXd bias(tree.nu());
    calc_position_kinematics(tree, q, position);
    calc_mass_matrix(tree, position, mass, M);
    M.diagonal() += Eigen::Map<const Eigen::VectorXd>(m.data(), tree.nu());
    calc_inverse_dynamics(tree, q, u, {}, applied, inverse, bias, {.gravity = false});
    forces = Eigen::Map<const Eigen::VectorXd>(tau.data(), tree.nu()) - bias;
  }
  ForwardDynamicsOptions<double> options() const { return {.gravity = false, .port_inertia = m}; }
  void expect(const std::vector<double>& udot) const {
    const Eigen::VectorXd expected = M.llt().solve(forces);
    for (int k = 0; k < tree.nu(); ++k)
      EXPECT_TRUE(close(udot[static_cast<std::size_t>(k)], expected[k], 1e5, expected.norm())) << k;
  }
  Model model;
  Tree<double> tree{model};
  Random random{29};
  std::vector<double> q = random_coordinates(model, random), u = random.numbers(model.nu()),
                      tau = random.numbers(model.nu(), -10, 10), m = random.numbers(model.nu(), 0.1, 3);
  std::vector<Force<double>> applied;
  MatrixX<double> M;
  Eigen::VectorXd forces;
};

TEST(PortInertia, IsInBothFormsOfForwardDynamics) {
  for (const bool on_base : {true, false})
    for (const Model& model : {load_reference_model("hyq"), model_of_all_joints()}) {
      const Situation at(model, on_base);
      ForwardDynamics<double> articulated(at.tree);
      MatrixForwardDynamics<double> matrix(at.tree);
      AnyForwardDynamics<double> any(at.tree);
      std::vector<double> udot(at.u.size());
      calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, articulated, udot, at.options());
      at.expect(udot);
      calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, matrix, udot, at.options());
      at.expect(udot);
      calc_forward_dynamics(at.tree, at.q, at.u, at.tau, at.applied, any, udot, at.options());
      at.expect(udot);
    }
}

TEST(PortInertia, IsInArticulatedInertias) {
  const Situation at(load_reference_model("hyq"), true);
  ForwardDynamics<double> workspace(at.tree);
  Eigen::VectorXd x(at.tree.nu());
  calc_articulated_inertias(at.tree, at.q, workspace, In<double>(at.m));
  calc_inverse_mass_times(at.tree, workspace, at.tau, x);
  const Eigen::VectorXd v = Eigen::Map<const Eigen::VectorXd>(at.tau.data(), at.tree.nu());
  EXPECT_LT((at.M * x - v).norm(), 1e-10 * v.norm());
}

TEST(PortInertia, IsInHybridDynamicsOfBothForms) {
  Situation at(model_of_all_joints(), true);
  IndexSet prescribed(at.tree.nu());
  for (int k = 1; k < at.tree.nu(); k += 3) prescribed.insert(k);
  const std::vector<double> given = at.random.numbers(at.tree.nu());
  std::vector<double> tau = at.tau, udot = given, tau_by_matrix(tau), udot_by_matrix(udot);
  ForwardDynamics<double> articulated(at.tree);
  HybridDynamicsMatrix<double> matrix(at.tree, prescribed);
  calc_hybrid_dynamics(at.tree, at.q, at.u, prescribed, tau, udot, at.applied, articulated, at.options());
  calc_hybrid_dynamics_by_matrix(at.tree, at.q, at.u, at.tau, given, at.applied, matrix, tau_by_matrix,
                                 udot_by_matrix, at.options());
  const auto vector = [](const std::vector<double>& v) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size())));
  };
  const Eigen::VectorXd bias = vector(at.tau) - at.forces;
  for (const auto& [t, a] : {std::pair(tau, udot), std::pair(tau_by_matrix, udot_by_matrix)})
    EXPECT_LT((at.M * vector(a) + bias - vector(t)).norm(), 1e-9 * vector(t).norm());
}

TEST(PortInertia, IsInFloatingBaseDynamics) {
  const Situation at(load_reference_model("hyq"), false);
  FloatingBase<double> floating(at.tree);
  std::vector<double> tau = at.tau, udot(tau.size()), found(tau.size()), forces(tau.size());
  for (std::size_t k = 0; k < 6; ++k) tau[k] = 0;
  calc_floating_forward_dynamics(at.tree, at.q, at.u, tau, at.applied, floating, udot, at.options());
  ForwardDynamics<double> articulated(at.tree);
  calc_forward_dynamics(at.tree, at.q, at.u, tau, at.applied, articulated, found, at.options());
  for (std::size_t k = 0; k < tau.size(); ++k) EXPECT_TRUE(close(udot[k], found[k], 1e5, 100));
  calc_floating_inverse_dynamics(at.tree, at.q, at.u, udot, at.applied, floating, found, forces,
                                 at.options());
  for (std::size_t k = 0; k < tau.size(); ++k) {
    EXPECT_TRUE(close(found[k], udot[k], 1e5, 100));
    EXPECT_TRUE(close(forces[k], tau[k], 1e5, 100));
  }
  MatrixX<double> M;
  VectorX<double> bias;
  calc_floating_joint_equation(at.tree, at.q, at.u, at.applied, floating, M, bias, at.options());
  const int joints = at.tree.nu() - 6;
  const Eigen::VectorXd of_joints = Eigen::Map<const Eigen::VectorXd>(udot.data() + 6, joints),
                        wanted = Eigen::Map<const Eigen::VectorXd>(tau.data() + 6, joints);
  EXPECT_LT((M * of_joints + bias - wanted).norm(), 1e-9 * wanted.norm());
}

/// ∂u̇/∂m of a port by dual numbers against M⁻¹: −u̇ₖ·M⁻¹·eₖ.
TEST(PortInertia, HasDerivatives) {
  using D = Dual8;
  const Situation at(load_reference_model("hyq"), false);
  const int k = 8;
  const Tree<D> tree(at.model);
  ForwardDynamics<D> workspace(tree);
  std::vector<D> q(at.q.begin(), at.q.end()), u(at.u.begin(), at.u.end()), tau(at.tau.begin(), at.tau.end()),
      m(at.m.begin(), at.m.end()), udot(m.size());
  std::vector<Force<D>> applied;
  for (const Force<double>& F : at.applied) applied.push_back(F.cast<D>());
  m[static_cast<std::size_t>(k)].partial[0] = 1;
  calc_forward_dynamics<D>(tree, q, u, tau, applied, workspace, udot, {.gravity = false, .port_inertia = m});
  const Eigen::VectorXd plain = at.M.llt().solve(at.forces),
                        expected = -plain[k] * at.M.llt().solve(Eigen::VectorXd::Unit(at.tree.nu(), k));
  for (int i = 0; i < at.tree.nu(); ++i) {
    EXPECT_TRUE(close(udot[static_cast<std::size_t>(i)].value, plain[i], 1e5, plain.norm()));
    EXPECT_TRUE(close(udot[static_cast<std::size_t>(i)].partial[0], expected[i], 1e5, expected.norm()));
  }
}

}  // namespace
}  // namespace sarrus::testing::port_inertia_test
