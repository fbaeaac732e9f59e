/// Time stepping to an accuracy: errors against closed forms and simulations fall with it.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/rigid/hard_stops.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/linkages.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::error_control_test {
namespace {

/// Runs to two accuracies: the errors are within ten times the accuracy per unit time, and there is a step
/// that was worth it.
template <class Error>
void expect_errors_fall(const State& start, double seconds, const Error& error) {
  double last = 0;
  long steps = 0;
  for (const double accuracy : {1e-2, 1e-3, 1e-4, 1e-5}) {
    TimeStepping stepping(start, {.accuracy = accuracy, .record = false});
    stepping.run(seconds);
    last = error(stepping.state());
    EXPECT_LT(last, 10 * accuracy * std::max(1.0, seconds)) << accuracy;
    EXPECT_EQ(stepping.report().unresolved, 0) << accuracy;
    EXPECT_LE(stepping.report().largest_error, accuracy);
    EXPECT_GT(stepping.report().steps, steps) << accuracy;
    steps = stepping.report().steps;
  }
  EXPECT_LT(steps, 3000);  // steps of one length would need some hundred thousand
}

/// slip_to_roll.json: 2 m/s without spin; it rolls with 2/1.4 m/s from 0.194 s on.
TEST(ErrorControl, ABallSlipsThenRolls) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.1}, {2, 0, 0}}}, rough(0.3));
  const double x = 0.33285485448002 + (1 - 0.19416533178001) * 2 / 1.4;
  expect_errors_fall(start, 1, [&](const State& end) {
    return std::abs(end.q(4) - x) + std::abs(end.u(3) - 2 / 1.4) + std::abs(end.q(6) - 0.1);
  });
}

/// dry_friction_oscillator.json: half swings that lose 2·f/k each, and a stop where the friction holds.
TEST(ErrorControl, AnOscillatorStopsWhereFrictionHolds) {
  ModelBuilder model("oscillator");
  model.body("mass", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "mass").start({0.2});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("x", 100, 0));
  builder.add("friction", DryFriction("x", 3, 3));
  const State start = builder.build().default_state();
  const double half = 0.31415926535898;
  expect_errors_fall(start, half, [](const State& end) { return std::abs(end.q(0) + 0.14); });
  expect_errors_fall(start, 2 * half, [](const State& end) { return std::abs(end.q(0) - 0.08); });
  expect_errors_fall(start, 2, [](const State& end) { return std::abs(end.q(0) + 0.02); });
}

/// bouncing_ball.json: between the second impact and the third.
TEST(ErrorControl, ABallBounces) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 1.1}}}, rough(0.5, 0.8));
  const double flight = 1.4 - 1.1739614665629, up = 0.64 * std::sqrt(2 * g);
  expect_errors_fall(start, 1.4, [&](const State& end) {
    return std::abs(end.q(6) - 0.1 - up * flight + g / 2 * flight * flight) +
           std::abs(end.u(5) - up + g * flight) / 2;
  });
  expect_errors_fall(start, 5,
                     [](const State& end) { return std::abs(end.q(6) - 0.1) + std::abs(end.u(5)); });
}

/// incline.json, "across": the friction turns with the motion, which ends in a stop.
TEST(ErrorControl, ABlockTurnsAndStopsAcrossASlope) {
  ModelBuilder model("block");
  model.gravity({g * std::sin(20 * degree), 0, -g * std::cos(20 * degree)});
  model.body("block", solid_sphere(2, 0.1));
  model.joint("place", Translation{}, "world", "block").start({0, 0, 0.1});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"block", "block", SphereShape{0.1}, rough(0.6)},
                                       {"slope", "world", HalfSpaceShape{}, rough(0.6)}}));
  State start = builder.build().default_state();
  start.set_u(1, 2);
  expect_errors_fall(start, 1, [](const State& end) {
    return std::hypot(end.q(0) - 0.17353242875362, end.q(1) - 0.39823203229329);
  });
}

/// Directions of constraints turn all the time; the loop swings as in a Simulation.
TEST(ErrorControl, ALoopMovesAsInASimulation) {
  const State start = four_bar(Closure::ball).start;
  Simulation simulation(start, {.accuracy = 1e-9});
  simulation.run(0.5);
  expect_errors_fall(
      start, 0.5, [&](const State& end) { return std::abs(end.q("crank") - simulation.state().q("crank")); });
}

