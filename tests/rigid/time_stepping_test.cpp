/// Time stepping with constraints, given motions and stiff joints; what it reports, and what it refuses.

#include "sarrus/rigid/time_stepping.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/rigid/dry_friction.h"
#include "sarrus/rigid/hard_stops.h"
#include "sarrus/rigid/rope.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/count_allocations.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::time_stepping_test {
namespace {

/// A closed loop, with a redundant row too: the motion tends to that of a Simulation as steps get shorter.
TEST(TimeStepping, ClosedLoopsMoveAsInASimulation) {
  for (const Closure closure : {Closure::ball, Closure::in_plane}) {
    const State start = four_bar(closure).start;
    Simulation simulation(start, {.accuracy = 1e-9});
    simulation.run(0.5);
    double last = 0;
    for (const double h : {2e-3, 1e-3, 5e-4}) {
      TimeStepping stepping(start, {.step = h});
      stepping.run(0.5);
      const double error = std::abs(stepping.state().q("crank") - simulation.state().q("crank"));
      EXPECT_LT(error, 10 * h);
      if (last > 0) {
        EXPECT_NEAR(last / error, 2, 0.3);
      }
      last = error;
      EXPECT_LT(largest_position_error(stepping.state()).size, 1e-4);
      EXPECT_LT(largest_velocity_error(stepping.state()).size, 50 * h);
    }
  }
}

/// A gripper moves up and down and holds a cube by friction alone; the cube does not slip.
TEST(TimeStepping, AGripperHoldsItsCube) {
  ModelBuilder model("gripper");
  model.body("base", solid_brick(1, {0.1, 0.1, 0.1}));
  model.body("left", solid_brick(0.05, {0.02, 0.02, 0.04}))
      .body("right", solid_brick(0.05, {0.02, 0.02, 0.04}));
  model.body("cube", solid_brick(0.25, {0.05, 0.05, 0.05}));
  model.joint("lift", Slider{}, "world", "base").axis({0, 0, 1});
  model.joint("left", Slider{}, "base", "left").start({-0.035});
  model.joint("right", Slider{}, "base", "right").start({0.035});
  model.joint("cube", Free{}, "world", "cube");
  SystemBuilder builder(model.build());
  const ContactMaterial material = rough(0.5);
  builder.add("contact", RigidContact({{"left", "left", BoxShape{{0.02, 0.02, 0.04}}, material},
                                       {"right", "right", BoxShape{{0.02, 0.02, 0.04}}, material},
                                       {"cube", "cube", BoxShape{{0.05, 0.05, 0.05}}, material}}));
  builder.add("squeeze left", MobilityConstant("left", 10));
  builder.add("squeeze right", MobilityConstant("right", -10));
  builder.prescribe("motion", "lift", MotionLevel::position, {sinusoid(0.02, 2 * M_PI, 0)});
  State start = builder.build().default_state();
  start.set_u("cube.vz", 0.02 * 2 * M_PI);  // as the gripper
  TimeStepping stepping(start, {.step = 2e-3, .record = false});
  double slip = 0;
  while (stepping.state().time() < 2) {
    stepping.step();
    const State& now = stepping.state();
    slip = std::max(slip, std::abs(pose(now, "cube").p.z - pose(now, "base").p.z));
  }
  EXPECT_LT(slip, 1e-9);
  EXPECT_GT(stepping.report().most_contacts, 3);
  EXPECT_NEAR(normal_force(stepping, "left", "cube"), 10, 1e-6);
}

/// Springs and dampers far stiffer than the step allows explicitly come to rest where they should.
TEST(TimeStepping, StiffJointsAreStable) {
  ModelBuilder model("arm");
  model.body("upper", thin_rod(1, {1, 0, 0})).body("lower", thin_rod(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({-0.5, 0, 0});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0.5, 0, 0})
      .child_frame({-0.5, 0, 0});
  SystemBuilder builder(model.build());
  for (const char* joint : {"shoulder", "elbow"}) {
    builder.add(std::string(joint) + ".spring", MobilitySpring(joint, 1e6, 0));
    builder.add(std::string(joint) + ".damper", MobilityDamper(joint, 1e5));
  }
  TimeStepping stepping(builder.build().default_state(), {.step = 0.01});
  stepping.run(5);
  // Torques 2·g·1 and ½·g about y, with gravity that turns +x downwards: q = torque/k.
  EXPECT_NEAR(stepping.state().q("shoulder"), 2 * 9.81 / 1e6, 1e-8);
  EXPECT_NEAR(stepping.state().q("elbow"), 0.5 * 9.81 / 1e6, 1e-8);
}

/// Records, reports and outputs are those of a Simulation.
TEST(TimeStepping, Records) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}}}, rough(0.5));
  int reports = 0;
  TimeStepping stepping(start, {.step = 3e-3, .every = 0.1, .report = [&](const State&) { ++reports; }});
  EXPECT_EQ(stepping.run(1), Outcome::finished);
  EXPECT_EQ(stepping.trajectory().size(), 11U);
  EXPECT_EQ(reports, 11);
  EXPECT_NEAR(stepping.trajectory()[3].time(), 0.3, 1e-12);
  EXPECT_NEAR(stepping.state().time(), 1, 1e-12);
  EXPECT_EQ(stepping.report().steps, 340);  // 34 to each tenth of a second
  EXPECT_NEAR(stepping.energy_balance().by_rigid, -0.4 * 9.81, 0.1);
}

