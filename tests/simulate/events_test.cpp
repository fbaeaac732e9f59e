// What happens at instants, in motions that are known: runs that are stopped and go on, events that follow
// from others, times that are known beforehand, and events that never settle.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/measures.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_difference.h"
#include "tests/support/count_allocations.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::events_test {
namespace {

/// A ball of 1 kg that starts 1 m high.
Model ball() {
  ModelBuilder builder("ball");
  builder.body("ball", solid_sphere(1.0, 0.1));
  builder.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  return builder.build();
}
double fallen(double t) { return 1 - g * t * t / 2; }

/// A mass of 1 kg on a rail.
Model rail() {
  ModelBuilder builder("rail");
  builder.gravity({0, 0, 0});
  builder.body("mass", solid_sphere(1.0, 0.1));
  builder.joint("rail", Slider{}, "world", "mass");
  return builder.build();
}

/// The first coordinate less a number.
Measure beyond(SystemBuilder& builder, const std::string& name, double x) {
  return builder.declare().quantity<double>(name, {Source::q}, 0.0,
                                            [x](const State& s, double& out) { out = s.q(0) - x; });
}
EventHandler stop(const char* reason) {
  return [reason](State&, EventCall& call) { call.stop(reason); };
}

class EveryMethodStops : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryMethodStops, AtTheEventAndGoesOn) {
  SystemBuilder builder(ball());
  builder.declare().event(
      on_crossing("half", beyond(builder, "half", 0.5), Crossing::falling, stop("half way")));
  const bool is_coarse = GetParam().ends_with("euler");
  const double accuracy = is_coarse ? 1e-5 : 1e-7, near = is_coarse ? 0.05 : 1e-4;
  for (const double more : {0.01, 0.5}) {
    Simulation simulation(builder.build().default_state(), {.accuracy = accuracy, .integrator = GetParam()});
    EXPECT_EQ(simulation.run(1.0), Outcome::stopped);
    EXPECT_EQ(simulation.stop_reason(), "half way");
    const double t = simulation.state().time();
    EXPECT_NEAR(t, std::sqrt(1 / g), near);
    EXPECT_NEAR(simulation.state().q(0), 0.5, 1e-9);
    EXPECT_EQ(simulation.trajectory().back().time(), t);
    EXPECT_EQ(simulation.run(more), Outcome::finished);
    EXPECT_EQ(simulation.stop_reason(), "");
    EXPECT_EQ(simulation.state().time(), t + more);
    EXPECT_NEAR(simulation.state().q(0), fallen(t + more), near);
    EXPECT_EQ(simulation.event_counts().at("half"), 1);
    double before = 0;
    for (const State& state : simulation.trajectory()) {
      EXPECT_GE(state.time(), before);
      EXPECT_NEAR(state.q(0), fallen(state.time()), near);
      before = state.time();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Study, EveryMethodStops, ::testing::ValuesIn(integrator_names()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Events, EndEveryRunWhereThatIsWanted) {
  SystemBuilder builder(ball());
  builder.declare().event(
      on_crossing("half", beyond(builder, "half", 0.5), Crossing::falling, [](State&, EventCall&) {}));
  builder.declare().event(periodically(
      "alarm", 0.4, [](State&, EventCall&) {}, 0.4));
  const State start = builder.build().default_state();
  Simulation simulation(start, {.accuracy = 1e-9});
  simulation.stop_at_events(true);
  for (int starts = 0; starts < 2; ++starts) {
    for (const double at : {std::sqrt(1 / g), 0.4, 0.8}) {
      EXPECT_EQ(simulation.run_until(1), Outcome::at_event);
      EXPECT_NEAR(simulation.state().time(), at, 1e-9);
    }
    EXPECT_EQ(simulation.run_until(1), Outcome::finished);
    simulation.restart(start);
  }
  simulation.stop_at_events(false);
  EXPECT_EQ(simulation.run_until(1), Outcome::finished);
}

TEST(Events, ARunIsStoppedByScheduledEventsAndByThoseOfEachStep) {
  SystemBuilder builder(ball());
  builder.declare().event(periodically("tick", 0.25, stop("tick"), 0.25));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8});
  int stops = 0;
  while (simulation.run_until(1.1) == Outcome::stopped) {
    ++stops;
    EXPECT_EQ(simulation.state().time(), 0.25 * stops);
  }
  EXPECT_EQ(stops, 4);
  EXPECT_NEAR(simulation.state().q(0), fallen(1.1), 1e-7);

  SystemBuilder each(ball());
  int steps = 0;
  each.declare().event(after_each_step("count", [&steps](State&, EventCall& call) {
    if (++steps == 3) call.stop("three");
  }));
  Simulation counted(each.build().default_state(), {.accuracy = 1e-8, .largest_step = 0.01});
  EXPECT_EQ(counted.run(1.0), Outcome::stopped);
  EXPECT_EQ(counted.statistics().steps, 3);
  EXPECT_EQ(counted.run(1.0), Outcome::finished);
  EXPECT_EQ(steps, counted.statistics().steps);
}

TEST(Events, TheEndIsThatOfTheSimulationAsAWhole) {
  SystemBuilder builder(ball());
  int starts = 0, ends = 0;
  builder.declare().event(at_start("start", [&](State&, EventCall&) { ++starts; }));
  builder.declare().event(at_end("end", [&](State& state, EventCall&) { ++ends, state.set_u(0, 7); }));
  Simulation simulation(builder.build().default_state());
  for (int i = 0; i < 5; ++i) simulation.run(0.1);
  EXPECT_EQ(starts, 1);
  EXPECT_EQ(ends, 0);
  const std::size_t rows = simulation.trajectory().size();
  simulation.finish();
  simulation.finish();
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(simulation.state().u(0), 7);
  EXPECT_EQ(simulation.trajectory().size(), rows + 1);  // that before is the last one of the run
  EXPECT_EQ(simulation.trajectory().back().u(0), 7);
  EXPECT_SAYS(message([&] { simulation.run(0.1); }), "finished at t = 0.5");
  Simulation over(builder.build().default_state());
  over.run(0.1);
  EXPECT_EQ(std::move(over).trajectory().back().u(0), 7);
  EXPECT_EQ(ends, 2);
}

TEST(Events, AHandlerMakesOtherEventsHappenAtTheSameInstant) {
  SystemBuilder builder(rail());
  Declaration& declare = builder.declare();
  const Discrete<int> level = declare.discrete<int>("level", 0);
  const Measure clock = declare.quantity<double>("clock", {Source::time}, 0.0,
                                                 [](const State& s, double& x) { x = s.time() - 1; });
  std::string order;
  const auto above = [&](int n) {
    return declare.quantity<double>("above " + std::to_string(n), {level}, 0.0,
                                    [level, n](const State& s, double& x) { x = s[level] - n + 0.5; });
  };
  const auto raise = [&order, level](const char* name) {
    return [&order, level, name](State& s, EventCall&) {
      order += fmt::format("{}{:.9g} ", name, s.time());
      s.set(level, s[level] + 1);
    };
  };
  declare.event(on_crossing("third", above(2), Crossing::rising, [&order](State& s, EventCall&) {
    order += fmt::format("third{:.9g}", s.time());
  }));
  declare.event(on_crossing("second", above(1), Crossing::rising, raise("second")));
  declare.event(on_crossing("other way", above(1), Crossing::falling,
                            [&order](State&, EventCall&) { order += "never"; }));
  declare.event(on_crossing("first", clock, Crossing::rising, raise("first"), 0));
  Simulation simulation(builder.build().default_state());
  simulation.run(2.0);
  EXPECT_EQ(order, "first1 second1 third1");
  EXPECT_EQ(simulation.state()[level], 2);
}

TEST(Events, AnImpulseThatAHandlerCausesTriggersWhatWatchesTheSpeed) {
  // The ball is caught by a platform that is latched at 0.5 m; its speed jumps to zero.
  SystemBuilder builder(ball());
  const ElementId latch = builder.add("latch", ConstantSpeedConstraint("height", 0));
  builder.disable(latch);
  builder.declare().event(on_crossing("catch", beyond(builder, "half", 0.5), Crossing::falling,
                                      [latch](State& s, EventCall&) { s.set_enabled(latch, true); }));
  const Measure slow = builder.declare().quantity<double>(
      "slow", {Source::u}, 0.0, [](const State& s, double& x) { x = s.u(0) + 0.1; });
  double at = -1, speed = -1;
  builder.declare().event(on_crossing("rest", slow, Crossing::rising,
                                      [&](State& s, EventCall&) { at = s.time(), speed = s.u(0); }));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8});
  simulation.run(1.0);
  EXPECT_NEAR(at, std::sqrt(1 / g), 1e-8);
  EXPECT_NEAR(speed, 0, 1e-9);
}

