/// What docs/derivatives.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "tests/support/random_model.h"
#include "tests/support/random_tree.h"

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
  // [products]
  DynamicsProducts products(tree);
  set_motion(tree, {.q = q, .u = u, .udot = udot}, products);
  calc_inverse_dynamics_change(tree, {.dq = dq, .u = du}, products, tau_change);  // ∂τ/∂δ·dq + ∂τ/∂u·du
  calc_inverse_dynamics_gradient(tree, lambda, products, {.by_dq = gradient});  // (∂τ/∂δ)ᵀ·λ
  // [/products]
  const auto vector = [](const std::vector<double>& x) {
    return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
  };
  EXPECT_TRUE(std::isfinite(stiffness));
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

}  // namespace
}  // namespace sarrus::testing
