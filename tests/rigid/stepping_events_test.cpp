/// Events of a System in time stepping: their times against closed forms and those of a Simulation, what
/// handlers change, scheduled ones.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::stepping_events_test {
namespace {

/// A mass of 2 kg on a vertical slider, and a force on it, "push".
SystemBuilder make_lift(double gravity = g) {
  ModelBuilder model("lift");
  model.gravity({0, 0, -gravity});
  model.body("mass", solid_brick(2, {0.1, 0.1, 0.1}));
  model.joint("z", Slider{}, "world", "mass").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("push", MobilityConstant("z", 0.0));
  return builder;
}

/// An element with an event where the height or the speed passes a value.
class Watch : public ForceElement {
 public:
  Watch(bool of_speed, double value, Crossing direction, EventHandler handle)
      : of_speed_(of_speed), value_(value), direction_(direction), handle_(std::move(handle)) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    const Quantity<double> witness = declaration.quantity<double>(
        "witness", {Source::q, Source::u}, 0.0, [this](const State& state, double& value) {
          value = (of_speed_ ? state.u(0) : state.q(0)) - value_;
        });
    declaration.event(on_crossing("pass", witness, direction_, handle_));
    return {};
  }
  void add_forces(const State&, AppliedForces&) const override {}

 private:
  bool of_speed_;
  double value_;
  Crossing direction_;
  EventHandler handle_;
};

void do_nothing(State&, EventCall&) {}

/// Speeds under a constant force are exact in time steps: the top is at v₀/g, in a step of any length.
TEST(SteppingEvents, AreAtTheirTimes) {
  for (const double accuracy : {0.0, 1e-4}) {
    SystemBuilder builder = make_lift();
    builder.add("top", Watch(true, 0, Crossing::falling, do_nothing));
    State state = builder.build().default_state();
    state.set_u(0, 3);
    TimeStepping stepping(state, {.step = 7e-3, .accuracy = accuracy});
    EXPECT_EQ(stepping.run(1), Outcome::finished);
    EXPECT_EQ(stepping.event_counts().at("top.pass"), 1);
    EXPECT_NEAR(stepping.last_event_times().at("top.pass"), 3 / g, 1e-7);
  }
}

/// The run ends where a handler stops it, with its reason, and goes on from there.
TEST(SteppingEvents, EndARun) {
  SystemBuilder builder = make_lift();
  builder.add("half", Watch(false, -0.5, Crossing::falling,
                            [](State&, EventCall& call) { call.stop("fallen half a meter"); }));
  TimeStepping stepping(builder.build().default_state(), {.accuracy = 1e-5});
  EXPECT_EQ(stepping.run(1), Outcome::stopped);
  EXPECT_EQ(stepping.stop_reason(), "fallen half a meter");
  EXPECT_NEAR(stepping.state().time(), std::sqrt(1 / g), 1e-4);
  EXPECT_NEAR(stepping.state().q(0), -0.5, 1e-6);
  EXPECT_EQ(stepping.run_until(1), Outcome::finished);
  EXPECT_EQ(stepping.stop_reason(), "");
  EXPECT_EQ(stepping.state().time(), 1);
}

/// A relay that pushes with the sign of −z where it passes zero: without other forces the time from one side
/// to the other is 2·√(2·a/(F/m)), and the energy comes from the events.
TEST(SteppingEvents, ChangeParameters) {
  SystemBuilder builder = make_lift(0);
  builder.add("relay", Watch(false, 0, Crossing::both, [](State& state, EventCall&) {
                state.set_parameter("push.force", state.q(0) < 0 ? 8.0 : -8.0);
              }));
  const System system = builder.build();
  State state = system.default_state();
  state.set_q(0, 0.3);
  state.set(system.parameter("push.force"), -8);
  TimeStepping stepping(state, {.step = 1e-4});
  const double quarter = std::sqrt(2 * 0.3 / (8.0 / 2));
  stepping.run(9 * quarter);
  EXPECT_EQ(stepping.event_counts().at("relay.pass"), 5);
  EXPECT_NEAR(stepping.last_event_times().at("relay.pass"), 9 * quarter, 3e-3);
}

/// A sampled controller: at times k·T the force is set to −2·v/T·½·m, so that each period halves the speed.
TEST(SteppingEvents, AreScheduled) {
  for (const double accuracy : {0.0, 1e-4}) {
    SystemBuilder builder = make_lift(0);
    const double T = 0.05;
    builder.add(periodically("control", T, [T](State& state, EventCall&) {
      state.set_parameter("push.force", -0.5 * 2 * state.u(0) / T);
    }));
    long looks = 0;
    builder.add(report_periodically("look", 0.02, [&looks](const State&) { ++looks; }));
    State state = builder.build().default_state();
    state.set_u(0, 1);
    TimeStepping stepping(state, {.step = 3e-3, .accuracy = accuracy});
    stepping.run(0.5);
    EXPECT_EQ(stepping.event_counts().at("control"), 11);
    EXPECT_EQ(looks, 26);
    EXPECT_NEAR(stepping.state().u(0), std::pow(0.5, 10), 1e-12);
  }
}