TEST(Events, ThatTriggerEachOtherWithoutEndAreNamed) {
  SystemBuilder builder(rail());
  Declaration& declare = builder.declare();
  const Discrete<double> side = declare.discrete<double>("side", -1.0);
  const Measure at_side = variable_measure(declare, "at side", side);
  const Measure clock = declare.quantity<double>("clock", {Source::time}, 0.0,
                                                 [](const State& s, double& x) { x = s.time() - 1; });
  const auto turn = [side](State& s, EventCall&) { s.set(side, -s[side]); };
  declare.event(on_crossing("begin", clock, Crossing::rising, turn));
  declare.event(on_crossing("there", at_side, Crossing::rising, turn));
  declare.event(on_crossing("back", at_side, Crossing::falling, turn));
  Simulation simulation(builder.build().default_state());
  expect_error([&] { simulation.run(2.0); },
               {"'there'", "'back'", "trigger each other without end", "at t = 1 s"});
}

TEST(Events, AreScheduledByWhatAnyHandlerSets) {
  enum class By { crossing, schedule, step, start };
  for (const By by : {By::crossing, By::schedule, By::step, By::start}) {
    SystemBuilder builder(ball());
    Declaration& declare = builder.declare();
    const Discrete<double> alarm = declare.discrete<double>("alarm", infinity);
    double wanted = -1;
    std::vector<double> rang;
    const auto set = [alarm, &wanted](State& s, EventCall&) {
      if (wanted < 0) wanted = s.time() + 0.03, s.set(alarm, wanted);
    };
    if (by == By::crossing)
      declare.event(on_crossing("half", beyond(builder, "half", 0.5), Crossing::falling, set));
    if (by == By::schedule) declare.event(periodically("once", 10, set, 0.3));
    if (by == By::step) declare.event(after_each_step("step", set));
    if (by == By::start) declare.event(at_start("start", set));
    declare.event(on_schedule(
        "ring", [alarm](const State& s, double t) { return s[alarm] > t ? s[alarm] : infinity; },
        [&rang](State& s, EventCall&) { rang.push_back(s.time()); }));
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8});
    simulation.run(1.0);
    ASSERT_EQ(rang.size(), 1u) << static_cast<int>(by);
    EXPECT_EQ(rang[0], wanted) << static_cast<int>(by);
    EXPECT_NEAR(simulation.state().q(0), fallen(1), 1e-7);
  }
}

