/// Motions with dry friction whose closed forms are known.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"
#include "tests/rigid/friction_oscillator.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::friction_values_test {
namespace {

/// A block that cannot turn on a plane whose normal is z; gravity is inclined by `slope` and pulls along the
/// direction `down` in the plane. (x, y, z) are its coordinates.
State block_on_incline(double slope, double down, double static_friction, double dynamic_friction,
                       const Vec3<double>& v0, double mass = 2) {
  ModelBuilder model("block");
  model.gravity(
      {g * std::sin(slope) * std::cos(down), g * std::sin(slope) * std::sin(down), -g * std::cos(slope)});
  model.body("block", solid_sphere(mass, 0.1));
  model.joint("place", Translation{}, "world", "block").start({0, 0, 0.1});
  SystemBuilder builder(model.build());
  const ContactMaterial material{.static_friction = static_friction, .dynamic_friction = dynamic_friction};
  builder.add("contact", RigidContact({{"block", "block", SphereShape{0.1}, material},
                                       {"slope", "world", HalfSpaceShape{}, material}}));
  State state = builder.build().default_state();
  for (int i = 0; i < 3; ++i) state.set_u(i, v0[i]);
  return state;
}

/// Just above and just below the angle of friction, in many directions: a round cone.
TEST(Incline, SticksUpToTheAngleOfFrictionInAllDirections) {
  const double slope = 20 * degree;
  for (int i = 0; i < 12; ++i) {
    const double down = 0.1 + i * 30 * degree;
    TimeStepping stays(block_on_incline(slope, down, std::tan(slope) * (1 + 1e-9), 0.2, {}),
                       {.step = 0.01, .solver_tolerance = 1e-12});
    stays.run(10);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(stays.state().u(k), 0, 1e-12);
    EXPECT_NEAR(stays.state().q(0), 0, 1e-11);
    EXPECT_NEAR(stays.state().q(1), 0, 1e-11);

    const double mu = std::tan(slope) * (1 - 1e-3);
    TimeStepping slides(block_on_incline(slope, down, mu, mu, {}), {.step = 0.01});
    slides.run(1);
    const double speed = g * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(slides.state().u(0), speed * std::cos(down), 1e-10);
    EXPECT_NEAR(slides.state().u(1), speed * std::sin(down), 1e-10);
    EXPECT_NEAR(slides.state().q(2), 0.1, 1e-12);
  }
}

/// incline.json, "stays".
TEST(Incline, HoldsWithTheForcesOfStatics) {
  TimeStepping stepping(block_on_incline(20 * degree, 0, 0.5, 0.5, {}));
  stepping.run(0.1);
  const Array<RigidForce> forces = stepping.forces();
  ASSERT_EQ(forces.size(), 1U);
  EXPECT_EQ(forces[0].mode, RowMode::holding);
  EXPECT_EQ(forces[0].element, "contact");
  EXPECT_NEAR(std::abs(forces[0].force.z), 18.43676921982, 1e-9);
  EXPECT_NEAR(std::hypot(forces[0].force.x, forces[0].force.y), 6.7104352120496, 1e-9);
}

/// incline.json, "up_and_back": up the slope, to rest, and down again. Errors are proportional to the step.
TEST(Incline, GoesUpAndBack) {
  for (const double h : {1e-3, 1e-4}) {
    TimeStepping stepping(block_on_incline(20 * degree, 0, 0.25, 0.25, {-3, 0, 0}), {.step = h});
    stepping.run(0.53005277700054);
    EXPECT_NEAR(stepping.state().q(0), -0.79507916550081, 3 * h);
    stepping.run(1.2302604198818);
    EXPECT_NEAR(stepping.state().q(0), 0, 6 * h);
    EXPECT_NEAR(stepping.state().u(0), 1.292537990578, 6 * h);
  }
}

/// incline.json, "across": launched across the slope, the block turns downwards and stops. A pyramid fails.
TEST(Incline, TurnsAndStopsAcrossTheSlope) {
  for (const double down : {0.0, 0.7}) {
    double last = 0;
    for (const double h : {2e-3, 1e-3, 5e-4}) {
      const Vec3<double> across{-2 * std::sin(down), 2 * std::cos(down), 0};
      TimeStepping stepping(block_on_incline(20 * degree, down, 0.6, 0.6, across),
                            {.step = h, .solver_tolerance = 1e-12});
      stepping.run(1);
      const State& end = stepping.state();
      const double along = end.q(0) * std::cos(down) + end.q(1) * std::sin(down);
      const double beside = -end.q(0) * std::sin(down) + end.q(1) * std::cos(down);
      const double error = std::hypot(along - 0.17353242875362, beside - 0.39823203229329);
      EXPECT_LT(error, 2 * h);
      if (last > 0) {
        EXPECT_NEAR(last / error, 2, 0.2);  // of first order
      }
      last = error;
      EXPECT_NEAR(std::hypot(end.u(0), end.u(1)), 0, 1e-12);
    }
  }
}

/// incline.json, "across": with the angle of friction the block ends at half its speed.
TEST(Incline, EndsAtHalfItsSpeedAtTheAngleOfFriction) {
  const double slope = 20 * degree, mu = std::tan(slope);
  TimeStepping stepping(block_on_incline(slope, 0, mu, mu, {0, 2, 0}), {.step = 1e-3});
  stepping.run(20);
  EXPECT_NEAR(stepping.state().u(0), 1, 2e-3);
  EXPECT_NEAR(stepping.state().u(1), 0, 2e-3);
}

/// With a static friction above the slope and a dynamic one below, what rests stays and what slides goes on.
TEST(Incline, KnowsStickingFromSliding) {
  const double slope = 20 * degree;
  TimeStepping rests(block_on_incline(slope, 0, 0.5, 0.2, {})),
      slides(block_on_incline(slope, 0, 0.5, 0.2, {1, 0, 0}));
  rests.run(0.5), slides.run(0.5);
  EXPECT_NEAR(rests.state().u(0), 0, 1e-13);
  EXPECT_NEAR(slides.state().u(0), 1 + 0.5 * g * (std::sin(slope) - 0.2 * std::cos(slope)), 1e-9);
}

/// slip_to_roll.json: a ball slides, then rolls. Impulses do not depend on how they are divided into steps,
/// so that the final speed is exact.
TEST(SlipToRoll, Ball) {
  struct Case {
    double v0, w0, time, speed, distance;
  };
  for (const Case& c : {Case{2, 0, 0.19416533178001, 1.4285714285714, 0.33285485448002},
                        Case{2, -60, 0.77666132712004, -0.28571428571429, 0.66570970896004},
                        Case{0, 50, 0.48541332945003, 1.4285714285714, 0.34672380675002}}) {
    State state = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.1}, {c.v0, 0, 0}}}, rough(0.3));
    state.set_u(1, c.w0);  // about y: rolling is v = R·ω
    const double h = 2e-4;
    TimeStepping stepping(state, {.step = h, .solver_tolerance = 1e-11});
    stepping.run(c.time);
    EXPECT_NEAR(stepping.state().q(4), c.distance, 4 * h);
    stepping.run(0.5);
    EXPECT_NEAR(stepping.state().u(3), c.speed, 1e-9);
    EXPECT_NEAR(stepping.state().u(1), c.speed / 0.1, 1e-8);
    EXPECT_NEAR(stepping.state().q(6), 0.1, 1e-10);
  }
}