/// A latch: what comes down to a height is locked there. The next step takes its speed away, and the balance
/// of energy closes.
TEST(SteppingEvents, LockAJoint) {
  SystemBuilder builder = make_lift();
  builder.add("latch", Watch(false, -0.2, Crossing::falling,
                             [](State& state, EventCall&) { state.lock("z", MotionLevel::position); }));
  TimeStepping stepping(builder.build().default_state(), {.step = 1e-3});
  stepping.run(1);
  EXPECT_NEAR(stepping.state().q(0), -0.2, 1e-6);
  EXPECT_EQ(stepping.state().u(0), 0);
  const SteppingEnergy energy = stepping.energy_balance();
  EXPECT_NEAR(energy.by_rigid + energy.by_events, -2 * g * 0.2, 2e-2);
}

/// Events of the motion happen at the times of a Simulation, the closer the shorter the steps: a ball that
/// bounces on a floor passes a height on its way up and down.
TEST(SteppingEvents, ConvergeToThoseOfASimulation) {
  Array<double> times;
  const auto make = [&times] {
    ModelBuilder model("ball");
    model.gravity({0, 0, -g});
    model.body("ball", solid_sphere(2, 0.1));
    model.joint("z", Slider{}, "world", "ball").axis({0, 0, 1}).start({1});
    SystemBuilder builder(model.build());
    builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, rough(0.5, 0.8)},
                                         {"floor", "world", HalfSpaceShape{}, rough(0.5, 0.8)}}));
    builder.add("gate", Watch(false, 0.3, Crossing::both,
                              [&times](State& state, EventCall&) { times.push_back(state.time()); }));
    return builder.build().default_state();
  };
  Simulation simulation(make(), {.accuracy = 1e-9});
  simulation.run(1.5);
  const Array<double> exact = times;
  ASSERT_EQ(exact.size(), 4u);
  double last = infinity;
  for (const double h : {4e-3, 1e-3, 2.5e-4}) {
    times.clear();
    TimeStepping stepping(make(), {.step = h});
    stepping.run(1.5);
    ASSERT_EQ(times.size(), exact.size());
    double error = 0;
    for (std::size_t i = 0; i < exact.size(); ++i) error = std::max(error, std::abs(times[i] - exact[i]));
    EXPECT_LT(error, 5 * h);
    EXPECT_LT(error, last);
    last = error;
  }
}

/// A handler that makes the witness of another event jump through zero calls it too; two that do so to each
/// other without end are an Error.
TEST(SteppingEvents, TriggerEachOther) {
  SystemBuilder builder = make_lift();
  builder.add("first",
              Watch(false, -0.1, Crossing::falling, [](State& state, EventCall&) { state.set_q(0, -1); }));
  builder.add("second", Watch(false, -0.9, Crossing::falling, do_nothing));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(0.2);
  EXPECT_EQ(stepping.event_counts().at("first.pass"), 1);
  EXPECT_EQ(stepping.event_counts().at("second.pass"), 1);
  EXPECT_EQ(stepping.last_event_times().at("first.pass"), stepping.last_event_times().at("second.pass"));
  EXPECT_NEAR(stepping.energy_balance().by_events, -2 * g * 0.9, 1e-2);

  SystemBuilder endless = make_lift();
  endless.add("down",
              Watch(false, -0.1, Crossing::falling, [](State& state, EventCall&) { state.set_q(0, 0.5); }));
  endless.add("up",
              Watch(false, 0.1, Crossing::rising, [](State& state, EventCall&) { state.set_q(0, -0.5); }));
  TimeStepping without_end(endless.build().default_state());
  EXPECT_SAYS(message([&] { without_end.run(1); }), "trigger each other without end");
}

TEST(SteppingEvents, HappenAtTheStartAfterEachStepAndAtTheEnd) {
  SystemBuilder builder = make_lift();
  builder.add(at_start("begin", [](State& state, EventCall&) { state.set_u(0, 1); }));
  builder.add(after_each_step("each", do_nothing));
  builder.add(at_end("end", do_nothing));
  TimeStepping stepping(builder.build().default_state(), {.step = 0.01});
  stepping.run(0.1);
  EXPECT_NEAR(stepping.state().u(0), 1 - 0.1 * g, 1e-12);
  EXPECT_EQ(stepping.event_counts().at("each"), 10);
  EXPECT_EQ(stepping.event_counts().count("end"), 0u);
  stepping.finish();
  EXPECT_EQ(stepping.event_counts().at("end"), 1);
  // A change between runs makes events happen too.
  SystemBuilder watched = make_lift();
  watched.add("low", Watch(false, -5, Crossing::falling, do_nothing));
  TimeStepping changed(watched.build().default_state());
  changed.run(0.01);
  changed.change([](State& state) { state.set_q(0, -6); });
  EXPECT_EQ(changed.event_counts().at("low.pass"), 1);
}

}  // namespace
}  // namespace sarrus::testing::stepping_events_test
