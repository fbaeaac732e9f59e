/// Clutches, brakes, freewheels, ratchets and motors with limited torque, on disks that turn about one axis.

#include "sarrus/rigid/clutch.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sarrus/rigid/freewheel.h"
#include "sarrus/rigid/ratchet.h"
#include "sarrus/rigid/speed_limit.h"
#include "sarrus/rigid/torque_limited_motor.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::clutch_test {
namespace {

/// Disks "a" and "b" with the given moments of inertia about the axis of their pins.
Model make_disks(double inertia_a, double inertia_b) {
  ModelBuilder model("disks");
  model.gravity({0, 0, 0});
  const auto disk = [](double inertia) { return solid_cylinder(2 * inertia, 1, 0.1); };  // ½·m·r²
  model.body("disk a", disk(inertia_a)).body("disk b", disk(inertia_b));
  model.joint("a", Pin{}, "world", "disk a");
  model.joint("b", Pin{}, "world", "disk b");
  return model.build();
}

State with_speeds(const System& system, double a, double b) {
  State state = system.default_state();
  state.set_u("a.rate", a), state.set_u("b.rate", b);
  return state;
}

double row_force(const TimeStepping& stepping, const std::string& element) {
  for (const RigidForce& force : stepping.forces())
    if (force.element == element) return force.row_force;
  return nan;
}

/// Two disks engage: one speed after T = Δω/(τ·(1/I₁ + 1/I₂)), and ½·I₁·I₂/(I₁ + I₂)·Δω² is lost.
TEST(Clutch, BringsDisksToOneSpeed) {
  const double Ia = 0.3, Ib = 0.5, wa = 40, wb = -10, capacity = 12;
  SystemBuilder builder(make_disks(Ia, Ib));
  builder.add("clutch", Clutch({"a", "b"}, capacity));
  const double T = (wa - wb) / (capacity * (1 / Ia + 1 / Ib));
  TimeStepping stepping(with_speeds(builder.build(), wa, wb), {.step = 1e-3});
  stepping.run(0.99 * T);
  EXPECT_NEAR(stepping.state().u("a.rate"), wa - capacity / Ia * 0.99 * T, 1e-8);
  EXPECT_NEAR(row_force(stepping, "clutch"), -capacity, 1e-6);
  stepping.run(0.02 * T);
  const double common = (Ia * wa + Ib * wb) / (Ia + Ib);
  EXPECT_NEAR(stepping.state().u("a.rate"), common, 1e-8);
  EXPECT_NEAR(stepping.state().u("b.rate"), common, 1e-8);
  EXPECT_NEAR(stepping.energy_balance().by_rigid, -0.5 * Ia * Ib / (Ia + Ib) * (wa - wb) * (wa - wb), 1e-8);
}

/// With a ratio, u₁ = ratio·u₂ in the end, and the impulses on the two have the ratio 1 : −ratio.
TEST(Clutch, WithARatio) {
  const double Ia = 0.3, Ib = 0.5, wa = 40, ratio = -2.5;
  SystemBuilder builder(make_disks(Ia, Ib));
  builder.add("clutch", Clutch({"a", "b", ratio}, 30));
  TimeStepping stepping(with_speeds(builder.build(), wa, 0));
  stepping.run(2);
  const double impulse = -wa / (1 / Ia + ratio * ratio / Ib);  // on a
  EXPECT_NEAR(stepping.state().u("a.rate"), wa + impulse / Ia, 1e-8);
  EXPECT_NEAR(stepping.state().u("b.rate"), -ratio * impulse / Ib, 1e-8);
}

/// A closed clutch transmits a torque up to its capacity; changed between runs, it slips or opens.
TEST(Clutch, CapacityIsAParameterOfTheState) {
  const double Ia = 1, Ib = 3, torque = 8;
  SystemBuilder builder(make_disks(Ia, Ib));
  builder.add("engine", MobilityConstant("a", torque));
  builder.add("clutch", Clutch({"a", "b"}, 100));
  const System system = builder.build();
  TimeStepping stepping(system.default_state());
  const auto set_capacity = [&](double capacity) {
    stepping.change([&](State& state) { state.set(system.parameter("clutch.capacity"), capacity); });
  };
  stepping.run(1);
  EXPECT_NEAR(stepping.state().u("b.rate"), torque / (Ia + Ib), 1e-8);
  EXPECT_NEAR(row_force(stepping, "clutch"), -torque * Ib / (Ia + Ib), 1e-6);
  set_capacity(3);  // less than the 6 N·m needed
  stepping.run(1);
  EXPECT_NEAR(stepping.state().u("b.rate"), 2 + 3 / Ib, 1e-8);
  EXPECT_NEAR(stepping.state().u("a.rate"), 2 + (torque - 3) / Ia, 1e-8);
  set_capacity(0);
  stepping.run(1);
  EXPECT_NEAR(stepping.state().u("b.rate"), 3, 1e-8);
  EXPECT_NEAR(stepping.state().u("a.rate"), 7 + torque / Ia, 1e-8);
  expect_error([&] { set_capacity(-1); }, {"clutch.capacity", "-1"});
}

/// A brake stops a disk after I·ω/τ and then holds it against any torque below its own.
TEST(Clutch, IsABrakeOnOneJoint) {
  SystemBuilder builder(make_disks(2, 1));
  builder.add("brake", Clutch("a", 5));
  builder.add("load", MobilityConstant("a", 4));
  TimeStepping stepping(with_speeds(builder.build(), 3, 0));
  const double T = 2 * 3.0 / (5 - 4);
  stepping.run(0.5 * T);
  EXPECT_NEAR(stepping.state().u("a.rate"), 1.5, 1e-8);
  stepping.run(0.6 * T);
  EXPECT_NEAR(stepping.state().u("a.rate"), 0, 1e-8);
  EXPECT_NEAR(stepping.state().q("a"), 0.5 * 3 * T, 3e-3);
  EXPECT_NEAR(row_force(stepping, "brake"), -4, 1e-7);
}

/// A freewheel transmits torque one way only: driven, both disks turn as one; braked, the second overruns.
TEST(Freewheel, TransmitsOneWay) {
  const double Ia = 0.5, Ib = 1.5;
  for (const double torque : {6.0, -6.0}) {
    SystemBuilder builder(make_disks(Ia, Ib));
    builder.add("motor", MobilityConstant("a", torque));
    builder.add("hub", Freewheel({"b", "a"}));  // b may run ahead of a
    TimeStepping stepping(with_speeds(builder.build(), 2, 2));
    stepping.run(1);
    const double driven = torque > 0 ? torque / (Ia + Ib) : torque / Ia;
    EXPECT_NEAR(stepping.state().u("a.rate"), 2 + driven, 1e-8);
    EXPECT_NEAR(stepping.state().u("b.rate"), 2 + (torque > 0 ? driven : 0), 1e-8);
    EXPECT_NEAR(row_force(stepping, "hub"), torque > 0 ? Ib * driven : 0, 1e-6);
  }
}

/// A disk that catches up with the other takes it along: the impact of two disks.
TEST(Freewheel, CatchesUp) {
  SystemBuilder builder(make_disks(0.5, 1.5));
  builder.add("motor", MobilityConstant("a", 1));
  builder.add("hub", Freewheel({"b", "a"}));
  TimeStepping stepping(with_speeds(builder.build(), 0, 3));
  stepping.run(1);
  EXPECT_NEAR(stepping.state().u("a.rate"), 2, 1e-8);
  stepping.run(1);  // they meet after 1.5 s
  EXPECT_NEAR(stepping.state().u("a.rate"), 3 + 0.5 * 1 / 2.0, 1e-8);
  EXPECT_NEAR(stepping.state().u("b.rate"), 3 + 0.5 * 1 / 2.0, 1e-8);
  EXPECT_NEAR(stepping.energy_balance().by_rigid, 0, 1e-8);
}

/// A backstop: one joint that does not turn back.
TEST(Freewheel, OnOneJoint) {
  SystemBuilder builder(make_disks(2, 1));
  builder.add("backstop", Freewheel("a", Sense::negative));
  builder.add("load", MobilityConstant("a", 3));
  TimeStepping stepping(with_speeds(builder.build(), -6, 0));
  stepping.run(2);
  EXPECT_NEAR(stepping.state().u("a.rate"), -3, 1e-8);
  stepping.run(3);
  EXPECT_NEAR(stepping.state().u("a.rate"), 0, 1e-8);
  EXPECT_NEAR(stepping.state().q("a"), -12, 5e-3);
  EXPECT_NEAR(row_force(stepping, "backstop"), 3, 1e-6);
}

/// A disk turned forward against a constant torque comes back to the last tooth that it passed, and rests.
TEST(Ratchet, HoldsAtTheLastTooth) {
  const double pitch = 0.25, I = 2, load = 3, speed = 1.4;
  for (const Sense sense : {Sense::positive, Sense::negative}) {
    const double sign = sign_of(sense);
    SystemBuilder builder(make_disks(I, 1));
    builder.add("pawl", Ratchet("a", pitch, sense));
    builder.add("load", MobilityConstant("a", -sign * load));
    TimeStepping stepping(with_speeds(builder.build(), sign * speed, 0));
    const double highest = 0.5 * I * speed * speed / load;
    stepping.run(2.5);
    EXPECT_NEAR(sign * stepping.state().q("a"), pitch * std::floor(highest / pitch), 1e-6);
    EXPECT_NEAR(stepping.state().u("a.rate"), 0, 1e-8);
    EXPECT_NEAR(row_force(stepping, "pawl"), load, 1e-6);
    stepping.run(10);
    EXPECT_NEAR(sign * stepping.state().q("a"), pitch * std::floor(highest / pitch), 1e-6);
  }
}

/// Between two joints, the pawl turns with its carrier: thrown back, the wheel keeps e times its speed
/// relative to it.
TEST(Ratchet, BetweenTwoJointsWithRestitution) {
  const double Ia = 1, Ib = 2, e = 0.5;
  SystemBuilder builder(make_disks(Ia, Ib));
  builder.add("pawl", Ratchet({"a", "b"}, 0.1, Sense::positive, e));
  State start = with_speeds(builder.build(), -2, 1);
  start.set_q("a", 0.35);  // 0.05 beyond the third tooth
  TimeStepping stepping(start);
  stepping.run(0.016);
  EXPECT_NEAR(stepping.state().u("a.rate"), -2, 1e-8);
  stepping.run(0.002);
  EXPECT_NEAR(stepping.state().u("a.rate") - stepping.state().u("b.rate"), 3 * e, 1e-8);
  EXPECT_NEAR(Ia * stepping.state().u("a.rate") + Ib * stepping.state().u("b.rate"), 0, 1e-8);
}

/// A disk that is driven by 4 N·m accelerates to its limit and stays there; the limit holds back with the
/// torque. Driven the other way it is held at the other limit, with steps of one length and with error
/// control.
TEST(SpeedLimit, IsNotExceeded) {
  for (const double accuracy : {0.0, 1e-4}) {
    const double I = 2, limit = 3;
    SystemBuilder builder(make_disks(I, 1));
    builder.add("governor", SpeedLimit("a", limit));
    builder.add("drive", MobilityConstant("a", 4));
    const System system = builder.build();
    TimeStepping stepping(system.default_state(), {.accuracy = accuracy});
    stepping.run(1);
    EXPECT_NEAR(stepping.state().u("a.rate"), 4 / I, 1e-8);
    stepping.run(1);
    EXPECT_NEAR(stepping.state().u("a.rate"), limit, 1e-8);
    EXPECT_NEAR(stepping.energy_balance().by_rigid, -4 * limit * 0.5, 0.02);
    double held = 0;
    for (const RigidForce& force : stepping.forces()) held += force.row_force;
    EXPECT_NEAR(held, 4, 1e-6);
    stepping.change([&](State& state) { state.set(system.parameter("drive.force"), -4); });
    stepping.run(4);
    EXPECT_NEAR(stepping.state().u("a.rate"), -limit, 1e-8);
    stepping.change([&](State& state) { state.set(system.parameter("governor.greatest_speed"), 1); });
    stepping.run(0.1);
    EXPECT_NEAR(stepping.state().u("a.rate"), -1, 1e-8);
  }
}

/// Between two disks: the driven one takes the other along, 3 rad/s slower.
TEST(SpeedLimit, BetweenTwoJoints) {
  SystemBuilder builder(make_disks(2, 1));
  builder.add("coupling", SpeedLimit({"a", "b"}, 3));
  TimeStepping stepping(with_speeds(builder.build(), 10, 1));
  stepping.run(0.01);
  const double total = 2 * 10 + 1 * 1;
  EXPECT_NEAR(stepping.state().u("a.rate"), (total + 3) / 3, 1e-9);
  EXPECT_NEAR(stepping.state().u("b.rate"), (total + 3) / 3 - 3, 1e-9);
}

/// A motor accelerates with its greatest torque, then holds its speed exactly; a load beyond its torque
/// slows it down again.
TEST(TorqueLimitedMotor, HoldsItsSpeed) {
  const double I = 2, target = 5, limit = 4;
  SystemBuilder builder(make_disks(I, 1));
  builder.add("drive", TorqueLimitedMotor("a", target, limit));
  builder.add("load", MobilityConstant("a", -1.5));
  const System system = builder.build();
  TimeStepping stepping(system.default_state());
  stepping.run(2);
  EXPECT_NEAR(stepping.state().u("a.rate"), 2 * (limit - 1.5) / I, 1e-8);
  EXPECT_NEAR(row_force(stepping, "drive"), limit, 1e-6);
  stepping.run(3);  // there after 4 s
  EXPECT_NEAR(stepping.state().u("a.rate"), target, 1e-8);
  EXPECT_NEAR(row_force(stepping, "drive"), 1.5, 1e-6);
  const auto set = [&](const char* name, double value) {
    stepping.change([&](State& state) { state.set(system.parameter(name), value); });
  };
  set("drive.greatest_torque", 1);
  stepping.run(1);
  EXPECT_NEAR(stepping.state().u("a.rate"), target - 0.5 / I, 1e-8);
  set("drive.greatest_torque", limit);
  set("drive.speed", -1);
  stepping.run(5);
  EXPECT_NEAR(stepping.state().u("a.rate"), -1, 1e-8);
  // What the motor gave is what the disk has and what the load took.
  EXPECT_NEAR(stepping.energy_balance().by_rigid, 0.5 * I + 1.5 * stepping.state().q("a"), 2e-3);
}

/// A motor between two disks holds their difference, with opposite torques.
TEST(TorqueLimitedMotor, BetweenTwoJoints) {
  SystemBuilder builder(make_disks(1, 2));
  builder.add("drive", TorqueLimitedMotor({"a", "b"}, 6, 3));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(2);
  EXPECT_NEAR(stepping.state().u("a.rate"), 4, 1e-8);
  EXPECT_NEAR(stepping.state().u("b.rate"), -2, 1e-8);
  EXPECT_NEAR(stepping.energy_balance().by_rigid, 0.5 * 16 + 0.5 * 2 * 4, 1e-8);
}

/// A motor that pushes a slider into its stop gives its greatest force, which the stop takes up.
TEST(TorqueLimitedMotor, GivesWayAtAStop) {
  ModelBuilder model("press");
  model.gravity({0, 0, 0});
  model.body("ram", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "ram").limit(-1, 0.2);
  SystemBuilder builder(model.build());
  builder.add("stops", HardStops::of_model(builder.model()));
  builder.add("drive", TorqueLimitedMotor("x", 0.5, 7));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(1);
  EXPECT_NEAR(stepping.state().q("x"), 0.2, 1e-9);
  EXPECT_NEAR(row_force(stepping, "stops"), 7, 1e-6);
}

TEST(RelativeSpeed, RefusesWhatItCannotUse) {
  const Model model = make_disks(1, 2);
  const auto add = [&](auto element) { SystemBuilder(model).add("part", std::move(element)); };
  expect_error([&] { add(Clutch({"a", "missing"}, 1)); }, {"missing"});
  expect_error([&] { add(Clutch({"a", "a"}, 1)); }, {"'part'", "'a.rate'", "itself"});
  expect_error([&] { add(Clutch({"a", "b", 0}, 1)); }, {"'part'", "ratio", "0"});
  expect_error([&] { add(Clutch({"a", "b", nan}, 1)); }, {"'part'", "ratio", "nan"});
  expect_error([&] { add(Clutch("a", -2)); }, {"part.capacity", "-2"});
  expect_error([&] { add(Clutch("a", nan)); }, {"part.capacity", "nan"});
  expect_error([&] { add(Ratchet("a", 0)); }, {"part.pitch", "0"});
  expect_error([&] { add(Ratchet("a", 0.1, Sense::positive, 1.1)); }, {"'part'", "restitution", "1.1"});
  expect_error([&] { add(Ratchet("a", 0.1, Sense::positive, nan)); }, {"'part'", "restitution", "nan"});
  expect_error([&] { add(TorqueLimitedMotor("a", 1, -1)); }, {"part.greatest_torque", "-1"});
  expect_error([&] { add(TorqueLimitedMotor("a", nan, 1)); }, {"part.speed", "nan"});
  ModelBuilder ball("ball");
  ball.body("ball", solid_sphere(1, 0.1));
  ball.joint("ball", Ball{}, "world", "ball");
  expect_error([&] { SystemBuilder(ball.build()).add("part", Ratchet("ball", 0.1)); }, {"'part'", "'ball'"});
}

}  // namespace
}  // namespace sarrus::testing::clutch_test