TEST(Events, PeriodsBeginAtTheirFirstTime) {
  const auto times = [](double start, double first, bool reports) {
    SystemBuilder builder(ball());
    std::vector<double> at;
    if (reports)
      builder.declare().event(report_periodically(
          "p", 0.25, [&at](const State& s) { at.push_back(s.time()); }, first));
    else
      builder.declare().event(periodically(
          "p", 0.25, [&at](State& s, EventCall&) { at.push_back(s.time()); }, first));
    State state = builder.build().default_state();
    state.set_time(start);
    Simulation simulation(state);
    simulation.run(0.5);
    simulation.run(0.5);
    return at;
  };
  using Times = std::vector<double>;
  for (const bool reports : {false, true}) {
    EXPECT_EQ(times(0, 0, reports), (Times{0, 0.25, 0.5, 0.75, 1}));
    EXPECT_EQ(times(0.25, 0, reports), (Times{0.25, 0.5, 0.75, 1, 1.25}));
    EXPECT_EQ(times(-0.75, 0, reports), (Times{0, 0.25}));
    EXPECT_EQ(times(0, 0.125, reports), (Times{0.125, 0.375, 0.625, 0.875}));
  }
}

TEST(Events, OfTheSameInstantAllHappenOnce) {
  // A crossing at 0.5 s that changes the motion or not, two schedules for the same time, and each step.
  for (const bool kicks : {false, true}) {
    SystemBuilder builder(rail());
    Declaration& declare = builder.declare();
    const Measure clock = declare.quantity<double>("clock", {Source::time}, 0.0,
                                                   [](const State& s, double& x) { x = s.time() - 0.5; });
    std::map<std::string, int> count;
    const auto handler = [&count, kicks](const char* name) {
      return [&count, name, kicks](State& s, EventCall&) {
        if (s.time() == 0.5) ++count[name];
        if (kicks && s.time() == 0.5) s.set_u(0, s.u(0) + 1);
      };
    };
    declare.event(on_crossing("crossing", clock, Crossing::rising, handler("crossing")));
    declare.event(periodically("period", 0.5, handler("period"), 0.5));
    declare.event(on_schedule(
        "schedule", [](const State&, double t) { return t < 0.5 ? 0.5 : infinity; }, handler("schedule")));
    Simulation simulation(builder.build().default_state());
    simulation.run(0.75);
    for (const char* name : {"crossing", "period", "schedule"}) EXPECT_EQ(count[name], 1) << name << kicks;
    EXPECT_EQ(simulation.state().u(0), kicks ? 3 : 0);
    EXPECT_NEAR(simulation.state().q(0), kicks ? 0.75 : 0, 1e-12);
  }
}

