/// Where a loop is cut makes no difference.
#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/joint/joints.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/by_joint.h"
#include "tests/support/close.h"
#include "tests/support/cut_loops.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::cut_anywhere_test {
namespace {

constexpr double all_digits = 1e-9 / std::numeric_limits<double>::epsilon();

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

std::vector<Loop> loops() { return {four_bar_of_pins(), bricard_of_pins(), spatial_four_bar()}; }

void expect_same_rates(const Loop& loop, const State& state, const State& expected) {
  for (const std::string& joint : loop.joints) {
    const std::vector<double> a = rates(state, joint), b = rates(expected, joint);
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_TRUE(close(a[i], b[i], all_digits)) << loop.model.description().name << ", joint " << joint;
  }
}
void expect_same_wrenches(const Loop& loop, const State& state, const State& expected) {
  for (const JointDescription& joint : loop.model.description().joints) {
    const std::string& body = joint.child == "world" ? joint.parent : joint.child;
    const Force<double> F = wrench_on(state, joint.name, body), G = wrench_on(expected, joint.name, body);
    EXPECT_TRUE(close(F.t, G.t, all_digits, 10)) << joint.name << ", moment";
    EXPECT_TRUE(close(F.f, G.f, all_digits, 10)) << joint.name << ", force";
  }
}

TEST(CutAnywhere, StartsClosed) {
  for (const Loop& loop : loops())
    for (const std::string& joint : loop.joints) {
      const State state = loop.cut(joint).build().default_state();
      EXPECT_LT(largest(position_errors(state)), 1e-12) << joint;
      for (const std::string& other : loop.joints) EXPECT_TRUE(has_joint(state.model(), other));
    }
}

TEST(CutAnywhere, AcceleratesAsInAnotherProgram) {
  const State four_bar = four_bar_of_pins().moving(four_bar_of_pins().cut("tip").build());
  EXPECT_NEAR(rates(four_bar, "crank")[0], -4.6498684037435449,
              1e-9);  // Simbody 3.9, as in linkages_test.cpp
  EXPECT_NEAR(rates(four_bar, "rocker")[0], 4.8762837707182065, 1e-9);
  const State bricard = bricard_of_pins().cut("hinge3").build().default_state();
  for (int k = 0; k < 6; ++k)
    EXPECT_NEAR(rates(bricard, "hinge" + std::to_string(k))[0], k % 2 == 0 ? 1.962 : -1.962, 1e-12);
}

TEST(CutAnywhere, AcceleratesInTheSameWay) {
  for (const Loop& loop : loops()) {
    const State expected = loop.moving(loop.cut(loop.joints[0]).build());
    EXPECT_GT(std::abs(rates(expected, loop.driven)[0]), 0.01);
    for (const std::string& joint : loop.joints) {
      State state = loop.cut(joint).build().default_state();
      copy_joints(expected, state);
      EXPECT_LT(largest(velocity_errors(state)), 1e-12) << joint;
      expect_same_rates(loop, state, expected);
      EXPECT_TRUE(close(energy(state), energy(expected), 1e4)) << joint;
    }
  }
}

/// Bricard's linkage has an equation too many: its forces are not determined.
TEST(CutAnywhere, BearsTheSameForces) {
  for (const Loop& loop : {four_bar_of_pins(), spatial_four_bar()}) {
    const State expected = loop.moving(loop.cut(loop.joints[0]).build());
    for (const std::string& joint : loop.joints) {
      State state = loop.cut(joint).build().default_state();
      copy_joints(expected, state);
      expect_same_wrenches(loop, state, expected);
    }
  }
}

TEST(CutAnywhere, ConstraintsAloneDoTheSame) {
  for (const Loop& loop : loops()) {
    const State expected = loop.moving(loop.cut(loop.joints[0]).build());
    for (const std::string& joint : loop.joints) {
      State state = loop.cut(joint, LoopClosing::constraints_only).build().default_state();
      EXPECT_LT(state.nu(), expected.nu());
      copy_joints(expected, state);
      EXPECT_LT(largest(position_errors(state)) + largest(velocity_errors(state)), 1e-12) << joint;
      for (const std::string& other : loop.joints) {
        if (other == joint) continue;
        EXPECT_TRUE(close(rates(state, other)[0], rates(expected, other)[0], all_digits)) << other;
      }
    }
  }
}

/// Springs, motors, motions and locks on a joint, whether it closes the loop or not.
TEST(CutAnywhere, JointsThatCloseLoopsCanBeDriven) {
  for (const Loop& loop : loops()) {
    const std::string& on = loop.joints[1];
    const auto with_spring = [&](const std::string& joint) {
      SystemBuilder builder = loop.cut(joint);
      for (int k = 0; k < joint_named(builder.build().default_state(), on).nu; ++k)
        builder.add("damper" + std::to_string(k), MobilityDamper({on, k}, 0.3 + k));
      builder.add("spring", MobilitySpring({loop.joints[3]}, 2.0, 0.4));
      builder.add("torque", MobilityConstant({on}, 1.5));
      return builder.build();
    };
    const State plain = loop.moving(loop.cut(loop.joints[0]).build());
    State expected = with_spring(loop.joints[0]).default_state();
    copy_joints(plain, expected);
    EXPECT_GT(std::abs(rates(expected, on)[0] - rates(plain, on)[0]), 0.01);
    for (const std::string& joint : {on, loop.joints[3]}) {
      State state = with_spring(joint).default_state();
      copy_joints(expected, state);
      expect_same_rates(loop, state, expected);
      EXPECT_TRUE(close(energy(state), energy(expected), 1e4));
    }
  }
}

TEST(CutAnywhere, JointsThatCloseLoopsCanBePrescribed) {
  const Loop loop = four_bar_of_pins();
  const auto prescribed = [&](const std::string& joint) {
    SystemBuilder builder = loop.cut(joint);
    builder.prescribe("drive", "tip", MotionLevel::velocity, {sinusoid(1.5, 2.0, 0.3)});
    return builder.build();
  };
  State expected = prescribed("crank").default_state();
  prescribe(expected);
  ConstraintProjection projection;
  ASSERT_TRUE(projection.project_velocities(expected, 1e-13));
  EXPECT_TRUE(close(rates(expected, "tip")[0], 3 * std::cos(0.3)));
  EXPECT_GT(std::abs(rates(expected, "crank")[0]), 0.1);
  for (const std::string& joint : loop.joints) {
    State state = prescribed(joint).default_state();
    copy_joints(expected, state);
    expect_same_rates(loop, state, expected);
    EXPECT_TRUE(close(motion_force(state, joint_named(state, "tip").u0),
                      motion_force(expected, joint_named(expected, "tip").u0), all_digits));
    EXPECT_TRUE(close(motion_power(state), motion_power(expected), all_digits));
    expect_same_wrenches(loop, state, expected);
  }
}

TEST(CutAnywhere, JointsThatCloseLoopsCanBeLocked) {
  const Loop loop = four_bar_of_pins();
  State expected = loop.moving(loop.cut("crank").build());
  for (const MotionLevel level : {MotionLevel::velocity, MotionLevel::acceleration}) {
    const double given = level == MotionLevel::acceleration ? 0.7 : 0;
    const auto lock = [&](State& state) {
      state.lock(state.model().joint_body("tip"), level, std::vector<double>(given != 0 ? 1 : 0, given));
    };
    lock(expected);
    EXPECT_TRUE(close(rates(expected, "tip")[0], given));
    EXPECT_GT(std::abs(rates(expected, "crank")[0]), 0.1);
    for (const std::string& joint : loop.joints) {
      State state = loop.cut(joint).build().default_state();
      copy_joints(expected, state);
      lock(state);
      expect_same_rates(loop, state, expected);
      EXPECT_TRUE(close(motion_force(state, joint_named(state, "tip").u0),
                        motion_force(expected, joint_named(expected, "tip").u0), all_digits));
    }
  }
}

/// A body with three joints that close loops is in four parts.
TEST(CutAnywhere, ABodyOfManyPartsMovesAsOne) {
  ModelBuilder model("platform on four legs");
  model.body("platform", solid_brick(3, {1, 0.2, 1}));
  const Vec3<double> feet[] = {{1, 0, 1}, {1, 0, -1}, {-1, 0, 1}, {-1, 0, -1}};
  for (int i = 0; i < 4; ++i) {
    const std::string leg = "leg" + std::to_string(i), rod = "rod" + std::to_string(i);
    model.body(leg, solid_brick(1, {0.1, 1, 0.2})).body(rod, solid_brick(1, {0.1, 0.5, 0.3}));
    model.joint("hip" + std::to_string(i), Ball{}, "world", leg).parent_frame(feet[i]);
    model.joint("knee" + std::to_string(i), Slider{}, leg, rod).axis({0, 1, 0});
    model.joint("ankle" + std::to_string(i), Universal{}, rod, "platform")
        .parent_frame({0, 1, 0})
        .child_frame(0.5 * feet[i]);
  }
  const LoopOptions at_platform{.cut = {{"ankle1", LoopClosing::with_coordinates},
                                        {"ankle2", LoopClosing::with_coordinates},
                                        {"ankle3", LoopClosing::with_coordinates}}};
  const LoopOptions at_legs{.cut = {{"hip0", LoopClosing::with_coordinates},
                                    {"knee2", LoopClosing::with_coordinates},
                                    {"ankle3", LoopClosing::with_coordinates}}};
  const System system = close_loops(model, at_platform).build(), other = close_loops(model, at_legs).build();
  EXPECT_NEAR(system.model().body(system.model().body_number("platform")).inertia.m, 0.75, 1e-15);
  State state = system.default_state(), same = other.default_state();
  state.set_u(std::vector<double>(static_cast<std::size_t>(state.nu()), 0.5));
  ConstraintProjection projection;
  ASSERT_TRUE(projection.project_positions(state, 1e-13) && projection.project_velocities(state, 1e-13));
  copy_joints(state, same);
  EXPECT_LT(largest(position_errors(same)) + largest(velocity_errors(same)), 1e-11);
  for (const Body& body : same.model().bodies()) {
    if (body.nu == 0) continue;
    const std::vector<double> a = rates(state, body.joint_name), b = rates(same, body.joint_name);
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(close(a[i], b[i], all_digits)) << body.joint_name;
  }
  EXPECT_TRUE(close(kinetic_energy(same), kinetic_energy(state), 1e4));
}

TEST(CutAnywhere, ALoopThatIsDrawnOpenHasErrors) {
  Loop loop = four_bar_of_pins();
  ModelDescription open = loop.model.description();
  for (JointDescription& joint : open.joints)
    if (joint.name == "rocker") joint.parent_frame({1.05, 0, 0});
  for (const LoopClosing closing : {LoopClosing::with_coordinates, LoopClosing::constraints_only}) {
    const State state = close_loops(open, {.closing = closing}).build().default_state();
    EXPECT_GT(largest(position_errors(state)), 0.01);
    for (const double rate : udot(state)) EXPECT_TRUE(std::isfinite(rate));
  }
}

/// Two welds between the same bodies: one too many, and nothing is lost.
TEST(CutAnywhere, AWeldTooManyChangesNothing) {
  ModelBuilder model("two welds");
  model.body("arm", solid_brick(1, {0.1, 0.2, 0.3})).body("hand", solid_brick(1, {0.1, 0.2, 0.3}));
  model.joint("hip", Pin{}, "world", "arm").child_frame({0, 1, 0});
  model.joint("first", Weld{}, "arm", "hand").parent_frame({0, -1, 0});
  const double expected = udot(System(model.build()).default_state())[0];
  model.joint("second", Weld{}, "hand", "arm").parent_frame({0, 1, 0});
  const State with_copy = close_loops(model).build().default_state();
  EXPECT_TRUE(close(udot(with_copy)[0], expected));
  const State by_constraint =
      close_loops(model, {.closing = LoopClosing::constraints_only}).build().default_state();
  EXPECT_TRUE(close(udot(by_constraint)[0], expected));
}

TEST(CutAnywhere, NamesWhatIsWrong) {
  const Loop loop = four_bar_of_pins();
  expect_error([&] { loop.cut("tipp"); },
               {"model 'four-bar of pins' cannot be cut at joint 'tipp'", "Did you mean 'tip'?"});
  ModelBuilder screw = loop.model;
  screw.joint("thread", Screw{0.1}, "crank", "rocker");
  expect_error([&] { close_loops(screw, {.closing = LoopClosing::constraints_only}); },
               {"joint 'thread' between 'crank' and 'rocker' closes a loop, and no constraints stand for its "
                "type, screw; close it with coordinates"});
}

}  // namespace
}  // namespace sarrus::testing::cut_anywhere_test
