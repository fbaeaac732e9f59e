#include "sarrus/view/recording.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sarrus/model/builder.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::recording_test {
namespace {

/// A ball that falls from 1 m and bounces back with half its speed.
System bouncing_ball() {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1});
  SystemBuilder builder(model.build());
  builder.on_crossing(
      "floor", {Source::q}, [](const State& s) { return s.q("height"); }, Crossing::falling,
      [](State& s, EventCall&) { s.set_u("height.rate", -0.5 * s.u("height.rate")); });
  return builder.build();
}

TEST(Recording, KeepsBothSidesOfAJumpAndMarksIt) {
  const System system = bouncing_ball();
  Simulation simulation(system.default_state(), {.accuracy = 1e-8});
  simulation.run(0.8);
  const Scene scene = make_scene(system);
  const Recording recording(simulation.trajectory(), scene, {.rate = 20});
  const double touch = std::sqrt(2 / 9.81);
  ASSERT_EQ(recording.events().size(), 1U);
  EXPECT_NEAR(recording.events()[0].time, touch, 1e-8);
  EXPECT_EQ(recording.events()[0].name, "floor");
  // A frame every 1/20 s from 0 to 0.8 s, and two at the jump.
  ASSERT_EQ(recording.frames(), 17 + 2);
  int speed = -1;
  for (std::size_t i = 0; i < scene.signals.size(); ++i)
    if (scene.signals[i].group == "speeds") speed = static_cast<int>(7 * scene.bodies.size() + i);
  int jumps = 0;
  for (int i = 0; i < recording.frames(); ++i) {
    const double t = recording.times()[i], v = recording.numbers()[i * recording.columns() + speed];
    if (i > 0 && t == recording.times()[i - 1]) ++jumps;
    const bool after = jumps > 0;
    const double expected = after ? 0.5 * 9.81 * touch - 9.81 * (t - touch) : -9.81 * t;
    EXPECT_NEAR(v, expected, 1e-6) << t;
    EXPECT_GE(t, recording.times()[std::max(i - 1, 0)]);
  }
  EXPECT_EQ(jumps, 1);

  const Recording named(simulation.trajectory(), scene,
                        {.rate = 20, .events = {{0.7, "late"}, {touch, "touches the floor"}}});
  ASSERT_EQ(named.events().size(), 2U);
  EXPECT_EQ(named.events()[0].name, "touches the floor");
  EXPECT_EQ(named.events()[1].name, "late");
}

TEST(Recording, MarksJumpsOfNoEventAndNoFrequentEvents) {
  SystemBuilder builder(bouncing_ball().model());
  builder.declare().event(periodically("control", 0.01, [](State&, EventCall&) {}));
  builder.declare().event(periodically("gong", 0.25, [](State&, EventCall&) {}));
  const System system = builder.build();
  Simulation simulation(system.default_state());
  simulation.run(0.3);
  simulation.change([](State& state) { state.set_u(0, 1.0); });
  simulation.run(0.3);
  ASSERT_EQ(simulation.trajectory().events().size(), 61U + 3U);
  const Recording recording(simulation.trajectory(), make_scene(system), {.rate = 30});
  Array<std::string> names;
  Array<double> times;
  for (const MotionEvent& event : recording.events()) {
    names.push_back(event.name);
    times.push_back(event.time);
  }
  EXPECT_EQ(names, (Array<std::string>{"gong", "gong", "jump", "gong"}));
  EXPECT_EQ(times, (Array<double>{0, 0.25, 0.3, 0.5}));
}

TEST(Recording, EndsAtTheEndOfTheTrajectory) {
  const System system = bouncing_ball();
  Simulation simulation(system.default_state());
  simulation.run(0.11);
  const Recording recording(simulation.trajectory(), make_scene(system));
  ASSERT_EQ(recording.frames(), 5);  // 0, 1/30, 2/30, 3/30 and 0.11 s
  EXPECT_EQ(recording.times().back(), 0.11);
}

TEST(Recording, OfOneStateHasOneFrame) {
  const System system = bouncing_ball();
  Trajectory trajectory;
  trajectory.add(system.default_state());
  EXPECT_EQ(Recording(trajectory, make_scene(system)).frames(), 1);
}

TEST(Recording, RefusesWhatItCannotRecord) {
  const System system = bouncing_ball();
  const Linkage linkage = four_bar(Closure::ball);
  const Scene scene = make_scene(system);
  Trajectory trajectory;
  expect_error([&] { Recording(trajectory, scene); }, {"without states"});
  trajectory.add(linkage.start);
  expect_error([&] { Recording(trajectory, scene); }, {"'four-bar'", "'ball'"});
  expect_error([&] { Recording(trajectory, scene, {.rate = 0}); }, {"rate of 0"});
  Recording recording(scene);
  State state = system.default_state();
  state.set_time(2);
  recording.add(state);
  state.set_time(1);
  expect_error([&] { recording.add(state); }, {"t = 1 s", "t = 2 s"});
}

}  // namespace
}  // namespace sarrus::testing::recording_test
