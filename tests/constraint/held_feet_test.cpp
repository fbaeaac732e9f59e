#include "tests/support/held_feet.h"

#include <gtest/gtest.h>

#include "sarrus/force/discrete_forces.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing::held_feet_test {
namespace {

/// The quadruped of tests/data/reference with its four feet held: 12 rows, as in Pinocchio 3.7. At the level
/// of accelerations it does not matter where in the world a foot is held.
TEST(HeldFeet, AccelerateAsInAnotherProgram) {
  const System system = system_with_held_feet("hyq");
  const auto& forces = system.force<DiscreteForces>("forces");
  for (const ReferenceSample& sample : load_reference("hyq").samples) {
    State state = system.default_state();
    state.set_q(sample.q);
    state.set_u(sample.u);
    for (int i = 0; i < sample.tau.size(); ++i) forces.set_speed(state, i, sample.tau[i]);
    ASSERT_EQ(multipliers(state).size(), 12U);
    const double size = sample.held_feet.cwiseAbs().maxCoeff();
    for (int i = 0; i < sample.tau.size(); ++i)
      EXPECT_NEAR(udot(state)[static_cast<std::size_t>(i)], sample.held_feet[i], 1e-9 * size) << i;
  }
}

}  // namespace
}  // namespace sarrus::testing::held_feet_test