TEST(Events, SeveralThatChatterInTurnAreNamed) {
  SystemBuilder builder(rail());
  const double gap = 1e-12;
  const auto move = [](double u) { return [u](State& s, EventCall&) { s.set_u(0, u); }; };
  builder.declare().event(on_crossing("floor", beyond(builder, "low", 0), Crossing::falling, move(1)));
  builder.declare().event(on_crossing("ceiling", beyond(builder, "high", gap), Crossing::rising, move(-1)));
  State state = builder.build().default_state();
  state.set_q(0, gap / 2), state.set_u(0, 1);
  Simulation simulation(state, {.accuracy = 1e-4, .record = false});
  expect_error([&] { simulation.run(1.0); }, {"'floor'", "'ceiling'", "chatter", "in turn"});
  EXPECT_LT(simulation.event_counts().at("floor"), 100);
}

TEST(Events, RattlingIsNoChattering) {
  // Between walls 1 mm apart at 1 m/s: a blow each millisecond, for which accuracy 1e-3 is no excuse.
  SystemBuilder builder(rail());
  const auto turn = [](State& s, EventCall&) { s.set_u(0, -s.u(0)); };
  builder.declare().event(on_crossing("floor", beyond(builder, "low", 0), Crossing::falling, turn));
  builder.declare().event(on_crossing("ceiling", beyond(builder, "high", 1e-3), Crossing::rising, turn));
  State state = builder.build().default_state();
  state.set_q(0, 0.5e-3), state.set_u(0, 1);
  Simulation simulation(state, {.accuracy = 1e-3, .record = false});
  simulation.run(0.2);
  EXPECT_EQ(simulation.event_counts().at("floor"), 100);
  EXPECT_EQ(simulation.event_counts().at("ceiling"), 100);
}

TEST(Events, AVariableOnWhichNothingDependsCanBeSet) {
  SystemBuilder builder(rail());
  const Auxiliary z =
      builder.declare().auxiliary("clock", {0.0}, {}, [](const State&, Out<double> zdot) { zdot[0] = 1; });
  builder.declare().event(periodically(
      "reset", 1.0, [](State& s, EventCall&) { s.set_z(0, 0.0); }, 1.0));
  for (const double every : {0.0, 0.25}) {
    Simulation simulation(builder.build().default_state(), {.every = every});
    simulation.run(2.5);
    EXPECT_NEAR(simulation.state()[z][0], 0.5, 1e-12);
    EXPECT_NEAR(simulation.trajectory().at(0.999)[z][0], 0.999, 1e-12);
    EXPECT_NEAR(simulation.trajectory().at(1.001)[z][0], 0.001, 1e-12);
  }
}

