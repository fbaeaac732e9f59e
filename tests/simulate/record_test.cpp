// What a simulation keeps where events change something, against motions that are known.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/measures.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::record_test {

using namespace internal;
namespace {

Model rail() {
  ModelBuilder builder("rail");
  builder.gravity({0, 0, 0});
  builder.body("mass", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "mass");
  return builder.build();
}

Event once(const std::string& name, double time, EventHandler handle) {
  return on_schedule(
      name, [time](const State&, double t) { return t < time ? time : infinity; }, std::move(handle));
}

/// No state twice, and none out of order.
void expect_in_order(const Trajectory& trajectory) {
  for (std::size_t i = 1; i < trajectory.size(); ++i) {
    EXPECT_GE(trajectory[i].time(), trajectory[i - 1].time());
    EXPECT_FALSE(trajectory[i] == trajectory[i - 1]) << "t = " << trajectory[i].time();
  }
}
/// How many rows have this time.
long rows_at(const Trajectory& trajectory, double time) {
  long count = 0;
  for (const State& state : trajectory) count += state.time() == time ? 1 : 0;
  return count;
}

TEST(Record, KnowsOfAForceThatIsSwitchedOn) {
  // 10 N on 1 kg from t = 0.5 s on.
  SystemBuilder builder(rail());
  const ElementId push = builder.add("push", MobilityConstant("rail", 10.0));
  builder.disable(push);
  builder.declare().event(once("on", 0.5, [push](State& s, EventCall&) { s.set_enabled(push, true); }));
  const State start = builder.build().default_state();
  for (const double every : {0.0, 0.05, 0.2, 0.5}) {
    Simulation simulation(start, {.accuracy = 1e-6, .every = every});
    simulation.run(1.0);
    const Trajectory& trajectory = simulation.trajectory();
    for (int i = 0; i <= 1000; ++i) {
      const double t = 0.001 * i, since = std::max(0.0, t - 0.5);
      const State state = trajectory.at(t);
      EXPECT_NEAR(state.q(0), 5 * since * since, 1e-9) << every << " at " << t;
      EXPECT_NEAR(state.u(0), 10 * since, 1e-9) << every << " at " << t;
      EXPECT_EQ(state.is_enabled(push), t >= 0.5) << every << " at " << t;
      EXPECT_NEAR(udot(state)[0], t >= 0.5 ? 10 : 0, 1e-12) << every << " at " << t;
    }
    expect_in_order(trajectory);
    if (every == 0) {
      EXPECT_EQ(rows_at(trajectory, 0.5), 2);
      EXPECT_EQ(trajectory.changes(), 0u);
    } else {
      EXPECT_EQ(trajectory.size(), static_cast<std::size_t>(std::lround(1 / every)) + 1);
      EXPECT_EQ(trajectory.changes(), every == 0.2 ? 1u : 0u);
    }
  }
}

TEST(Record, KnowsOfVariablesThatChangeNothingElse) {
  SystemBuilder builder(rail());
  Declaration& declare = builder.declare();
  const Measure held = sample_and_hold(declare, "held", time_measure(declare, "t"), 0.25);
  const Discrete<int> mode = declare.discrete<int>("mode", 0);
  declare.event(once("flip", 0.6, [mode](State& s, EventCall&) { s.set(mode, 1); }));
  // Found within a step, which goes on.
  const Measure past = declare.quantity<double>("past", {Source::q}, 0.0,
                                                [](const State& s, double& x) { x = s.q(0) - 0.87; });
  declare.event(
      on_crossing("past", past, Crossing::rising, [mode](State& s, EventCall&) { s.set(mode, 2); }));
  State start = builder.build().default_state();
  start.set_u(0, 1.0);
  for (const double every : {0.0, 0.01, 0.1}) {
    SimulationOptions options{.accuracy = 1e-6, .every = every};
    Simulation simulation(start, options);
    simulation.run(1.0);
    EXPECT_EQ(simulation.statistics().restarts, 0);
    const Trajectory& trajectory = simulation.trajectory();
    for (int i = 0; i < 1000; ++i) {
      const double t = 0.001 * i + 0.0003;
      EXPECT_EQ(trajectory.at(t)[held], 0.25 * std::floor(t / 0.25)) << every << " at " << t;
      EXPECT_EQ(trajectory.at(t)[mode], t < 0.6 ? 0 : t < 0.87 ? 1 : 2) << every << " at " << t;
    }
    EXPECT_EQ(trajectory.at(0.25)[held], 0.25);
    expect_in_order(trajectory);
    options.outputs = {held};
    Simulation table(start, options);
    table.run(1.0);
    const std::vector<double> times = table.outputs().column("time"), values = table.outputs().column("held");
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (i + 1 < times.size() && times[i + 1] == times[i]) continue;  // the last of its time is that after
      EXPECT_EQ(values[i], 0.25 * std::floor(times[i] / 0.25 + 1e-9)) << every << " at " << times[i];
    }
    if (every == 0) continue;
    EXPECT_EQ(times.size(), static_cast<std::size_t>(std::lround(1 / every)) + 1);
  }
}

