// Motions of modes, to be looked at: shapes of closed forms, sizes, constraints that hold in every frame.

#include "sarrus/linearize/mode_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "sarrus/assemble/start_state.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/format/load_model.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/says.h"

namespace sarrus::testing::mode_motion_test {
namespace {

constexpr double l = 0.5;

/// Two equal point masses on massless rods of length l.
State double_pendulum() {
  ModelBuilder model("double pendulum");
  model.body("upper", RigidInertia<double>::from_central(0.3, {0, 0, -l}, {0, 0, 0, 0, 0, 0}));
  model.body("lower", RigidInertia<double>::from_central(0.3, {0, 0, -l}, {0, 0, 0, 0, 0, 0}));
  model.joint("a", Pin{}, "world", "upper").axis({0, 1, 0});
  model.joint("b", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame(Vec3<double>{0, 0, -l});
  return SystemBuilder(model.build()).build().default_state();
}

/// A bead that a rod of length l holds on a circle, in Cartesian coordinates.
State bead_on_rod() {
  ModelBuilder model("bead");
  model.massless_body("cart");
  model.body("bead", RigidInertia<double>::from_central(1.3, {}, {0.01, 0.01, 0.01, 0, 0, 0}));
  model.joint("x", Slider{}, "world", "cart").axis({1, 0, 0});
  model.joint("z", Slider{}, "cart", "bead").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bead", l));
  State state = builder.build().default_state();
  state.set_q("z", -l);
  return state;
}

double largest(const ModeMotion& motion, const std::function<double(const State&)>& value) {
  double found = 0;
  for (const State& frame : motion.frames) found = std::max(found, std::abs(value(frame)));
  return found;
}

/// Angles to the vertical are 1 : ±√2, ω² = (2 ∓ √2)·g/l. [any textbook]
TEST(ModeMotion, OfADoublePendulumHasItsRatiosOfAngles) {
  const State state = double_pendulum();
  const Array<LinearMode> modes = calc_modes(linearize(state));
  ASSERT_EQ(modes.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const double ratio = i == 0 ? std::numbers::sqrt2 : -std::numbers::sqrt2;
    const ModeMotion motion = calc_mode_motion(state, modes[i], {.periods = 3, .frames_per_period = 40});
    ASSERT_EQ(motion.frames.size(), 121u);
    for (const State& frame : motion.frames)
      EXPECT_NEAR(frame.q("a") + frame.q("b"), ratio * frame.q("a"), 1e-9);
    const double period = 2 * std::numbers::pi /
                          std::sqrt((i == 0 ? 2 - std::numbers::sqrt2 : 2 + std::numbers::sqrt2) * 9.81 / l);
    EXPECT_NEAR(motion.frames.back().time(), 3 * period, 1e-8);
    EXPECT_GT(largest(motion, [](const State& s) { return s.q("a"); }), 0.05);
    // One period is a cosine, undamped: half of it later, everything is on the other side.
    EXPECT_NEAR(motion.frames[5].q("a"), -motion.frames[25].q("a"), 1e-12);
    EXPECT_NEAR(motion.frames[5].q("b"), motion.frames[85].q("b"), 1e-12);
    // Speeds are the rates of the coordinates.
    const double rate = (motion.frames[11].q("a") - motion.frames[9].q("a")) / (2 * period / 40);
    EXPECT_NEAR(motion.frames[10].u(0), rate, 0.01 * modes[i].frequency() * 0.1);
  }
}

TEST(ModeMotion, MovesSomePointByATenthOfTheMechanism) {
  const State state = double_pendulum();
  const LinearMode mode = calc_modes(linearize(state)).front();
  const auto tip = [](const State& s) { return pose(s, FrameOn<double>(2, Vec3<double>{0, 0, -l})).p.x; };
  EXPECT_NEAR(largest(calc_mode_motion(state, mode), tip), 0.1 * 2 * l, 0.002 * l);
  EXPECT_NEAR(largest(calc_mode_motion(state, mode, {.relative_size = 0.001}), tip), 0.001 * 2 * l, 1e-6 * l);
  // 100 % would turn the lower rod by more than is permitted.
  const ModeMotion large = calc_mode_motion(state, mode, {.relative_size = 1, .largest_turn = 0.2});
  EXPECT_NEAR(largest(large, [](const State& s) { return s.q("a") + s.q("b"); }), 0.2, 1e-9);
}

/// Directions of a ball joint are angular velocities; its coordinates are quaternions.
TEST(ModeMotion, OfABallJointTurnsInTheDirectionsOfItsSpeeds) {
  ModelBuilder model("spherical pendulum");
  model.body("bob", RigidInertia<double>::from_central(2, {0, 0, -l}, {0.01, 0.01, 0.01, 0, 0, 0}));
  model.joint("hip", Ball{}, "world", "bob");
  const State state = SystemBuilder(model.build()).build().default_state();
  const Array<LinearMode> modes = calc_modes(linearize(state));
  int swinging = 0;
  for (const LinearMode& mode : modes) {
    if (!mode.is_oscillation()) continue;
    ++swinging;
    const ModeMotion motion = calc_mode_motion(state, mode);
    const auto sideways = [](const State& s) {
      const Vec3<double> p = pose(s, FrameOn<double>(1, Vec3<double>{0, 0, -l})).p;
      return std::hypot(p.x, p.y);
    };
    EXPECT_NEAR(largest(motion, sideways), 0.1 * l, 0.01 * l);
  }
  EXPECT_EQ(swinging, 2);
}

TEST(ModeMotion, KeepsARodAsLongAsItIs) {
  const State state = bead_on_rod();
  const LinearMode mode = calc_modes(linearize(state)).front();
  const ModeMotion motion = calc_mode_motion(state, mode, {.relative_size = 0.8});
  EXPECT_NEAR(largest(motion, [](const State& s) { return s.q("x"); }), 0.8 * l, 1e-9);
  for (const State& frame : motion.frames) EXPECT_NEAR(std::hypot(frame.q("x"), frame.q("z")), l, 1e-12);
}

TEST(ModeMotion, IsSmallerWhereConstraintsDoNotReach) {
  const State state = bead_on_rod();
  const LinearMode mode = calc_modes(linearize(state)).front();
  const ModeMotion motion = calc_mode_motion(state, mode, {.relative_size = 3});  // 3·l: halved twice
  EXPECT_NEAR(largest(motion, [](const State& s) { return s.q("x"); }), 0.75 * l, 1e-9);
}

TEST(ModeMotion, OfAFourBarMeetsItsConstraintsInEveryFrame) {
  const System system = load_model("examples/four_bar.urdf").make_system();
  const EquilibriumResult found = find_equilibrium(find_start_state(system.default_state()).state);
  ASSERT_TRUE(found.succeeded) << found.text();
  const Array<LinearMode> modes = calc_modes(linearize(found.state));
  ASSERT_EQ(modes.size(), 1u);
  const ModeMotion motion = calc_mode_motion(found.state, modes[0]);
  const auto change = [&](const std::string& name) {
    return largest(motion, [&](const State& s) { return s.q(name) - found.state.q(name); });
  };
  EXPECT_GT(change("crank"), 0.02);
  EXPECT_GT(change("rocker"), 0.001);
  for (const State& frame : motion.frames) {
    for (const double error : position_errors(frame)) EXPECT_LT(std::abs(error), 1e-9);
    for (const double error : velocity_errors(frame)) EXPECT_LT(std::abs(error), 1e-9);
  }
}

TEST(ModeMotion, OfAnotherStateIsRefused) {
  const LinearMode mode = calc_modes(linearize(double_pendulum())).front();
  EXPECT_SAYS(message([&] { calc_mode_motion(bead_on_rod(), mode); }), "give the state that was linearized");
}

}  // namespace
}  // namespace sarrus::testing::mode_motion_test