/// The state at rest is resolved from an overlap without being thrown apart.
TEST(TimeStepping, AnOverlapAtTheStartIsRemovedWithoutSpeed) {
  const State start = make_scene({{"box", 1, {0.2, 0.2, 0.2}, {0, 0, 0.08}}}, rough(0.5));
  TimeStepping stepping(start, {.step = 1e-3});
  stepping.run(0.5);
  EXPECT_NEAR(stepping.report().penetration_at_start, 0.02, 1e-12);
  EXPECT_NEAR(pose(stepping.state(), "box").p.z, 0.1, 1e-6);
  EXPECT_NEAR(kinetic_energy(stepping.state()), 0, 1e-12);
}

TEST(TimeStepping, NamesWhatContradictsItself) {
  ModelBuilder model("press");
  model.body("block", solid_sphere(1, 0.1));
  model.joint("z", Slider{}, "world", "block").axis({0, 0, 1}).start({0.2});
  SystemBuilder builder(model.build());
  builder.add("contact",
              RigidContact({{"block", "block", SphereShape{0.1}}, {"floor", "world", HalfSpaceShape{}}}));
  builder.prescribe("press", "z", MotionLevel::velocity, {constant(-0.1)});
  TimeStepping stepping(builder.build().default_state());
  expect_error([&] { stepping.run(2); }, {"contradict", "'block'", "'world'", "given motion", "t = "});
  EXPECT_NEAR(stepping.state().q(0), 0.1, 1e-3);
}

/// A contact that opens and closes costs no memory once it has been there: a ball that bounces again and
/// again.
TEST(TimeStepping, SwitchingContactsAllocatesNothing) {
  TimeStepping stepping(make_scene({{"ball", 2, {0.1, 0, 0}, {0, 0, 0.3}}}, rough(0.5, 0.9)),
                        {.step = 1e-3, .record = false});
  for (int i = 0; i < 700; ++i) stepping.step();
  const long before = allocations();
  int bounces = 0;
  for (int i = 0; i < 1500; ++i) {
    const bool fell = stepping.state().u(5) < 0;
    stepping.step();
    bounces += fell && stepping.state().u(5) > 0 ? 1 : 0;
  }
  EXPECT_EQ(allocations() - before, 0);
  EXPECT_GE(bounces, 4);
}

TEST(TimeStepping, RefusesWhatItCannotUse) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}}}, rough(0.5));
  SystemBuilder with_rope(start.model());
  with_rope.add("rope", Rope({{"world", {0, 0, 1}}, "ball"}, 1));
  expect_error([&] { Simulation simulation(with_rope.build().default_state()); }, {"'rope'", "TimeStepping"});
  expect_error([&] { TimeStepping(start, {.step = 0}); }, {"step", "0"});
  expect_error(
      [&] {
        make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}}}, rough(0.5, 1.1));
      },
      {"'ball'", "restitution", "1.1"});
  expect_error(
      [&] {
        make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}}}, rough(-0.5));
      },
      {"'ball'", "friction", "-0.5"});
  SystemBuilder builder(start.model());
  expect_error([&] { builder.add("stops", HardStops({{.on = "missing"}})); }, {"missing"});
  ModelBuilder model("slider");
  model.body("mass", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder upside_down(model.build());
  expect_error([&] { upside_down.add("stops", HardStops({{.on = "x", .lower = 1, .upper = -1}})); },
               {"'stops'", "'x'", "from 1 to -1"});
  SystemBuilder weak(model.build());
  weak.add("friction", DryFriction("x", 2, 1));
  State weakened = weak.build().default_state();
  weakened.set_parameter("friction.dynamic_force", 3);
  TimeStepping stepping(weakened);
  expect_error([&] { stepping.run(1); }, {"'friction'", "static force 2", "dynamic force 3"});
}

}  // namespace
}  // namespace sarrus::testing::time_stepping_test
