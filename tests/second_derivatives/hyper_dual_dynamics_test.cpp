// Second derivatives of dynamics against hyper-dual numbers carried through sums over bodies, on random trees
// of every joint type that has them, in both directions, with forces on all bodies.

#include <gtest/gtest.h>

#include "sarrus/second_derivatives/second_derivatives.h"
#include "tests/derivatives/dual_oracle.h"
#include "tests/second_derivatives/hyper_dual_oracle.h"
#include "tests/second_derivatives/twice_differentiable_tree.h"

namespace sarrus::testing::hyper_dual_dynamics_test {
namespace {

using Vector = VectorX<double>;

/// The second derivatives of a number by all speeds' directions and one fixed direction.
struct HessianTimes {
  Vector dq_dq, dq_u, u_u, dq_input;
};

HessianTimes times(const DynamicsHessian<double>& hessian, const Vector& direction) {
  return {hessian.dq_dq * direction, hessian.dq_u * direction, hessian.u_u * direction,
          hessian.dq_input * direction};
}

void expect_equal(const HessianTimes& found, const HessianTimes& expected, double tolerance) {
  EXPECT_LT(off(found.dq_dq, expected.dq_dq), tolerance);
  EXPECT_LT(off(found.dq_u, expected.dq_u), tolerance);
  EXPECT_LT(off(found.u_u, expected.u_u), tolerance);
  EXPECT_LT(off(found.dq_input, expected.dq_input), tolerance);
}

class HyperDualDynamics : public ::testing::TestWithParam<unsigned> {
 protected:
  /// The Hessian of weights·f(q, u, input) times `direction`, in hyper-dual numbers: ε₁ moves along one speed
  /// at a time, and ε₂ along the direction from there.
  template <class F>
  HessianTimes expected(const F& f, const std::vector<double>& weights, const std::vector<double>& input) {
    const int n = tree_.nu();
    HyperVector along(at_.u.size());
    for (std::size_t k = 0; k < along.size(); ++k) along[k] = Hyper(0, 0, direction_[static_cast<int>(k)], 0);
    const HyperVector q(at_.q.begin(), at_.q.end()), u(at_.u.begin(), at_.u.end()),
        a(input.begin(), input.end());
    const auto curvature = [&](const HyperVector& values) {
      double sum = 0;
      for (std::size_t i = 0; i < values.size(); ++i) sum += weights[i] * values[i].e12;
      return sum;
    };
    const auto plus = [](HyperVector x, const HyperVector& dx) {
      for (std::size_t i = 0; i < x.size(); ++i) x[i] += dx[i];
      return x;
    };
    HessianTimes out{Vector(n), Vector(n), Vector(n), Vector(n)};
    for (int j = 0; j < n; ++j) {
      HyperVector unit(at_.u.size());
      unit[static_cast<std::size_t>(j)] = Hyper(0, 1, 0, 0);
      const HyperVector there = moved(at_.model, q, unit);
      out.dq_dq[j] = curvature(f(moved(at_.model, there, along), u, a));
      out.dq_u[j] = curvature(f(there, plus(u, along), a));
      out.dq_input[j] = curvature(f(there, u, plus(a, along)));
      out.u_u[j] = curvature(f(q, plus(plus(u, unit), along), a));
    }
    return out;
  }

  DualOracle at_{twice_differentiable_tree(GetParam()), 7u + GetParam()};
  Tree<double> tree_{at_.model};
  const std::vector<double> weights_ = at_.random.numbers(tree_.nu());
  const std::vector<double> numbers_ = at_.random.numbers(tree_.nu());
  const Vector direction_ = Eigen::Map<const Vector>(numbers_.data(), tree_.nu());
};

TEST_P(HyperDualDynamics, HaveTheSecondDerivativesOfInverseDynamics) {
  SecondDerivatives<double> workspace(tree_);
  set_motion(tree_, {.q = at_.q, .u = at_.u, .udot = at_.udot, .forces = at_.forces}, workspace);
  DynamicsHessian<double> found(tree_.nu());
  calc_inverse_dynamics_hessian(tree_, weights_, workspace, found);
  const auto tau = [&](const HyperVector& q, const HyperVector& u, const HyperVector& udot) {
    return hyper_inverse_dynamics(at_.model, q, u, udot, at_.forces);
  };
  expect_equal(times(found, direction_), expected(tau, weights_, at_.udot), 1e-12);
}

TEST_P(HyperDualDynamics, HaveTheSecondDerivativesOfForwardDynamics) {
  ForwardSecondDerivatives<double> workspace(tree_);
  set_state(tree_, {.q = at_.q, .u = at_.u, .tau = at_.tau, .forces = at_.forces}, workspace);
  DynamicsHessian<double> found(tree_.nu());
  calc_forward_dynamics_hessian(tree_, weights_, workspace, found);
  const HyperVector at_q(at_.q.begin(), at_.q.end()), at_u(at_.u.begin(), at_.u.end());
  const Eigen::LLT<MatrixX<double>> M(naive_mass_matrix(at_.model, at_q, at_u, at_.forces));
  const auto udot = [&](const HyperVector& q, const HyperVector& u, const HyperVector& tau) {
    return hyper_forward_dynamics(at_.model, q, u, tau, at_.forces, M);
  };
  // M⁻¹ magnifies the rounding of both.
  expect_equal(times(found, direction_), expected(udot, weights_, at_.tau), 1e-11);
}
INSTANTIATE_TEST_SUITE_P(Trees, HyperDualDynamics, ::testing::Values(1u, 2u, 3u, 4u));

}  // namespace
}  // namespace sarrus::testing::hyper_dual_dynamics_test
