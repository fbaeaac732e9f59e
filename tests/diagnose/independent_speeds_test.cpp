#include "sarrus/diagnose/independent_speeds.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/constraint/constraints.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "tests/support/linkages.h"
#include "tests/support/mechanisms.h"

namespace sarrus::testing::independent_speeds_test {

using namespace internal;
namespace {

/// The laws that G and g obey, against the Jacobian, its null space, and the motion itself.
void expect_laws(const State& state, const IndependentSpeeds& found) {
  MatrixX<double> K;
  constraint_jacobian(state).calc_full(K);
  const IndexSet& held = state[state.layout().system.prescription].speeds;
  MatrixX<double> free = K;
  int held_count = 0;
  for (int k = 0; k < held.size(); ++k)
    if (held.contains(k)) free.col(k).setZero(), ++held_count;
  Eigen::FullPivLU<Eigen::MatrixXd> lu(free);
  lu.setThreshold(1e-9);
  EXPECT_EQ(static_cast<int>(found.independent.size()), state.nu() - held_count - lu.rank());
  EXPECT_EQ(found.redundant, K.rows() - lu.rank());
  EXPECT_LT((K * found.G).norm(), 1e-9 * (1 + K.norm()));
  const std::vector<double> biases = calc_constraint_biases(state);
  const Eigen::Map<const Eigen::VectorXd> bias(biases.data(), static_cast<int>(biases.size()));
  EXPECT_LT((K * found.g + bias).norm(), 1e-8 * (1 + bias.norm()));
  EXPECT_LT(found.contradiction, 1e-8 * (1 + bias.norm()));
  for (std::size_t a = 0; a < found.independent.size(); ++a)
    for (std::size_t b = 0; b < found.independent.size(); ++b)
      EXPECT_EQ(found.G(found.independent[a], static_cast<int>(b)), a == b ? 1 : 0);

  // Gᵀ·M·G·v̇ = Gᵀ·(f − c − M·g) is the motion: inverse dynamics gives M·g + c − f.
  Eigen::VectorXd missing(state.nu());
  calc_inverse_dynamics(state, found.g, Out<double>(missing));
  const Eigen::MatrixXd D = found.G.transpose() * mass_matrix(state) * found.G;
  const Eigen::VectorXd udot_found = found.g - found.G * D.ldlt().solve(found.G.transpose() * missing);
  const Eigen::Map<const Eigen::VectorXd> wanted(udot(state).data(), state.nu());
  EXPECT_LT((udot_found - wanted).norm(), 1e-8 * (1 + wanted.norm()));
}

TEST(IndependentSpeeds, OfLinkages) {
  for (const Linkage& linkage :
       {four_bar(Closure::ball), four_bar(Closure::in_plane), bricard(),
        ladder(7, Closure::ball, LadderStart::skew), sarrus_linkage(), stewart_platform(), jansen_walker(4)})
    expect_laws(linkage.start, calc_independent_speeds(linkage.start));
}

/// Every speed of a four-bar can be the independent one.
TEST(IndependentSpeeds, AreThosePreferred) {
  const State state = four_bar(Closure::ball).start;
  for (int speed = 0; speed < state.nu(); ++speed) {
    const IndependentSpeeds found = calc_independent_speeds(state, {speed});
    EXPECT_EQ(found.independent, std::vector<int>{speed});
    expect_laws(state, found);
    // All speeds are what the preferred one makes of them.
    for (int k = 0; k < state.nu(); ++k) EXPECT_NEAR(found.G(k, 0) * state.u(speed), state.u(k), 1e-9);
  }
  EXPECT_THROW(calc_independent_speeds(state, {state.nu()}), Error);
}

/// More preferences than degrees of freedom: as many as are possible.
TEST(IndependentSpeeds, PreferWithinReason) {
  const State state = four_bar(Closure::in_plane).start;
  const IndependentSpeeds found = calc_independent_speeds(state, {0, 1});
  ASSERT_EQ(found.independent.size(), 1U);
  EXPECT_LE(found.independent[0], 1);
  expect_laws(state, found);
}

TEST(IndependentSpeeds, WithLocksAndWithoutConstraints) {
  const Linkage linkage = stewart_platform();
  State state = linkage.start;
  for (int b = 1; b < state.model().body_count(); ++b)
    if (state.model().body(b).joint.type_name() == std::string("slider")) {
      state.lock(b, MotionLevel::velocity);
      break;
    }
  const IndependentSpeeds found = calc_independent_speeds(state);
  EXPECT_EQ(found.independent.size(), calc_independent_speeds(linkage.start).independent.size() - 1);
  expect_laws(state, found);

  const System free(four_bar(Closure::ball).system.model());
  const IndependentSpeeds all = calc_independent_speeds(free.default_state());
  EXPECT_EQ(static_cast<int>(all.independent.size()), free.model().nu());
  EXPECT_EQ(all.G, MatrixX<double>::Identity(free.model().nu(), free.model().nu()));
}

/// Two rods of different lengths between the same points: errors agree nowhere, rates of errors do not
/// either.
TEST(IndependentSpeeds, TellOfContradictions) {
  const Linkage linkage = four_bar(Closure::in_plane);
  SystemBuilder builder(linkage.system.model());
  builder.add("one", ConstantAccelerationConstraint("crank", 1.0));
  builder.add("other", ConstantAccelerationConstraint("crank", 3.0));
  const IndependentSpeeds found = calc_independent_speeds(builder.build().default_state());
  EXPECT_EQ(found.redundant, 1);
  EXPECT_NEAR(found.contradiction, 2, 1e-12);
}

}  // namespace
}  // namespace sarrus::testing::independent_speeds_test
