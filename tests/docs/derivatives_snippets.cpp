/// What docs/derivatives.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "sarrus/constraints.h"
#include "sarrus/derivatives.h"
#include "sarrus/sarrus.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"
#include "tests/support/state_derivatives_check.h"

namespace sarrus::testing {
namespace {

TEST(DerivativesSnippets, AgreeWithEachOther) {
  const Model model = random_tree({.bodies = 5, .seed = 3});
  const Tree tree(model);
  Random random(1);
  const std::vector<double> q = random_coordinates(model, random), u = random.numbers(tree.nu()),
                            udot = random.numbers(tree.nu()), tau = random.numbers(tree.nu()),
                            dq = random.numbers(tree.nu()), du = random.numbers(tree.nu()),
                            lambda = random.numbers(tree.nu());
  std::vector<double> tau_change(u.size()), gradient(u.size());
  // [inverse]
  InverseDynamicsDerivatives derivatives(tree);
  calc_inverse_dynamics_derivatives(tree, {.q = q, .u = u, .udot = udot}, derivatives);
  MatrixX<double> by_dq, by_u, M;
  derivatives.by_dq.dense(by_dq);    // ∂τ/∂δ
  derivatives.by_u.dense(by_u);      // ∂τ/∂u
  derivatives.by_udot.symmetric(M);  // ∂τ/∂u̇, the mass matrix
  // [/inverse]
  // [forward]
  ForwardDynamicsDerivatives gradients(tree);
  calc_forward_dynamics_derivatives(tree, {.q = q, .u = u, .tau = tau}, gradients);
  const double stiffness = gradients.by_dq(0, 1);  // ∂u̇₀/∂δ₁; by_u and by_tau likewise
  // [/forward]
  IndexSet driven(tree.nu());
  driven.insert(0);
  // [hybrid]
  HybridDynamicsDerivatives hybrid(tree, driven);  // the speeds whose rates are given
  calc_hybrid_dynamics_derivatives(tree, {.q = q, .u = u, .given = tau}, hybrid);
  const double load = hybrid.by_given(0, 1);  // ∂τ₀/∂τ₁: speed 0 is driven, and its force is a result
  // [/hybrid]
  // [parameters]
  ParameterDerivatives by_parameters(tree);
  calc_inverse_dynamics_parameter_derivatives(tree, {.q = q, .u = u, .udot = udot}, by_parameters);
  const MatrixX<double>& Y = by_parameters.by_inertia;  // ∂τ/∂π, ten columns for each body
  const double by_mass = Y(0, inertia_parameter_index(2, 0));
  const double by_offset = by_parameters.by_parent_frame(0, frame_direction_index(2, 3));  // along F's x
  // [/parameters]
  const FrameOn<double> hand(model.body_count() - 1);
  // [held]
  ConstrainedDynamicsDerivatives held(tree, {{.frame = hand}});  // .orientation = true holds all of it
  calc_constrained_dynamics_derivatives(tree, {.q = q, .u = u, .tau = tau}, held);
  const double stiffer = held.by_dq(0, 1);           // ∂u̇₀/∂δ₁; by_u and by_tau likewise
  const double push = held.multiplier_by_tau(2, 0);  // ∂λ₂/∂τ₀
  // [/held]
  // [kinematics]
  MomentumDerivatives momentum(tree);
  calc_momentum_derivatives<double>(tree, q, u, udot, momentum);
  const MatrixX<double>& A_rate = momentum.matrix_rate;  // the rate of the centroidal momentum matrix
  const MatrixX<double>& h_by_dq = momentum.momentum_by_dq;  // ∂h/∂δ; rate_by_dq and rate_by_u are those of ḣ
  FrameDerivatives of_hand(tree);
  calc_frame_derivatives(tree, momentum.motion, hand, of_hand);
  const MatrixX<double>& J_rate = of_hand.jacobian_rate;
  const MatrixX<double>& A_by_dq = of_hand.acceleration_by_dq;  // velocity_by_dq likewise
  // [/kinematics]
  // [products]
  DynamicsProducts products(tree);
  set_motion(tree, {.q = q, .u = u, .udot = udot}, products);
  calc_inverse_dynamics_change(tree, {.dq = dq, .u = du}, products, tau_change);  // ∂τ/∂δ·dq + ∂τ/∂u·du
  calc_inverse_dynamics_gradient(tree, lambda, products, {.by_dq = gradient});  // (∂τ/∂δ)ᵀ·λ
  // [/products]
  std::vector<double> udot_change(u.size()), by_state(u.size());
  // [forward_products]
  ForwardDynamicsProducts forward_products(tree);
  set_state(tree, {.q = q, .u = u, .tau = tau}, forward_products);
  calc_forward_dynamics_change(tree, {.dq = dq, .u = du}, forward_products, udot_change);
  calc_forward_dynamics_gradient(tree, lambda, forward_products, {.by_dq = by_state});  // of λ·u̇
  // [/forward_products]
  const auto vector = [](const std::vector<double>& x) {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  EXPECT_TRUE(std::isfinite(stiffness) && std::isfinite(stiffer) && std::isfinite(push));
  EXPECT_TRUE(std::isfinite(load) && std::isfinite(by_offset));
  // τ is linear in the inertias.
  VectorX<double> pi;
  get_inertia_parameters(tree.parameters(), pi);
  EXPECT_LT((Y * pi - vector(std::vector<double>(derivatives.tau.begin(), derivatives.tau.end()))).norm(),
            1e-11 * (1 + Y.norm()));
  EXPECT_TRUE(std::isfinite(by_mass));
  // δᵀ of one mode against the gradient of the other.
  MatrixX<double> udot_by_dq, udot_by_u;
  gradients.dense(udot_by_dq, udot_by_u);
  EXPECT_LT((vector(udot_change) - udot_by_dq * vector(dq) - udot_by_u * vector(du)).norm(),
            1e-10 * udot_by_dq.norm());
  EXPECT_LT((vector(by_state) - udot_by_dq.transpose() * vector(lambda)).norm(), 1e-10 * udot_by_dq.norm());
  // ḣ = A·u̇ + Ȧ·u, and the same along the motion: ∂h/∂δ·u + A·u̇ is ḣ as well.
  const VectorX<double> from_rate = momentum.matrix * vector(udot) + A_rate * vector(u),
                        along_motion = momentum.matrix * vector(udot) + h_by_dq * vector(u);
  for (int c = 0; c < 3; ++c) {
    EXPECT_NEAR(from_rate[c], momentum.rate.t[c], 1e-11 * (1 + h_by_dq.norm()));
    EXPECT_NEAR(along_motion[c], momentum.rate.t[c], 1e-11 * (1 + h_by_dq.norm()));
  }
  EXPECT_EQ(J_rate.cols(), A_by_dq.cols());
  EXPECT_LT((vector(tau_change) - by_dq * vector(dq) - by_u * vector(du)).norm(), 1e-12 * by_dq.norm());
  EXPECT_LT((vector(gradient) - by_dq.transpose() * vector(lambda)).norm(), 1e-12 * by_dq.norm());
  // M·M⁻¹ = 1.
  double largest = 0;
  for (int i = 0; i < tree.nu(); ++i)
    for (int k = 0; k < tree.nu(); ++k) {
      double sum = i == k ? -1 : 0;
      for (int j = 0; j < tree.nu(); ++j) sum += M(i, j) * gradients.by_tau(j, k);
      largest = std::max(largest, std::abs(sum));
    }
  EXPECT_LT(largest, 1e-10);
}

TEST(DerivativesSnippets, SecondDerivativesAgreeWithEachOther) {
  const Model model = random_tree({.bodies = 5, .seed = 3, .joints = TreeJoints::pins, .floating = true});
  const Tree tree(model);
  Random random(1);
  const std::vector<double> q = random_coordinates(model, random), u = random.numbers(tree.nu()),
                            udot = random.numbers(tree.nu()), tau = random.numbers(tree.nu()),
                            lambda = random.numbers(tree.nu());
  // [second]
  SecondDerivatives second(tree);
  set_motion(tree, {.q = q, .u = u, .udot = udot}, second);
  DynamicsHessian hessian(tree.nu());
  calc_inverse_dynamics_hessian(tree, lambda, second, hessian);  // of λ·τ
  const double curvature = hessian.dq_dq(0, 1);                  // dq_u, u_u, dq_input likewise
  Array<DynamicsHessian<double>> tensors = make_hessians(tree);
  calc_inverse_dynamics_hessians(tree, second, tensors);  // of each τ_i
  // [/second]
  // [forward_second]
  ForwardSecondDerivatives forward_second(tree);
  set_state(tree, {.q = q, .u = u, .tau = tau}, forward_second);
  calc_forward_dynamics_hessian(tree, lambda, forward_second, hessian);  // of λ·u̇
  // [/forward_second]
  double of_tensors = 0;
  for (int i = 0; i < tree.nu(); ++i)
    of_tensors += lambda[static_cast<std::size_t>(i)] * tensors[i].dq_dq(0, 1);
  EXPECT_NEAR(curvature, of_tensors, 1e-11 * (1 + std::abs(of_tensors)));
  // That of forward dynamics by coordinates and forces is what δ does to M⁻¹·λ, here compared with
  // differences.
  ForwardDynamicsDerivatives first(tree);
  const auto M_inverse_lambda = [&](double step) {
    std::vector<double> moved = q;
    moved.back() += step;  // of the last pin
    calc_forward_dynamics_derivatives(tree, {.q = moved, .u = u, .tau = tau}, first);
    VectorX<double> product = VectorX<double>::Zero(tree.nu());
    for (int i = 0; i < tree.nu(); ++i)
      for (int k = 0; k < tree.nu(); ++k)
        product[k] += lambda[static_cast<std::size_t>(i)] * first.by_tau(i, k);
    return product;
  };
  const VectorX<double> differenced = (M_inverse_lambda(1e-5) - M_inverse_lambda(-1e-5)) / 2e-5;
  EXPECT_LT((hessian.dq_input.row(tree.nu() - 1).transpose() - differenced).norm(),
            1e-7 * differenced.norm());
}

// [law]
/// A tether that pulls harder the farther it is stretched: f = k·r², from a place in the world to a body.
class Tether : public ForceElement {
 public:
  Tether(Place to, double k) : ends_{Place("world"), std::move(to)}, k_(k) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    ends_.find(declaration);
    k_.declare(declaration, "k", "N/m²");
    return {declaration.quantities().position};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    const Vec3<double> r = pose(state, ends_.B).p - pose(state, ends_.A).p;
    forces.add_at(state, ends_.B, -state[k_] * norm(r) * r);
  }
  bool add_derivatives(const State& state, ForceDerivatives& out) const override {
    out.add(state, ends_.A, ends_.B, std::array<Parameter, 1>{k_},
            [](const auto& M, const auto& p) { return force_alone(-p[0] * norm(M.X.p) * M.X.p); });
    return true;
  }

 private:
  PlacePair ends_;
  OwnParameter k_;
};
// [/law]

TEST(DerivativesSnippets, OfASystem) {
  ModelBuilder model("pendulum");
  model.body("rod", solid_brick(1, {0.1, 0.2, 1})).joint("hinge", Ball{}, "world", "rod");
  SystemBuilder builder(model.build());
  builder.add("tether", Tether({"rod", Vec3<double>{0, 0, -0.5}}, 3.0));
  builder.add("wall", PointInPlaneConstraint("world", {"rod", Vec3<double>{0, 0, -0.5}}, -0.5));
  const State state = builder.build().default_state();
  // [system]
  const StateDerivatives by = calc_state_derivatives(state);
  const MatrixX<double>& stiffness = by.by_dq;         // ∂u̇/∂δ; by_u and by_z likewise
  const MatrixX<double>& push = by.multipliers_by_dq;  // ∂λ/∂δ of the constraints
  for (const std::string& name : by.differenced) fmt::print("{} has no derivatives of its own\n", name);
  // [/system]
  EXPECT_EQ(stiffness.rows(), 3);
  EXPECT_EQ(push.rows(), 1);
  EXPECT_TRUE(by.differenced.empty());
  expect_state_derivatives(state, 1e-9);
  // [values]
  const ValueDerivatives by_values = calc_value_derivatives(state, {"tether.k", "wall.height", "rod.mass"});
  const double softer = by_values.udot(0, 0);  // ∂u̇₀/∂k
  for (const std::string& name : by_values.differenced) fmt::print("{} is differenced\n", name);  // rod.mass
  // [/values]
  EXPECT_TRUE(std::isfinite(softer));
  EXPECT_EQ(by_values.differenced, Array<std::string>{"rod.mass"});
  EXPECT_TRUE(expect_parameter_derivatives(state, 1e-10).empty());
  // [impulse]
  const ImpulseDerivatives blow = calc_impulse_derivatives(state, "rod", {2.5, 0, 0}, {}, {"wall.height"});
  const MatrixX<double>& turn = blow.jump_by_dq;  // ∂Δu/∂δ; jump_by_impulse and jump_by_values likewise
  const MatrixX<double>& shock = blow.impulses_by_dq;  // ∂Λ/∂δ of the constraints
  // [/impulse]
  EXPECT_EQ(turn.rows(), 3);
  EXPECT_EQ(shock.rows(), 1);
}

}  // namespace
}  // namespace sarrus::testing
