// Derivatives of hybrid dynamics against dual numbers carried through it, for random sets of prescribed
// speeds, also within joints.

#include <gtest/gtest.h>

#include "sarrus/derivatives/forward_dynamics_derivatives.h"
#include "sarrus/derivatives/hybrid_dynamics_derivatives.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::hybrid_dynamics_derivatives_test {
namespace {

class HybridDerivatives : public ::testing::TestWithParam<int> {
 protected:
  IndexSet random_set() {
    IndexSet out(tree_.nu());
    for (int k = 0; k < tree_.nu(); ++k)
      if (oracle_.random.number() > 0) out.insert(k);
    return out;
  }
  MatrixX<double> expected(const IndexSet& prescribed, const std::vector<DualX>& q,
                           const std::vector<DualX>& u, const std::vector<DualX>& given) const {
    const Tree<DualX> tree(oracle_.model);
    ForwardDynamics<DualX> workspace(tree);
    std::vector<DualX> tau = given, udot = given;
    const auto F = oracle_.fixed_forces();
    calc_hybrid_dynamics<DualX>(tree, q, u, prescribed, tau, udot, F, workspace);
    for (int k = 0; k < tree.nu(); ++k) {
      const auto index = static_cast<std::size_t>(k);
      if (prescribed.contains(k)) udot[index] = tau[index];
    }
    return oracle_.partials(udot);
  }

  DualOracle oracle_{model_for(GetParam()), 7u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
};

TEST_P(HybridDerivatives, AreThoseOfDualNumbers) {
  const IndexSet prescribed = random_set();
  HybridDynamicsDerivatives<double> found(tree_, prescribed);
  calc_hybrid_dynamics_derivatives(
      tree_, {.q = oracle_.q, .u = oracle_.u, .given = oracle_.tau, .forces = oracle_.forces}, found);
  const auto q = DualOracle::fixed(oracle_.q), u = DualOracle::fixed(oracle_.u),
             given = DualOracle::fixed(oracle_.tau);
  EXPECT_LT(off(found.by_dq, expected(prescribed, oracle_.varied_q(), u, given)), 1e-11);
  EXPECT_LT(off(found.by_u, expected(prescribed, q, DualOracle::varied(oracle_.u), given)), 1e-11);
  EXPECT_LT(off(found.by_given, expected(prescribed, q, u, DualOracle::varied(oracle_.tau))), 1e-11);
}

TEST_P(HybridDerivatives, OfNoAndOfAllSpeedsAreThoseOfForwardAndInverseDynamics) {
  IndexSet all(tree_.nu());
  for (int k = 0; k < tree_.nu(); ++k) all.insert(k);
  HybridDynamicsDerivatives<double> none(tree_, IndexSet(tree_.nu())), every(tree_, all);
  calc_hybrid_dynamics_derivatives(tree_, {.q = oracle_.q, .u = oracle_.u, .given = oracle_.tau}, none);
  calc_hybrid_dynamics_derivatives(tree_, {.q = oracle_.q, .u = oracle_.u, .given = oracle_.udot}, every);
  ForwardDynamicsDerivatives<double> forward(tree_);
  InverseDynamicsDerivatives<double> inverse(tree_);
  calc_forward_dynamics_derivatives(tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau}, forward);
  calc_inverse_dynamics_derivatives(tree_, {.q = oracle_.q, .u = oracle_.u, .udot = oracle_.udot}, inverse);
  MatrixX<double> by_dq, by_u;
  forward.dense(by_dq, by_u);
  EXPECT_LT(off(none.by_dq, by_dq), 1e-11);
  EXPECT_LT(off(none.by_u, by_u), 1e-11);
  inverse.by_dq.dense(by_dq);
  EXPECT_LT(off(every.by_dq, by_dq), 1e-12);
  inverse.by_udot.symmetric(by_u);
  EXPECT_LT(off(every.by_given, by_u), 1e-12);  // ∂τ/∂u̇ = M
}
INSTANTIATE_TEST_SUITE_P(Trees, HybridDerivatives, ::testing::Range(0, 8));

TEST(HybridDerivativesOfOneTree, NothingIsAllocated) {
  const DualOracle at(model_of_all_joints(), 5);
  const Tree<double> tree(at.model);
  IndexSet prescribed(tree.nu());
  for (int k = 0; k < tree.nu(); k += 3) prescribed.insert(k);
  HybridDynamicsDerivatives<double> found(tree, prescribed);
  const auto run = [&] {
    calc_hybrid_dynamics_derivatives<double>(
        tree, {.q = at.q, .u = at.u, .given = at.tau, .forces = at.forces}, found);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::hybrid_dynamics_derivatives_test
