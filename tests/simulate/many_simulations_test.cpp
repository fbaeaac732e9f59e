#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/real_time.h"
#include "sarrus/simulate/simulate_all.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "tests/support/says.h"

namespace sarrus::testing::many_simulations_test {
namespace {

System pendulum() {
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  return System(builder.build());
}

std::vector<State> starts(const System& system, int count) {
  std::vector<State> states(static_cast<std::size_t>(count), system.default_state());
  for (int i = 0; i < count; ++i) states[static_cast<std::size_t>(i)].set_q(0, 0.1 * i);
  return states;
}

TEST(SimulateAll, GivesTheSameOnAnyNumberOfThreads) {
  const std::vector<State> initial = starts(pendulum(), 20);
  const SimulationOptions options{.accuracy = 1e-5, .every = 0.1};
  const auto one = simulate_all(initial, 1.0, options, 1), three = simulate_all(initial, 1.0, options, 3);
  ASSERT_EQ(one.size(), 20u);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].trajectory.size(), 11u);
    Simulation alone(initial[i], options);
    alone.run(1.0);
    for (std::size_t k = 0; k < 11; ++k) {
      EXPECT_EQ(one[i].trajectory[k].q(0), three[i].trajectory[k].q(0));
      EXPECT_EQ(one[i].trajectory[k].q(0), alone.trajectory()[k].q(0));
    }
  }
}

TEST(SimulateAll, OneThatFailsDoesNotDisturbTheOthers) {
  SystemBuilder builder(pendulum().model());
  builder.declare().event(at_start(
      "check", [](State& state, EventCall&) { require(state.q(0) != 0.2, "the angle is {}", state.q(0)); }));
  const auto results = simulate_all(starts(builder.build(), 4), 0.5);
  EXPECT_SAYS(results[2].error, "the angle is 0.2");
  for (const std::size_t i : {0u, 1u, 3u}) {
    EXPECT_EQ(results[i].error, "");
    EXPECT_EQ(results[i].end->time(), 0.5);
  }
  expect_error([&] { simulate_all({}, 1.0, {}, -2); }, {"-2"});
}

TEST(RealTime, ShowsFramesAtASteadyRate) {
  State state = pendulum().default_state();
  state.set_q(0, 1.0);
  std::vector<double> simulated, clock;
  const auto began = std::chrono::steady_clock::now();
  const RealTimeReport report = run_in_real_time(
      state, 1.0,
      [&](const State& frame) {
        simulated.push_back(frame.time());
        clock.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
        return true;
      },
      {.accuracy = 1e-4}, {.frame_rate = 50, .delay = 0.1, .speed = 4});
  // One second at four times its speed with 50 frames per second is 12.5 intervals of 0.08 s, and the end.
  ASSERT_EQ(simulated.size(), 14u);
  EXPECT_EQ(report.frames, 14);
  for (std::size_t i = 0; i < 13; ++i) EXPECT_NEAR(simulated[i], 0.08 * static_cast<double>(i), 1e-12);
  EXPECT_EQ(simulated.back(), 1.0);
  EXPECT_GT(clock.back() - clock.front(), 13 * 0.02 - 0.01);
  EXPECT_LT(clock.back() - clock.front(),
            13 * 0.02 + 0.02 + 2 * static_cast<double>(report.late) * report.largest_delay);
}

TEST(RealTime, KeepsTheClockAndTheUsersFunctionsWhenEventsHappen) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1.0, 0.1));
  model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  SystemBuilder builder(model.build());
  const Quantity<double> height = builder.declare().quantity<double>(
      "clearance", {Source::q}, 0.0, [](const State& s, double& h) { h = s.q(0); });
  builder.declare().event(on_crossing("floor", height, Crossing::falling,
                                      [](State& s, EventCall&) { s.set_u(0, -0.9 * s.u(0)); }));
  // One of the frames is also an instant at which the speed jumps.
  builder.declare().event(on_schedule(
      "kick", [](const State&, double t) { return t < 1.0 ? 1.0 : INFINITY; },
      [](State& s, EventCall&) { s.set_u(0, 1.0); }));
  long reports = 0, ends = 0;
  builder.declare().event(at_end("end", [&ends](State&, EventCall&) { ++ends; }));
  std::vector<State> frames;
  SimulationOptions options{.accuracy = 1e-5};
  options.report = [&reports](const State&) { ++reports; };
  const auto began = std::chrono::steady_clock::now();
  const RealTimeReport report =
      run_in_real_time(builder.build().default_state(), 3.0,
                       [&frames](const State& frame) { return frames.push_back(frame), true; }, options,
                       {.frame_rate = 40, .delay = 0.2, .speed = 8});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  ASSERT_EQ(frames.size(), 16u);  // each 0.2 s
  EXPECT_EQ(report.frames, 16);
  for (std::size_t i = 0; i < frames.size(); ++i)
    EXPECT_NEAR(frames[i].time(), 0.2 * static_cast<double>(i), 1e-12);
  EXPECT_EQ(frames[5].u(0), 1.0);
  EXPECT_GT(seconds, 15 * 0.025 - 0.005);
  EXPECT_GT(reports, 16 + 2 * 3);
  EXPECT_EQ(ends, 1);

  SimulationOptions impatient{.accuracy = 1e-5};
  impatient.progress = [](const SimulationProgress&) { return false; };
  EXPECT_EQ(run_in_real_time(pendulum().default_state(), 1e6, [](const State&) { return true; }, impatient,
                             {.frame_rate = 100})
                .outcome,
            Outcome::interrupted);
}

TEST(RealTime, EndsWhenTheViewerLeavesAndPassesErrorsOn) {
  State state = pendulum().default_state();
  int frames = 0;
  run_in_real_time(state, 1e6, [&](const State&) { return ++frames < 3; }, {}, {.frame_rate = 100});
  EXPECT_EQ(frames, 3);
  expect_error([&] { run_in_real_time(state, 1.0, [](const State&) { return true; }, {.accuracy = -1}); },
               {"-1"});
  expect_error([&] { run_in_real_time(state, 1.0, [](const State&) -> bool { fail("no screen"); }); },
               {"no screen"});
  expect_error(
      [&] { run_in_real_time(state, 1.0, [](const State&) { return true; }, {}, {.frame_rate = 0}); },
      {"frame rate", "0"});
}

TEST(RealTime, KeepsFewFramesInMemoryHoweverManyAreAskedFor) {
  SimulationOptions simulation;
  std::atomic<long> made = 0;
  long made_before_first = 0;
  simulation.frame = [&](const State&) { ++made; };
  const auto show = [&](const State&) {
    made_before_first = made;
    return false;
  };
  run_in_real_time(pendulum().default_state(), 1.0, show, simulation, {.frame_rate = 1e6});
  EXPECT_LT(made_before_first, 1100);
}

}  // namespace
}  // namespace sarrus::testing::many_simulations_test