TEST(Record, HasTwoRowsWhereVariablesJumpAndNoneWhereNothingChanges) {
  for (const double every : {0.0, 0.1, 0.25}) {
    SystemBuilder builder(rail());
    builder.declare().event(once("kick", 0.5, [](State& s, EventCall&) { s.set_u(0, 3.0); }));
    builder.declare().event(once("push", 0.5, [](State& s, EventCall&) { s.set_q(0, 1.0); }));
    builder.declare().event(once("look", 0.33, [](State&, EventCall&) {}));
    builder.declare().event(once("same", 0.34, [](State& s, EventCall&) { s.set_u(0, s.u(0)); }));
    State start = builder.build().default_state();
    start.set_u(0, 1.0);
    SimulationOptions options{.accuracy = 1e-6, .every = every};
    long reports = 0;
    std::vector<double> frames;
    options.report = [&reports](const State&) { ++reports; };
    options.frame = [&frames](const State& s) { frames.push_back(s.time()); };
    Simulation simulation(start, options);
    simulation.run(1.0);
    const Trajectory& trajectory = simulation.trajectory();
    expect_in_order(trajectory);
    EXPECT_EQ(reports, static_cast<long>(trajectory.size()));
    EXPECT_EQ(rows_at(trajectory, 0.5), 2);
    EXPECT_EQ(trajectory.changes(), 0u);
    EXPECT_EQ(trajectory.at(0.5).u(0), 3);
    EXPECT_NEAR(trajectory.at(0.499).q(0), 0.499, 1e-12);
    EXPECT_NEAR(trajectory.at(0.501).q(0), 1.003, 1e-12);
    if (every == 0) continue;
    EXPECT_EQ(rows_at(trajectory, 0.33) + rows_at(trajectory, 0.34), 0);
    const auto intervals = static_cast<std::size_t>(std::lround(1 / every));
    EXPECT_EQ(trajectory.size(), intervals + 2);  // the grid, and another at 0.5 s, which is on it
    ASSERT_EQ(frames.size(), intervals + 1);
    for (std::size_t i = 0; i <= intervals; ++i) EXPECT_EQ(frames[i], static_cast<double>(i) * every);
  }
}

TEST(Record, AControllerDoesNotFloodIt) {
  // 1 kHz, and a row each quarter of a second.
  SystemBuilder builder(rail());
  builder.add("motor", Motor("rail", 5.0));
  const Parameter command = builder.build().parameter("motor.command");
  builder.declare().event(periodically("controller", 0.001, [command](State& s, EventCall&) {
    s.set(command, 4 * (1 - s.q(0)) - 4 * s.u(0));
  }));
  const State start = builder.build().default_state();
  SimulationOptions options{.accuracy = 1e-8, .every = 0.25};
  Simulation simulation(start, options);
  simulation.run(2.0);
  const Trajectory& trajectory = simulation.trajectory();
  EXPECT_EQ(trajectory.size(), 9u);
  EXPECT_EQ(simulation.event_counts().at("controller"), 2001);
  Simulation fine(start, {.accuracy = 1e-8});
  fine.run(2.0);
  for (double t = 0.00037; t < 2; t += 0.0137) {
    EXPECT_NEAR(trajectory.at(t).q(0), fine.trajectory().at(t).q(0), 1e-10) << t;
    EXPECT_NEAR(udot(trajectory.at(t))[0], udot(fine.trajectory().at(t))[0], 1e-8) << t;
  }
  options.keep_changes = false;
  Simulation lean(start, options);
  lean.run(2.0);
  EXPECT_EQ(lean.trajectory().size(), 9u);
  EXPECT_EQ(lean.trajectory().changes(), 0u);
  options.outputs = {"rail"};
  Simulation table(start, options);
  table.run(2.0);
  EXPECT_EQ(table.outputs().rows(), 9u);
}

TEST(Record, OfARunInPiecesGoesOnOnItsGrid) {
  State start = System(rail()).default_state();
  start.set_u(0, 1.0);
  Simulation simulation(start, {.every = 0.1});
  for (const double end : {0.25, 0.3, 0.5}) simulation.run_until(end);
  EXPECT_EQ(simulation.trajectory().size(), 7u);  // and one where the first piece ended
  for (const State& state : simulation.trajectory()) EXPECT_NEAR(state.q(0), state.time(), 1e-12);
}

TEST(Record, ReadingQuantitiesKeepsNothing) {
  ModelBuilder model("chain");
  std::string parent = "world";
  for (int i = 0; i < 10; ++i) {
    const std::string name = "link" + std::to_string(i);
    model.body(name, thin_rod(1.0, {0, 0, 1}));
    model.joint(name, Pin{}, parent, name).axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.1});
    parent = name;
  }
  Simulation simulation(System(model.build()).default_state(), {.every = 0.01});
  simulation.run(1.0);
  const Trajectory& trajectory = simulation.trajectory();
  const std::vector<double> loads = trajectory.values([](const State& s) { return norm(reaction(s, 1).f); });
  (void)tabulate(trajectory, {{"energy", [](const State& s) { return energy(s); }}});
  for (std::size_t i = 0; i < trajectory.size(); ++i) {
    EXPECT_EQ(trajectory[i].evaluations(trajectory[i].layout().system.position), 0);
    EXPECT_EQ(loads[i], norm(reaction(State(trajectory[i]), 1).f));
  }
}

}  // namespace
}  // namespace sarrus::testing::record_test