/// The rate at which a piece spins after a time.
double rate_after(const Piece& piece, const ContactMaterial& material, const char* speed, double at_first,
                  double seconds) {
  State state = make_scene({piece}, material);
  state.set_u(speed, at_first);
  TimeStepping stepping(state, {.step = 1e-3});
  stepping.run(seconds);
  return stepping.state().u(speed);
}

// The torsional moment of a point is μ·ρ·m·g: a ball spins down with (5/2)·μ·ρ·g/R².
TEST(TurningResistance, BrakesABallAtItsPoint) {
  const double R = 0.1, mu = 0.3, rho = 0.004;
  const Piece ball{"ball", 2, {R, 0, 0}, {0, 0, R}};
  ContactMaterial material = rough(mu);
  material.torsion_radius = rho;
  EXPECT_NEAR(rate_after(ball, material, "ball.wz", 20, 1), 20 - 2.5 * mu * rho * g / (R * R), 1e-8);
}

// Four corners at the distance d of the axis resist spin by μ·m·g·d; that is all, also of a material with
// radii: these stand for the size of a patch that is one point.
TEST(TurningResistance, OfAFaceIsThatOfItsCorners) {
  const double mu = 0.3, side = 0.2, d = side / std::sqrt(2.0), inertia = side * side / 6;
  const Piece plate{"plate", 2, {side, side, 0.02}, {0, 0, 0.01}};
  ContactMaterial material = rough(mu);
  material.torsion_radius = material.rolling_radius = 0.05;
  EXPECT_NEAR(rate_after(plate, material, "plate.wz", 20, 0.2), 20 - 0.2 * mu * g * d / inertia, 1e-7);
}

