#include "sarrus/system/named_values.h"

#include <gtest/gtest.h>

#include <set>

#include "sarrus/system/state_difference.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"
#include "tests/support/system_of_everything.h"

namespace sarrus::testing::named_values_test {
namespace {

bool belongs_to_a_massless_body(const NamedValue& which, const State& state) {
  return which.kind == ValueKind::body && state.model().body(which.number).kind == BodyKind::massless;
}

TEST(NamedValues, AllCanBeSetAndReadBack) {
  const SystemOfEverything all = system_of_everything();
  const State start = all.system.default_state();
  for (const NamedValue& which : value_names(start)) {
    State state = start;
    const double before = value(state, which.name);
    EXPECT_EQ(before, value(state, which)) << which.name;
    if (belongs_to_a_massless_body(which, state)) {
      EXPECT_EQ(before, 0) << which.name;
      expect_error([&] { set_value(state, which.name, 1.0); }, {"mass", "hook"});
      continue;
    }
    const bool is_switch = which.kind == ValueKind::flag || which.kind == ValueKind::lock;
    const double wanted = is_switch ? 1 - before : before * 1.01 + 1e-5;
    set_value(state, which.name, wanted);
    if (which.kind == ValueKind::body)
      EXPECT_TRUE(close(value(state, which.name), wanted, 1e3)) << which.name;
    else
      EXPECT_EQ(value(state, which.name), wanted) << which.name;
    EXPECT_FALSE(state == start) << which.name;
  }
}

TEST(NamedValues, NamesAreUniqueAndOfEveryKind) {
  const SystemOfEverything all = system_of_everything();
  std::set<std::string> names;
  std::set<ValueKind> kinds;
  for (const NamedValue& which : value_names(all.system.default_state())) {
    EXPECT_TRUE(names.insert(which.name).second) << which.name;
    kinds.insert(which.kind);
  }
  EXPECT_EQ(kinds.size(), 11);
  for (const char* name : {"time", "shoulder", "shoulder.rate", "wrist.wx", "servo.memory1", "servo.gain",
                           "upper.mass", "hand.com.y", "hand.inertia.xz", "spindle.pitch",
                           "wrist.parent_frame.z", "glue.child_frame.x", "servo.enabled", "gravity.enabled",
                           "wrist.locked", "gravity.locked", "gravity:gravity.x", "coordinate:gravity.x"})
    EXPECT_TRUE(names.contains(name)) << name;
}

TEST(NamedValues, OneBodyValueLeavesItsOthers) {
  const SystemOfEverything all = system_of_everything();
  State state = all.system.default_state();
  const double before = value(state, "hand.inertia.yy");
  set_value(state, "hand.com.x", 0.7);
  EXPECT_TRUE(close(value(state, "hand.inertia.yy"), before, 100));
  EXPECT_EQ(value(state, "hand.mass"), 0.5);
  set_value(state, "hand.mass", 1.0);
  EXPECT_TRUE(close(value(state, "hand.com.x"), 0.7));
  EXPECT_TRUE(close(value(state, "hand.inertia.yy"), 2 * before, 100));
}

TEST(NamedValues, ANameWithTwoMeaningsNeedsItsKind) {
  const SystemOfEverything all = system_of_everything();
  State state = all.system.default_state();
  expect_error([&] { (void)value(state, "gravity.x"); }, {"'coordinate:gravity.x'", "'gravity:gravity.x'"});
  set_value(state, "gravity:gravity.x", 3.0);
  set_value(state, "coordinate:gravity.x", 4.0);
  set_value(state, "coordinate:shoulder", 0.5);  // understood where it is not needed
  EXPECT_EQ(state.model_parameters().gravity.x, 3);
  EXPECT_EQ(state.q(state.model().coordinate_number("gravity.x")), 4);
  EXPECT_EQ(value(state, "shoulder"), 0.5);
}

TEST(NamedValues, RefuseWhatCannotBe) {
  const SystemOfEverything all = system_of_everything();
  State state = all.system.default_state();
  const State before = state;
  expect_error([&] { set_value(state, "sholder", 1); }, {"sholder", "Did you mean 'shoulder'?"});
  expect_error([&] { set_value(state, "upper", 1); },
               {"no value named 'upper', but upper.mass, upper.com.x", "and 2 more"});
  expect_error([&] { set_value(state, "upper.mass", -1); }, {"upper", "-1"});
  expect_error([&] { set_value(state, "hand.inertia.xx", 1); }, {"hand", "sum of the other two"});
  expect_error([&] { set_value(state, "wrist.parent_frame.y", nan); }, {"wrist", "nan"});
  expect_error([&] { set_value(state, "servo.enabled", 0.5); }, {"servo.enabled", "0.5"});
  expect_error([&] { set_value(state, "wrist.locked", 2); }, {"wrist.locked", "2"});
  expect_error([&] { set_value(state, "servo.gain", nan); }, {"servo.gain"});
  EXPECT_EQ(difference(state, before), "");
}

TEST(NamedValues, SeveralAreSetTogetherOrNotAtAll) {
  const SystemOfEverything all = system_of_everything();
  State state = all.system.default_state();
  set_values(state, {{"hand.inertia.xx", 5},
                     {"hand.inertia.yy", 5},
                     {"time", 2},
                     {"hand.inertia.zz", 5},
                     {"hand.mass", 3}});
  EXPECT_TRUE(close(value(state, "hand.inertia.zz"), 5, 100));
  EXPECT_EQ(value(state, "hand.mass"), 3);
  EXPECT_EQ(value(state, "time"), 2);
  const State before = state;
  expect_error([&] { set_values(state, {{"time", 7}, {"upper.mass", -1}}); }, {"upper"});
  expect_error([&] { set_values(state, {{"time", 7}, {"hand.inertia.xx", 100}}); }, {"hand"});
  expect_error([&] { set_values(state, {{"time", 7}, {"hook.com.x", 1}}); }, {"hook"});
  EXPECT_EQ(difference(state, before), "");
}

TEST(NamedValues, FollowTheOrientationCoordinates) {
  const SystemOfEverything all = system_of_everything();
  State state = all.system.default_state();
  std::vector<std::string> speeds, speeds_with_angles;
  for (const NamedValue& which : value_names(state))
    if (which.kind == ValueKind::speed) speeds.push_back(which.name);
  state.set_rotation_coordinates(RotationCoordinates::euler);
  for (const NamedValue& which : value_names(state))
    if (which.kind == ValueKind::speed) speeds_with_angles.push_back(which.name);
  EXPECT_EQ(speeds, speeds_with_angles);
  set_value(state, "wrist.angle_y", 0.4);
  EXPECT_EQ(value(state, "wrist.angle_y"), 0.4);
}

}  // namespace
}  // namespace sarrus::testing::named_values_test
