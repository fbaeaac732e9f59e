/// Rigid contact as events of a Simulation: bouncing, capture, resting, parting.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "tests/rigid/contact_scenes.h"
#include "tests/support/says.h"

namespace sarrus::testing::contact_events_test {
namespace {

/// bouncing_ball.json: t₁ = √(2·h/g), then 2·eᵏ·v/g from bounce to bounce.
TEST(ContactEvents, BallBouncesWhenTheSeriesSays) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 1.1}}}, rough(0.5, 0.8));
  Simulation simulation(start, {.accuracy = 1e-9, .energy_balance = true});
  const double expected[] = {0.45152364098573, 1.1739614665629, 1.7519117270246, 2.214271935394,
                             2.5841601020895,  2.8800706354459, 3.1167990621311, 3.3061818034792};
  for (const double t : expected) {
    ASSERT_TRUE(run_to(simulation, "contact.touch", 5));
    EXPECT_NEAR(simulation.state().time(), t, 1e-9);
  }
  const double v = simulation.state().u(5);
  EXPECT_NEAR(v, std::pow(0.8, 8) * std::sqrt(2 * g), 1e-8);
  const EnergyBalance balance = simulation.energy_balance();
  EXPECT_NEAR(balance.by_events, 0.5 * v * v - g, 1e-7);
  EXPECT_NEAR(balance.imbalance(), 0, 1e-7);
}

/// bouncing_ball.json, captured at 0.01 m/s: impact 29 at 4.05672578 s. Then the floor bears the ball.
TEST(ContactEvents, SlowBouncesAreCaptured) {
  ModelBuilder model("ball");
  model.gravity({0, 0, -g});
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 1.1});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, rough(0.5, 0.8)},
                                       {"floor", "world", HalfSpaceShape{}, rough(0.5, 0.8)}},
                                      {.capture_speed = 0.01}));
  const System system = builder.build();
  Simulation simulation(system.default_state(), {.accuracy = 1e-9});
  simulation.run(4.5);
  EXPECT_EQ(simulation.event_counts().at("contact.touch"), 29);
  EXPECT_NEAR(simulation.last_event_times().at("contact.touch"), 4.05672578, 2e-8);
  const State& end = simulation.state();
  EXPECT_NEAR(end.q(6), 0.1, 1e-12);
  EXPECT_NEAR(end.u(5), 0, 1e-12);
  ASSERT_EQ(contact_of(simulation.state()).closed(end).size(), 1U);
  EXPECT_NEAR(contact_of(simulation.state()).loads(end)[0].normal_force, g, 1e-12);
}

/// Without a capture speed of its own, a simulation goes on bouncing down to ten times its accuracy.
TEST(ContactEvents, CaptureFollowsTheAccuracy) {
  for (const double accuracy : {1e-3, 1e-5, 1e-7}) {
    Simulation simulation(make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 1.1}}}, rough(0.5, 0.5)),
                          {.accuracy = accuracy});
    simulation.run(3);
    const int bounces =
        static_cast<int>(std::ceil(std::log(10 * accuracy / std::sqrt(2 * g)) / std::log(0.5)));
    EXPECT_EQ(simulation.event_counts().at("contact.touch"), bounces + 1) << accuracy;
    EXPECT_NEAR(simulation.state().q(6), 0.1, 1e-11);
  }
}

/// A floor that moves down with growing acceleration leaves what lies on it at g.
TEST(ContactEvents, WhatRestsPartsWhenNothingPresses) {
  ModelBuilder model("lift");
  model.gravity({0, 0, -g});
  model.body("lift", solid_brick(10, {1, 1, 0.1})).body("ball", solid_sphere(2, 0.1));
  model.joint("lift", Slider{}, "world", "lift").axis({0, 0, 1});
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 0.15});
  SystemBuilder builder(model.build());
  // z = −k·t³/6 falls with the acceleration k·t.
  constexpr double k = 20;
  builder.prescribe("motion", "lift", MotionLevel::position,
                    {user_function([](auto t) { return -k * t * t * t / 6; })});
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, rough(0)},
                                       {"top", "lift", BoxShape{{1, 1, 0.1}}, rough(0)}}));
  const System system = builder.build();
  Simulation simulation(system.default_state(), {.accuracy = 1e-9});
  simulation.run(0.3);
  EXPECT_NEAR(contact_of(simulation.state()).loads(simulation.state())[0].normal_force, 2 * (g - k * 0.3),
              1e-9);
  ASSERT_TRUE(run_to(simulation, "contact.part", 1));
  EXPECT_NEAR(simulation.state().time(), g / k, 1e-9);
  EXPECT_TRUE(contact_of(simulation.state()).closed(simulation.state()).empty());
  simulation.run_until(0.8);
  const double t0 = g / k, z0 = 0.15 - k * t0 * t0 * t0 / 6, v0 = -k * t0 * t0 / 2, t = 0.8 - t0;
  EXPECT_NEAR(pose(simulation.state(), "ball").p.z, z0 + v0 * t - 0.5 * g * t * t, 1e-8);
}

/// A brick falls flat on its four corners and lies there; they share its weight.
TEST(ContactEvents, BrickLandsOnFourCorners) {
  const State start = make_scene({{"brick", 2, {0.4, 0.2, 0.1}, {0, 0, 0.55}}}, rough(0));
  Simulation simulation(start, {.accuracy = 1e-8, .energy_balance = true});
  simulation.run(1);
  const State& end = simulation.state();
  EXPECT_NEAR(simulation.last_event_times().at("contact.touch"), std::sqrt(2 * 0.5 / g), 1e-9);
  EXPECT_NEAR(pose(end, "brick").p.z, 0.05, 1e-12);
  double sum = 0;
  for (const ContactLoad& load : contact_of(end).loads(end)) {
    EXPECT_NEAR(load.normal_force, 2 * g / 4, 1e-8);
    sum += load.normal_force;
  }
  EXPECT_NEAR(sum, 2 * g, 1e-11);
  EXPECT_NEAR(simulation.energy_balance().by_events, -2 * g * 0.5, 1e-7);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-7);
}

TEST(ContactEvents, OverlapAtTheStartIsNamedWithItsDepth) {
  const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.09}}}, rough(0.5));
  Simulation simulation(start);
  expect_error([&] { simulation.run(0.1); }, {"'ball' and 'floor'", "overlap by 0.01 m", "TimeStepping"});
}

}  // namespace
}  // namespace sarrus::testing::contact_events_test
