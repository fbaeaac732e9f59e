// Derivatives of dynamics with held frames. Accelerations and multipliers that change as the derivatives say
// must fulfill the equations of motion and keep the frames at rest, in dual numbers carried through inverse
// dynamics and kinematics, which know nothing of the solution.

#include <gtest/gtest.h>

#include "sarrus/derivatives/constrained_dynamics_derivatives.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/scalar/scalar_types.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::constrained_dynamics_derivatives_test {
namespace {

using Numbers = std::vector<DualX>;

/// Numbers with given partials.
template <class Partial>
Numbers with_partials(const Array<double>& values, int n, Partial partial) {
  Numbers out(values.begin(), values.end());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].partial.match(n);
    for (int k = 0; k < n; ++k) out[i].partial[k] = partial(static_cast<int>(i), k);
  }
  return out;
}

/// What is left of the equations: M·u̇ + c − Gᵀ·λ − τ, then the accelerations of the held frames.
Numbers residuals(const DualOracle& oracle, const Array<HeldFrame>& held, const Numbers& q, const Numbers& u,
                  const Numbers& tau, const Numbers& udot, const Numbers& lambda) {
  const Tree<DualX> tree(oracle.model);
  InverseDynamics<DualX> workspace(tree);
  Numbers needed(u.size()), out;
  const auto F = oracle.fixed_forces();
  calc_inverse_dynamics<DualX>(tree, q, u, udot, F, workspace, needed);
  PositionKinematics<DualX> position(tree);
  VelocityKinematics<DualX> velocity(tree);
  AccelerationKinematics<DualX> acceleration(tree);
  calc_position_kinematics<DualX>(tree, q, position);
  calc_velocity_kinematics<DualX>(tree, position, u, velocity);
  calc_acceleration_kinematics<DualX>(tree, position, velocity, udot, acceleration);
  Numbers reactions(u.size());
  auto next = lambda.begin();
  for (const HeldFrame& frame : held) {
    const FrameOn<DualX> at(frame.frame.body, frame.frame.X_BF.template cast<DualX>());
    Force<DualX> force = Force<DualX>::zero();
    for (int c = 0; c < 3 && frame.orientation; ++c) force.t[c] = *next++;
    for (int c = 0; c < 3; ++c) force.f[c] = *next++;
    add_frame_jacobian_transpose_times<DualX>(tree, position, at, force, reactions);
    const Motion<DualX> A = calc_acceleration(tree, position, velocity, acceleration, at);
    for (int c = 0; c < 3 && frame.orientation; ++c) out.push_back(A.w[c]);
    for (int c = 0; c < 3; ++c) out.push_back(A.v[c]);
  }
  for (std::size_t k = 0; k < u.size(); ++k) out.push_back(needed[k] - reactions[k] - tau[k]);
  return out;
}

/// The largest value and partial of the residuals for changes of q, u and τ, over the largest derivative.
double largest_residual(const DualOracle& oracle, const Array<HeldFrame>& held,
                        const ConstrainedDynamicsDerivatives& found) {
  const int n = found.nu();
  const auto q = DualOracle::fixed(oracle.q), u = DualOracle::fixed(oracle.u),
             tau = DualOracle::fixed(oracle.tau);
  double largest = 0, size = 1;
  const auto check = [&](const Numbers& numbers) {
    for (const DualX& x : numbers) {
      largest = std::max(largest, std::abs(x.value));
      for (int k = 0; k < n; ++k) largest = std::max(largest, std::abs(x.partial[k]));
    }
  };
  const auto changed = [&](const Array<double>& values, auto partial) {
    return with_partials(values, n, [&](int i, int k) {
      size = std::max(size, std::abs(partial(i, k)));
      return partial(i, k);
    });
  };
  const auto& a = found.udot();
  const auto& lambda = found.multipliers();
  check(residuals(oracle, held, oracle.varied_q(), u, tau,
                  changed(a, [&](int i, int k) { return found.by_dq(i, k); }),
                  changed(lambda, [&](int i, int k) { return found.multiplier_by_dq(i, k); })));
  check(residuals(oracle, held, q, DualOracle::varied(oracle.u), tau,
                  changed(a, [&](int i, int k) { return found.by_u(i, k); }),
                  changed(lambda, [&](int i, int k) { return found.multiplier_by_u(i, k); })));
  check(residuals(oracle, held, q, u, DualOracle::varied(oracle.tau),
                  changed(a, [&](int i, int k) { return found.by_tau(i, k); }),
                  changed(lambda, [&](int i, int k) { return found.multiplier_by_tau(i, k); })));
  return largest / size;
}