TEST(Events, ShortVisitsWithinAStepAreSeen) {
  // x = sin 3t is above 0.98 for 0.13 s of each 2.09 s.
  for (const double accuracy : {1e-2, 1e-4, 1e-6}) {
    SystemBuilder builder(rail());
    builder.add("spring", MobilitySpring("rail", 9.0, 0.0));
    int count = 0;
    builder.declare().event(report_on_crossing("visit", beyond(builder, "top", 0.98), Crossing::both,
                                               [&count](const State&) { ++count; }));
    State state = builder.build().default_state();
    state.set_u(0, 3);
    Simulation simulation(state, {.accuracy = accuracy, .integrator = "dormand-prince8", .record = false});
    simulation.run(9.0);
    EXPECT_EQ(count, 10) << accuracy << ", steps " << simulation.statistics().steps;
  }
  // Two zeros 0.02 s apart in one step of a second.
  SystemBuilder builder(rail());
  const Measure parabola = builder.declare().quantity<double>(
      "parabola", {Source::time}, 0.0,
      [](const State& s, double& x) { x = (s.time() - 0.5) * (s.time() - 0.52); });
  std::vector<double> at;
  builder.declare().event(report_on_crossing("zero", parabola, Crossing::both,
                                             [&at](const State& s) { at.push_back(s.time()); }));
  Simulation simulation(builder.build().default_state(), {.initial_step = 1.0});
  simulation.run(1.0);
  EXPECT_EQ(simulation.statistics().steps, 1);
  ASSERT_EQ(at.size(), 2u);
  EXPECT_NEAR(at[0], 0.5, 1e-14);
  EXPECT_NEAR(at[1], 0.52, 1e-14);
}

TEST(Events, ProgressIsToldAndCanEndARun) {
  SystemBuilder builder(rail());
  builder.declare().event(periodically("tick", 1e-3, [](State&, EventCall&) {}));
  State state = builder.build().default_state();
  state.set_u(0, 1.0);
  SimulationOptions options{.record = false};
  std::vector<SimulationProgress> told;
  options.progress = [&told](const SimulationProgress& progress) {
    told.push_back(progress);
    return told.size() < 3;
  };
  Simulation simulation(state, options);
  EXPECT_EQ(simulation.run(1e9), Outcome::interrupted);
  ASSERT_EQ(told.size(), 3u);
  for (const SimulationProgress& progress : told) {
    EXPECT_EQ(progress.end, 1e9);
    EXPECT_EQ(progress.fraction, progress.time / 1e9);
    EXPECT_NEAR(progress.wall_left, progress.wall_seconds / progress.fraction - progress.wall_seconds,
                1e-6 * progress.wall_left);
  }
  EXPECT_EQ(simulation.state().time(), told.back().time);
  told.clear();
  EXPECT_EQ(simulation.run(0.5), Outcome::finished);
  EXPECT_NEAR(simulation.state().q(0), simulation.state().time(), 1e-9 * simulation.state().time());
}

TEST(Events, FastVariablesAreInEquilibriumAtEveryStage) {
  // A discrete x with x³ + x = q, which a force −x follows: energy q's potential ∫x dq = ¾·x⁴ + ½·x².
  SystemBuilder builder(rail());
  const Discrete<double> x = builder.declare().discrete<double>("x", 0.0);
  const auto relax = [x](State& s) {
    double now = s[x];
    for (int i = 0; i < 50; ++i) now -= (now * now * now + now - s.q(0)) / (3 * now * now + 1);
    s.set(x, now);
    return std::abs(now * now * now + now - s.q(0)) < 1e-12;
  };
  builder.declare().fast("x", relax);
  builder.add("pull", CustomForce({x}, [x](const State& s, AppliedForces& forces) {
                forces.add_to_speed(0, -s[x]);
              }));
  State state = builder.build().default_state();
  state.set_q(0, 2.0);  // x = 1
  SimulationOptions options{.accuracy = 1e-9, .every = 0.1};
  double worst = 0, drift = 0;
  options.report = [&](const State& s) {
    const double now = s[x];
    worst = std::max(worst, std::abs(now * now * now + now - s.q(0)));
    drift = std::max(drift, std::abs(s.u(0) * s.u(0) / 2 + 0.75 * std::pow(now, 4) + now * now / 2 - 1.25));
  };
  Simulation simulation(state, options);
  simulation.run(10.0);
  EXPECT_LT(worst, 1e-11);
  EXPECT_LT(drift, 1e-6);

  SystemBuilder hopeless(rail());
  hopeless.declare().fast("nothing", [](State&) { return false; });
  Simulation fails(hopeless.build().default_state());
  EXPECT_SAYS(message([&] { fails.run(1); }), "fast variables 'nothing' found no equilibrium");
}

