#include "sarrus/system/state_difference.h"
#include "sarrus/system/codec.h"

#include <gtest/gtest.h>

#include <cstring>

#include "sarrus/model/builder.h"
#include "tests/support/says.h"
#include "tests/support/system_of_everything.h"

namespace sarrus::testing::state_difference_test {
namespace {

/// The difference that a change makes.
template <class F>
std::string difference_after(F&& change) {
  static const SystemOfEverything all = system_of_everything();
  const State before = all.system.default_state();
  State after = before;
  change(after, all);
  EXPECT_FALSE(before == after);
  return difference(before, after);
}

TEST(StateDifference, NamesEachKindOfValue) {
  using All = const SystemOfEverything&;
  EXPECT_EQ(difference_after([](State& s, All) { s.set_time(2.5); }), "time: 0 against 2.5\n");
  EXPECT_EQ(difference_after([](State& s, All) { s.set_q(s.model().coordinate_number("shoulder"), 0.4); }),
            "q 'shoulder': 0.3 against 0.4\n");
  EXPECT_EQ(difference_after([](State& s, All) { s.set_u(s.model().speed_number("wrist.wy"), -0.0); }),
            "u 'wrist.wy': 0 against -0\n");
  EXPECT_EQ(difference_after([](State& s, All) { s.set_z(1, 3); }), "z 'servo.memory1': -0.5 against 3\n");
  EXPECT_EQ(difference_after([](State& s, All all) { s.set(all.system.parameter("servo.gain"), 7); }),
            "parameter 'servo.gain': 2.5 against 7\n");
  EXPECT_EQ(difference_after([](State& s, All all) { s.set_enabled(all.system.element("servo"), false); }),
            "element 'servo': enabled against disabled\n");
  EXPECT_EQ(difference_after([](State& s, All) { s.lock(s.model().joint_body("wrist")); }),
            "lock of 'wrist': none against position\n");
  EXPECT_EQ(difference_after([](State& s, All) {
              s.set_gravity({0, 0, 1});
            }),
            "gravity: (0, 0, -9.81) against (0, 0, 1)\n");
  EXPECT_EQ(difference_after([](State& s, All) { s.set_joint_parameter(0, 0.5); }),
            "joint parameter 'spindle.pitch': 0.01 against 0.5\n");
  EXPECT_EQ(difference_after([](State& s, All all) {
              s.set(all.list, {1, 2});
            }),
            "discrete variable 'list': one value against another\n");
  EXPECT_EQ(difference_after([](State& s, All all) {
              s.set(all.contact, {1, 2});
            }),
            "discrete variable 'contact': one value against another\n");
  const std::string mass =
      difference_after([](State& s, All) { s.set_mass(s.model().body_number("upper"), 2); });
  EXPECT_SAYS(mass, "mass of 'upper': 1 against 2\n");
  EXPECT_SAYS(mass, "inertia of 'upper' about its origin: (");
  const std::string frame = difference_after([](State& s, All) {
    s.set_joint_frames(s.model().joint_body("glue"), {}, Pose<double>::translation({1, 0, 0}));
  });
  EXPECT_SAYS(frame, "frame of joint 'glue' on its parent, position: (0, 0, -0.1) against (0, 0, 0)\n");
  EXPECT_SAYS(frame, "frame of joint 'glue' on its child, position: (0, 0, 0) against (1, 0, 0)\n");
}

TEST(StateDifference, ComparesTheAccelerationsOfLocksOnlyWhereTheyAct) {
  const SystemOfEverything all = system_of_everything();
  State a = all.system.default_state(), b = a;
  const int shoulder = a.model().joint_body("shoulder");
  a.lock(shoulder, MotionLevel::acceleration, {2.0});
  b.lock(shoulder, MotionLevel::acceleration, {3.0});
  EXPECT_EQ(difference(a, b), "lock of 'shoulder', accelerations: (2) against (3)\n");
  a.unlock(shoulder), b.unlock(shoulder);
  EXPECT_EQ(difference(a, b), "");
}

TEST(StateDifference, OrientationCoordinatesAreAChoice) {
  const SystemOfEverything all = system_of_everything();
  State a = all.system.default_state(), b = a;
  b.set_rotation_coordinates(RotationCoordinates::euler);
  EXPECT_EQ(difference(a, b),
            "orientation coordinates: as the model has them against angles\nq: 13 coordinates against 11\n");
}

TEST(StateDifference, LongListsAreCut) {
  const SystemOfEverything all = system_of_everything();
  State a = all.system.default_state(), b = a;
  b.set_q(std::vector<double>(13, 7.0));
  b.set_u(std::vector<double>(11, 7.0));
  EXPECT_SAYS(difference(a, b), "… and 4 more differences\n");
}

TEST(StateDifference, ValuesThatWereChangedBackAreEqual) {
  const SystemOfEverything all = system_of_everything();
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const State a = random_state(all, random);
    State b = a;
    b.set_model_parameters(a.model_parameters());
    b.set(all.number, a[all.number]), b.set(all.list, a[all.list]), b.set(all.contact, a[all.contact]);
    EXPECT_EQ(difference(a, b), "");
    EXPECT_TRUE(a == b);
    EXPECT_FALSE(a == random_state(all, random));
  }
}

TEST(StateDifference, SystemsWithTheSameNamesAreComparedOthersAreNot) {
  const SystemOfEverything one = system_of_everything(), two = system_of_everything();
  EXPECT_TRUE(one.system.default_state() == two.system.default_state());
  EXPECT_EQ(difference(one.system.default_state(), System(model_of_everything()).default_state()),
            "states of different systems: one has auxiliary variable 'servo.memory0', the other parameter "
            "'gravity.zero_height' in m\n");
}

/// Gaps between the members of a structure hold anything. Such a structure must say when it is equal, and
/// then does so after it was written and read; without gaps its bytes tell.
struct WithGaps {
  double size = 0;
  bool on = false;
  bool operator==(const WithGaps&) const = default;
};
struct Mixed {
  double a = 0;
  float b = 0, c = 0;
};
struct Gap {
  double size = 0;
  bool on = false;
};
struct Numbers {
  double a = 0;
  Vec3<double> b{};
};
static_assert(!internal::has_no_gaps<Gap>() && !internal::has_no_gaps<WithGaps>() &&
              !internal::has_no_gaps<Mixed>());
static_assert(internal::has_no_gaps<Numbers>() && internal::has_no_gaps<int>() &&
              internal::has_no_gaps<Pose<double>>());

TEST(Difference, DoesNotSeeTheGapsOfStructures) {
  const DiscreteCodec codec = make_codec<WithGaps>();
  alignas(WithGaps) unsigned char ones[sizeof(WithGaps)], zeros[sizeof(WithGaps)];
  std::memset(ones, 0xff, sizeof ones), std::memset(zeros, 0, sizeof zeros);
  auto *a = reinterpret_cast<WithGaps*>(ones), *b = reinterpret_cast<WithGaps*>(zeros);
  a->size = b->size = 2, a->on = b->on = true;
  EXPECT_TRUE(codec.equal(a, b));
  EXPECT_TRUE(codec.equal(codec.decode(codec.encode(a)).get(), b));
}

}  // namespace
}  // namespace sarrus::testing::state_difference_test