class ConstrainedDerivatives : public ::testing::TestWithParam<int> {
 protected:
  ConstrainedDynamicsDerivatives found(const Array<HeldFrame>& held) const {
    ConstrainedDynamicsDerivatives out(tree_, held);
    calc_constrained_dynamics_derivatives(
        tree_, {.q = oracle_.q, .u = oracle_.u, .tau = oracle_.tau, .forces = oracle_.forces}, out);
    return out;
  }
  DualOracle oracle_{random_tree({.bodies = 8 + GetParam(),
                                  .seed = static_cast<unsigned>(GetParam()),
                                  .shape = GetParam() % 2 == 0 ? TreeShape::random : TreeShape::chain,
                                  .joints = GetParam() % 3 == 0 ? TreeJoints::pins : TreeJoints::all,
                                  .floating = true}),
                     40u + static_cast<unsigned>(GetParam())};
  Tree<double> tree_{oracle_.model};
  int last_ = oracle_.model.body_count() - 1;
};

TEST_P(ConstrainedDerivatives, FulfillTheEquationsOfMotion) {
  const Array<HeldFrame> held{{{last_, oracle_.random.pose()}}};
  const ConstrainedDynamicsDerivatives result = found(held);
  EXPECT_EQ(result.rank(), 3);
  EXPECT_LT(largest_residual(oracle_, held, result), 1e-10);
}

TEST_P(ConstrainedDerivatives, HoldOrientations) {
  const Array<HeldFrame> held{{{last_, oracle_.random.pose()}, true}};
  const ConstrainedDynamicsDerivatives result = found(held);
  EXPECT_EQ(result.rank(), 6);
  EXPECT_LT(largest_residual(oracle_, held, result), 1e-10);
}

TEST_P(ConstrainedDerivatives, KnowRowsThatFollowFromOthers) {
  const Pose<double> X = oracle_.random.pose();
  const Array<HeldFrame> held{{{last_, X}}, {{last_, X}, true}};
  const ConstrainedDynamicsDerivatives result = found(held);
  EXPECT_EQ(result.row_count(), 9);
  EXPECT_EQ(result.rank(), 6);
  EXPECT_LT(largest_residual(oracle_, held, result), 1e-9);
}
INSTANTIATE_TEST_SUITE_P(Trees, ConstrainedDerivatives, ::testing::Range(0, 8));

TEST(ConstrainedDerivativesOfTrees, AreSymmetricByForces) {
  // ∂u̇/∂τ = M⁻¹ − M⁻¹·Gᵀ·S⁻¹·G·M⁻¹ is symmetric, and what is held does not follow forces: G·∂u̇/∂τ = 0.
  const Model model = random_tree({.bodies = 9, .seed = 2, .joints = TreeJoints::pins, .floating = true});
  const DualOracle at(model, 3);
  const Tree<double> tree(model);
  ConstrainedDynamicsDerivatives found(tree, {{{4}}, {{8}}});
  const auto run = [&] {
    calc_constrained_dynamics_derivatives(tree, {.q = at.q, .u = at.u, .tau = at.tau}, found);
  };
  run();
  const long before = allocations();
  run();
  EXPECT_EQ(allocations(), before);
  MatrixX<double> by_tau(tree.nu(), tree.nu()), J;
  for (int i = 0; i < tree.nu(); ++i)
    for (int k = 0; k < tree.nu(); ++k) by_tau(i, k) = found.by_tau(i, k);
  EXPECT_LT((by_tau - by_tau.transpose()).norm(), 1e-11 * by_tau.norm());
  PositionKinematics<double> position(tree);
  calc_position_kinematics<double>(tree, at.q, position);
  calc_station_jacobian(tree, position, 8, J);
  EXPECT_LT((J * by_tau).norm(), 1e-11 * by_tau.norm() * J.norm());
}

TEST(ConstrainedDerivativesOfTrees, TheWorldCannotBeHeld) {
  const Tree<double> tree(random_tree({.bodies = 4}));
  EXPECT_THROW(ConstrainedDynamicsDerivatives(tree, {{{0}}}), Error);
  EXPECT_THROW(ConstrainedDynamicsDerivatives(tree, {{{99}}}), Error);
}

}  // namespace
}  // namespace sarrus::testing::constrained_dynamics_derivatives_test