/// A pendulum that bounces from its stop, which a Simulation finds as events.
TEST(ErrorControl, AStopIsHitAsInASimulation) {
  ModelBuilder model("arm");
  model.body("arm", thin_rod(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "arm").axis({0, 1, 0}).child_frame({-0.5, 0, 0}).limit(-1, 0.5);
  SystemBuilder builder(model.build());
  builder.add("limits", HardStops::of_model(builder.model(), 0.4));
  const State start = builder.build().default_state();
  Simulation simulation(start, {.accuracy = 1e-10});
  simulation.run(0.6);
  expect_errors_fall(start, 0.6,
                     [&](const State& end) { return std::abs(end.q(0) - simulation.state().q(0)); });
}

/// A box falls on a corner and tumbles over edges to a face. Its way depends on where corners begin to slip;
/// two accuracies agree.
TEST(ErrorControl, ABoxTumblesToTheSamePlace) {
  State start = make_scene({{"box", 1, {0.2, 0.3, 0.4}, {0, 0, 0.5}, {1, 0.5, -1}}}, rough(0.4));
  start.set_u(0, 3), start.set_u(1, 2);
  Vec3<double> last{};
  for (const double accuracy : {1e-3, 1e-4}) {
    TimeStepping stepping(start, {.accuracy = accuracy, .record = false});
    stepping.run(1.5);
    const Vec3<double> place = pose(stepping.state(), "box").p;
    EXPECT_NEAR(place.z, 0.1, accuracy);
    EXPECT_NEAR(kinetic_energy(stepping.state()), 0, 1e-12);
    EXPECT_LT(stepping.report().largest_penetration, 10 * accuracy);
    if (accuracy < 1e-3) {
      EXPECT_LT(norm(place - last), 1e-2);
    }
    last = place;
  }
}

/// Springs far stiffer than the steps: a vibration stays below what the accuracy resolves, with a damper it
/// ends, and the steps are those of the slow motion.
TEST(ErrorControl, StiffJointsStayStable) {
  for (const double damping : {0.0, 1e7}) {
    ModelBuilder model("mass");
    model.body("mass", solid_sphere(1, 0.1));
    model.joint("x", Slider{}, "world", "mass").axis({0, 0, 1}).start({1e-7});
    SystemBuilder builder(model.build());
    builder.add("spring", MobilitySpring("x", 1e8, 0));
    builder.add("damper", MobilityDamper("x", damping));
    TimeStepping stepping(builder.build().default_state(), {.accuracy = 1e-3, .record = false});
    for (int i = 0; i < 100; ++i) {
      stepping.run(0.1 * i);
      // Speeds of 2e-3 m/s that vibrate move the mass by up to 5e-5 m within a half step.
      ASSERT_NEAR(stepping.state().q(0), -g / 1e8, damping > 0 && i > 30 ? 1e-12 : 5e-5);
    }
    EXPECT_LT(stepping.report().steps, 495 / 0.05 * 1.02);  // hardly any is shorter than the longest
  }
}

/// States are recorded at the times that are asked for, whatever the steps, and a run in pieces goes on.
TEST(ErrorControl, MeetsTheTimesOfRecords) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}, {1, 0, 0}}}, rough(0.5, 0.5));
  TimeStepping stepping(start, {.accuracy = 1e-3, .every = 0.1});
  stepping.run(0.45), stepping.run_until(1);
  const Trajectory& motion = stepping.trajectory();
  for (int i = 0; i <= 10; ++i) EXPECT_NEAR(motion.at(0.1 * i).time(), 0.1 * i, 1e-12);
  EXPECT_EQ(stepping.state().time(), 1);
  EXPECT_LE(stepping.report().longest_step, 0.05 * (1 + 1e-12));
}

/// The error of steps of one length is estimated too: that of a falling ball is ½·g·h² per step, of one of
/// six speeds.
TEST(ErrorControl, StepsOfOneLengthReportTheirError) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 100}}}, rough(0.5));
  const double h = 2e-3;
  TimeStepping stepping(start, {.step = h});
  stepping.run(1);
  EXPECT_NEAR(stepping.report().largest_error, 0.5 * g * h * h / std::sqrt(6), 1e-12);
  EXPECT_NEAR(stepping.report().summed_error, 500 * 0.5 * g * h * h / std::sqrt(6), 1e-9);
  EXPECT_EQ(stepping.report().rejections, 0);
}

TEST(ErrorControl, RefusesWhatItCannotUse) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.5}}}, rough(0.5));
  expect_error([&] { TimeStepping(start, {.accuracy = -1}); }, {"accuracy", "-1"});
  expect_error([&] { TimeStepping(start, {.accuracy = 2}); }, {"accuracy", "2"});
  expect_error([&] { TimeStepping(start, {.accuracy = 1e-3, .largest_step = 0}); }, {"largest step", "0"});
  expect_error([&] { TimeStepping(start, {.accuracy = 1e-3, .smallest_step = 1, .largest_step = 0.1}); },
               {"smallest step", "1 s", "0.1 s"});
}

}  // namespace
}  // namespace sarrus::testing::error_control_test