/// dry_friction_oscillator.json: half swings that lose 2·f/k each, and a stop where the friction holds.
TEST(DryFriction, OscillatorStopsWhereFrictionHolds) {
  for (const FrictionSwings& c : friction_swings()) {
    State start = make_friction_oscillator(c.m, c.k, c.static_force, c.dynamic_force).default_state();
    start.set_q(0, c.x0);
    for (const bool implicit : {false, true}) {
      const double h = 1e-4;
      TimeStepping stepping(start, {.step = h, .solver_tolerance = 1e-12, .implicit_joints = implicit});
      for (const double turn : c.turns) {
        stepping.run(c.half);
        EXPECT_NEAR(stepping.state().q(0), turn, 6 * h);
      }
      stepping.run_until(c.stop + 0.1);
      const double x = stepping.state().q(0);
      EXPECT_NEAR(x, c.rest(), 6 * h);
      stepping.run(10);
      EXPECT_NEAR(stepping.state().q(0), x, 1e-12);  // it does not creep
      EXPECT_NEAR(stepping.forces()[0].row_force, c.k * x, 1e-9);
    }
  }
}

/// stick_slip_belt.json: a block on a moving belt, held by a spring; the period of its limit cycle.
TEST(StickSlip, BeltHasThePeriodOfTheLimitCycle) {
  ModelBuilder model("belt");
  model.gravity({0, 0, -9.81});
  model.body("belt", solid_brick(1, {1, 1, 0.1})).body("block", solid_brick(1, {0.1, 0.1, 0.1}));
  model.joint("belt", Slider{}, "world", "belt").child_frame({0, 0, 0.05});
  model.joint("block", Translation{}, "world", "block").start({0, 0, 0.05});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring(Mobility("block", 0), 100, 0));
  const ContactMaterial material{.static_friction = 0.4, .dynamic_friction = 0.25};
  builder.add("contact", RigidContact({{"belt", "belt", HalfSpaceShape{}, material},
                                       {"block", "block", SphereShape{0.05}, material}}));
  builder.prescribe("motor", "belt", MotionLevel::velocity, {constant(0.1)});
  State state = builder.build().default_state();
  TimeStepping stepping(state, {.step = 1e-4, .record = false});
  // Breaks loose where the static friction is spent; period between such instants.
  Array<double> breaks;
  bool was_stuck = false;
  while (stepping.state().time() < 6) {
    stepping.step();
    const bool is_stuck = std::abs(stepping.state().u("block.vx") - 0.1) < 1e-9;
    if (was_stuck && !is_stuck) {
      breaks.push_back(stepping.state().time());
      EXPECT_NEAR(stepping.state().q("block.x"), 0.03924, 1e-4);
    }
    was_stuck = is_stuck;
  }
  ASSERT_GE(breaks.size(), 5U);
  for (std::size_t i = 2; i < breaks.size(); ++i)
    EXPECT_NEAR(breaks[i] - breaks[i - 1], 0.72783696277042, 1e-3);
}

}  // namespace
}  // namespace sarrus::testing::friction_values_test