/// A pendulum held by a rod, a witness, a handler of each step and one that changes a speed.
TEST(Events, AreInTheRecordWithTheirTimes) {
  // A ball that falls from 1 m at t₁ = √(2/g) and bounces back with half of its speed falls again after t₁;
  // it is at its highest point between.
  SystemBuilder builder(ball());
  builder.on_crossing(
      "floor", {Source::q}, [](const State& s) { return s.q(0); }, Crossing::falling,
      [](State& s, EventCall&) { s.set_u(0, -0.5 * s.u(0)); });
  const Measure speed = builder.declare().quantity<double>("speed", {Source::u}, 0.0,
                                                           [](const State& s, double& out) { out = s.u(0); });
  const EventHandler nothing = [](State&, EventCall&) {};
  const EventReporter silence = [](const State&) {};
  builder.declare().event(report_on_crossing("top", speed, Crossing::falling, silence));
  builder.declare().event(periodically("lamp", 0.6, nothing, 0.6));
  builder.declare().event(after_each_step("step", nothing));
  builder.declare().event(report_periodically("print", 0.01, silence));
  const State start = builder.build().default_state();
  const double first = std::sqrt(2 / g);
  const Array<std::pair<double, const char*>> expected{
      {first, "floor"}, {0.6, "lamp"}, {1.5 * first, "top"}, {2 * first, "floor"}};
  for (const double every : {0.0, 0.1}) {
    Simulation simulation(start, {.accuracy = 1e-9, .every = every});
    simulation.run(1.0);
    const Array<MotionEvent>& events = simulation.trajectory().events();
    ASSERT_EQ(events.size(), expected.size());
    for (std::size_t i = 0; i < events.size(); ++i) {
      EXPECT_EQ(events[i].name, expected[i].second);
      EXPECT_NEAR(events[i].time, expected[i].first, 1e-8);
    }
    EXPECT_EQ(simulation.last_event_times().size(), 3U);
    EXPECT_NEAR(simulation.last_event_times().at("floor"), 2 * first, 1e-8);
  }
}

TEST(Events, TakeNoMemory) {
  ModelBuilder model("pendulum");
  model.body("ball", solid_sphere(1.0, 0.1));
  model.joint("flight", Translation{}, "world", "ball").start({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "ball", 1));
  long calls = 0;
  Declaration& declare = builder.declare();
  declare.event(on_crossing("pass", beyond(builder, "middle", 0), Crossing::both,
                            [&calls](State&, EventCall&) { ++calls; }));
  declare.event(after_each_step("step", [&calls](State&, EventCall&) { ++calls; }));
  declare.event(periodically("change", 0.1, [&calls](State& s, EventCall&) {
    ++calls;
    s.set_u(1, 0.99 * s.u(1));
  }));
  for (const char* method : {"dormand-prince5", "rk3", "verlet"}) {
    Simulation simulation(builder.build().default_state(),
                          {.accuracy = 1e-5, .integrator = method, .record = false});
    simulation.run(3.0);
    const long before = allocations(), called = calls;
    simulation.run(3.0);
    EXPECT_EQ(allocations() - before, 0) << method << " in " << simulation.statistics().steps;
    EXPECT_GT(calls, called + 60);
  }
}

}  // namespace
}  // namespace sarrus::testing::events_test
