/// Impacts with restitution, of bodies and of joints at their stops.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/hard_stops.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/random.h"

namespace sarrus::testing::impact_values_test {
namespace {

/// bouncing_ball.json: impacts at 0.451523641, 1.173961467, 1.751911727 s; it comes to rest near 4.06 s.
template <class Height, class Speed>
void expect_bounces(const State& start, const Height& height, const Speed& speed) {
  const double h = 1e-4;
  TimeStepping stepping(start, {.step = h, .record = false});
  Array<double> times;
  double last = 0;
  while (stepping.state().time() < 5) {
    stepping.step();
    const double now = speed(stepping.state());
    if (last < -1e-3 && now > 1e-3) times.push_back(stepping.state().time());
    last = now;
  }
  const double expected[] = {0.45152364098573, 1.1739614665629, 1.7519117270246, 2.214271935394,
                             2.5841601020895};
  ASSERT_GE(times.size(), 20U);
  for (std::size_t i = 0; i < std::size(expected); ++i)
    EXPECT_NEAR(times[i], expected[i], 3 * h * static_cast<double>(i + 1));
  EXPECT_LT(times.back(), 4.07);
  EXPECT_NEAR(height(stepping.state()), 0, 1e-9);
  EXPECT_NEAR(speed(stepping.state()), 0, 1e-10);
  EXPECT_LE(stepping.energy_balance().energy(), stepping.energy_balance().initial);
}

TEST(Bounces, OfABall) {
  expect_bounces(
      make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 1.1}}}, rough(0.5, 0.8)),
      [](const State& s) { return s.q(6) - 0.1; }, [](const State& s) { return s.u(5); });
}

TEST(Bounces, OfASliderAtItsStop) {
  ModelBuilder model("slider");
  model.body("mass", solid_sphere(3, 0.1));
  model.joint("z", Slider{}, "world", "mass").axis({0, 0, 1}).start({1}).limit(0, 5);
  SystemBuilder builder(model.build());
  builder.add("stops", HardStops::of_model(builder.model(), 0.8));
  expect_bounces(
      builder.build().default_state(), [](const State& s) { return s.q(0); },
      [](const State& s) { return s.u(0); });
}

/// A fast body does not pass through a thin wall within a step.
TEST(Bounces, NothingPassesThroughAThinPlate) {
  for (const double speed : {10.0, 300.0, 5000.0}) {
    const State start = make_scene({{"bullet", 0.01, {0.005, 0, 0}, {0, 0, 1}, {0, 0, -speed}},
                                    {"plate", 5, {0.5, 0.5, 0.002}, {0, 0, 0.5}}},
                                   rough(0.5), {0, 0, 0});
    TimeStepping stepping(start, {.step = 1e-3});
    stepping.run(0.3);
    const State& end = stepping.state();
    EXPECT_GT(pose(end, "bullet").p.z, pose(end, "plate").p.z) << speed;
    EXPECT_LT(stepping.report().largest_penetration, 1e-9);
  }
}

// A ball that is struck within a step does not pass into the wall that it reaches in the same step: it is
// held there, and holds the one that struck it.
TEST(Bounces, WhatIsStruckDoesNotEnterTheNext) {
  State state = make_scene({{"hammer", 10, {0.1, 0, 0}, {0, 0, 0.411}, {0, 0, -50}},
                            {"ball", 1, {0.1, 0, 0}, {0, 0, 0.21}, {}},
                            {"anvil", 1000, {1, 1, 0.1}, {0, 0, 0.05}, {}}},
                           rough(0.3), {0, 0, 0});
  TimeStepping stepping(state, {.step = 1e-3});
  stepping.run(0.01);
  EXPECT_LT(stepping.report().largest_penetration, 1e-6);
  EXPECT_NEAR(pose(stepping.state(), "ball").p.z, 0.2, 1e-6);
}

/// newtons_cradle.json: simultaneous impacts; rigid bodies in touch.
TEST(Cradle, SimultaneousImpact) {
  struct Case {
    double e;
    Array<double> after;
  };
  for (const Case& c :
       {Case{1, {-1 / 3., 2 / 3., 2 / 3.}},
        Case{0.9, {-0.26666666666667, 0.63333333333333, 0.63333333333333}}, Case{0.5, {0, 0.5, 0.5}},
        Case{1, {-0.6, 0.4, 0.4, 0.4, 0.4}}, Case{0.9, {-0.52, 0.38, 0.38, 0.38, 0.38}}}) {
    std::vector<Piece> balls;
    for (std::size_t i = 0; i < c.after.size(); ++i) {
      const double x = i == 0 ? -0.03 : 0.2 * static_cast<double>(i);
      balls.push_back({"ball" + std::to_string(i), 0.5, {0.1, 0, 0}, {x, 0, 1}, {i == 0 ? 1.0 : 0.0, 0, 0}});
    }
    TimeStepping stepping(make_scene(balls, rough(0, c.e), {0, 0, 0}), {.step = 1e-3});
    stepping.run(0.05);
    for (std::size_t i = 0; i < c.after.size(); ++i)
      EXPECT_NEAR(velocity(stepping.state(), balls[i].name).v.x, c.after[i], 1e-8) << i << ", e = " << c.e;
  }
}

/// A rod that falls on one end with friction and restitution, and boxes thrown in heaps: no impact adds
/// energy.
TEST(Energy, IsNeverGained) {
  Random random(5);
  for (int trial = 0; trial < 4; ++trial) {
    std::vector<Piece> pieces;
    for (int i = 0; i < 8; ++i) {
      const double a = random.number(0.05, 0.15), b = random.number(0.05, 0.15);
      const Vec3<double> size = i % 3 == 0 ? Vec3<double>{a, 0, 0} : Vec3<double>{a, b, 0.1};
      pieces.push_back({"p" + std::to_string(i),
                        random.number(0.1, 2),
                        size,
                        {0.2 * random.number(), 0.2 * random.number(), 0.3 + 0.3 * i},
                        {random.number(), random.number(), -2}});
    }
    State start = make_scene(pieces, rough(0.6, trial == 0 ? 1 : 0.3 * trial));
    for (int k = 0; k < start.nu(); ++k)
      if (k % 6 < 3) start.set_u(k, 5 * random.number());
    TimeStepping stepping(start, {.step = 2e-3, .record = false});
    double highest = energy(start);
    while (stepping.state().time() < 2) {
      stepping.step();
      const double now = energy(stepping.state());
      // Free rotations keep their energy to third order in the step; contacts only lose.
      ASSERT_LT(now, highest + 1e-5 * std::abs(highest)) << "at t = " << stepping.state().time();
    }
    EXPECT_LE(stepping.energy_balance().by_rigid, 0);
    EXPECT_LE(stepping.report().relaxed, 2);  // of some thousand problems
    EXPECT_LT(stepping.report().worst.complementarity, 1e-6);
  }
}

}  // namespace
}  // namespace sarrus::testing::impact_values_test
