/// Where motions begin: constraints are met, what was set stays if it can.

#include "sarrus/assemble/start_state.h"

#include <gtest/gtest.h>

#include "sarrus/format/load_model.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "tests/support/says.h"

namespace sarrus::testing::start_state_test {

using namespace internal;
namespace {

/// A crank of 0.3, a coupler and a rocker, closed by a loop.
System four_bar() { return load_model("examples/four_bar.urdf").make_system(); }

TEST(StartState, MeetsTheConstraintsAndHoldsWhatWasSet) {
  State state = four_bar().default_state();
  state.set_q("crank", 1);
  state.set_u("crank.rate", 2);
  const StartState start = find_start_state(state, {"crank", "crank.rate"});
  ASSERT_TRUE(start.succeeded);
  EXPECT_EQ(start.state.q("crank"), 1);
  EXPECT_EQ(start.state.u("crank.rate"), 2);
  EXPECT_TRUE(start.holds_coordinates && start.holds_speeds && start.within_limits);
  EXPECT_LE(largest_position_error(start.state).size, 1e-9);
  EXPECT_LE(largest_velocity_error(start.state).size, 1e-9);
  ASSERT_EQ(start.remarks.size(), 1U);
  EXPECT_SAYS(start.remarks[0], "coordinates moved to meet them");
}

TEST(StartState, LeavesAStateThatMeetsThemAsItIs) {
  State state = four_bar().default_state();
  state.set_q("crank", 1);
  const State met = find_start_state(state, {"crank"}).state;
  const StartState again = find_start_state(met);
  EXPECT_TRUE(again.remarks.empty());
  EXPECT_TRUE(std::equal(met.q().begin(), met.q().end(), again.state.q().begin()));
}

TEST(StartState, SaysWhatCannotBeHeld) {
  State state = four_bar().default_state();
  state.set_q("crank", 1);
  state.set_q("rocker", 1);
  const StartState start = find_start_state(state, {"crank", "rocker"});
  EXPECT_TRUE(start.succeeded);
  EXPECT_FALSE(start.holds_coordinates);
  EXPECT_LE(largest_position_error(start.state).size, 1e-9);
  EXPECT_SAYS(start.remarks[0], "cannot be met with the values that were set");
}

TEST(StartState, NamesAreChecked) {
  const State state = four_bar().default_state();
  EXPECT_SAYS(message([&] { (void)find_start_state(state, {"crnk"}); }), "'crank'");
}

}  // namespace
}  // namespace sarrus::testing::start_state_test
