/// Hard stops as events of a Simulation: closed forms, and agreement with time stepping.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/rigid/hard_stops.h"
#include "sarrus/rigid/time_stepping.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::hard_stops_events_test {
namespace {

/// A mass on a vertical slide with stops at 0 and 2 m.
System make_slide(double restitution) {
  ModelBuilder model("slide");
  model.gravity({0, 0, -g});
  model.particle("mass", 3);
  model.joint("slide", Slider{}, "world", "mass").axis({0, 0, 1}).limit(0, 2);
  SystemBuilder builder(model.build());
  builder.add("push", MobilityConstant("slide", 0));
  builder.add("stops", HardStops::of_model(builder.model(), restitution));
  return builder.build();
}

// A fall from the height z takes √(2·z/g); then the stop bears the weight and has taken m·g·z.
TEST(HardStopsInSimulations, HoldWhatFallsOnThem) {
  State state = make_slide(0).default_state();
  state.set_q(0, 1.5);
  Simulation simulation(state, {.accuracy = 1e-8, .energy_balance = true});
  simulation.run(1.2);
  EXPECT_EQ(simulation.state().q(0), 0);
  EXPECT_EQ(simulation.state().u(0), 0);
  EXPECT_NEAR(motion_force(simulation.state(), 0), 3 * g, 1e-9);
  EXPECT_NEAR(simulation.last_event_times().at("stops.slide.lower stop"), std::sqrt(2 * 1.5 / g), 1e-8);

  // A push of more than the weight lifts it to the other end; less lets it fall again.
  simulation.change([](State& at) { set_value(at, "push.force", 4 * g); });
  simulation.run(0.3);
  EXPECT_NEAR(simulation.state().q(0), 0.5 * (g / 3) * 0.09, 1e-8);
  simulation.run(3);
  EXPECT_EQ(simulation.state().q(0), 2);
  EXPECT_NEAR(motion_force(simulation.state(), 0), -g, 1e-9);
  simulation.change([](State& at) { set_value(at, "push.force", 0.0); });
  simulation.run(0.2);
  EXPECT_NEAR(simulation.state().q(0), 2 - 0.5 * g * 0.04, 1e-8);
}

// Bounces leave with e times the speed, until they are slow; the sum of their times is that of a geometric
// series.
TEST(HardStopsInSimulations, BounceAsOftenAsTheSeriesSays) {
  const double e = 0.5, z = 1.0;
  State state = make_slide(e).default_state();
  state.set_q(0, z);
  Simulation simulation(state, {.accuracy = 1e-9});
  const double t1 = std::sqrt(2 * z / g), v1 = std::sqrt(2 * g * z);
  simulation.run_until(t1 + e * v1 / g);  // the top of the first bounce
  EXPECT_NEAR(simulation.state().q(0), e * e * z, 1e-7);
  simulation.run_until(3);
  EXPECT_EQ(simulation.state().q(0), 0);
  const int bounces = static_cast<int>(std::ceil(std::log(0.01 / v1) / std::log(e)));
  double end = t1;
  for (int k = 1; k <= bounces; ++k) end += 2 * std::pow(e, k) * v1 / g;
  EXPECT_EQ(simulation.event_counts().at("stops.slide.lower stop"), bounces + 1);
  EXPECT_NEAR(simulation.last_event_times().at("stops.slide.lower stop"), end, 1e-6);
}

/// A double pendulum whose elbow bends one way only: impacts jerk the shoulder too.
System make_leg() {
  ModelBuilder model("leg");
  model.gravity({0, 0, -g});
  model.body("thigh", thin_rod(2, {0, 0, 0.5})).body("shank", thin_rod(1, {0, 0, 0.4}));
  model.joint("hip", Pin{}, "world", "thigh").axis({0, 1, 0}).child_frame({0, 0, 0.25});
  model.joint("knee", Pin{}, "thigh", "shank")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.25})
      .child_frame({0, 0, 0.2})
      .limit(0, 2);
  SystemBuilder builder(model.build());
  builder.add("stops", HardStops::of_model(builder.model()));
  return builder.build();
}

// The angular momentum about the hip does not see the impulse in the knee.
TEST(HardStopsInSimulations, ImpactsKeepTheMomentumAboutTheOtherJoint) {
  State state = make_leg().default_state();
  state.set_q(Array<double>{-0.8, 0.9});
  state.set_u(Array<double>{0, -4});
  Simulation simulation(state, {.accuracy = 1e-10});
  const auto momentum = [](const State& at) {
    Array<double> p(at.nu());
    calc_mass_times(at, at.u(), Out<double>(p));
    return p[0];
  };
  double before = 0, jump = 1;
  bool has_hit = false;
  while (!has_hit && simulation.state().time() < 2) {
    simulation.run(1e-4);
    const double now = momentum(simulation.state());
    has_hit = simulation.state().u(1) == 0;
    jump = now - before;
    before = now;
  }
  EXPECT_TRUE(has_hit);
  EXPECT_LT(std::abs(jump), 0.01);  // what gravity gives within 1e-4 s
}

TEST(HardStopsInSimulations, AgreeWithTimeSteppingAsStepsGetShort) {
  State state = make_leg().default_state();
  state.set_q(Array<double>{-1.2, 0.6});
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(1.5);
  EXPECT_GE(simulation.event_counts().at("stops.knee.lower stop"), 1);
  double last = 1;
  for (const double step : {1e-3, 1e-4}) {
    TimeStepping stepping(state, {.step = step});
    stepping.run(1.5);
    const double error = std::abs(stepping.state().q(0) - simulation.state().q(0)) +
                         std::abs(stepping.state().q(1) - simulation.state().q(1));
    EXPECT_LT(error, 100 * step) << step;
    EXPECT_LT(error, 0.3 * last) << step;
    last = error;
  }
}

TEST(HardStopsInSimulations, LetGoWhenTheyAreDisabled) {
  State state = make_slide(0).default_state();
  Simulation simulation(state, {.accuracy = 1e-8});
  simulation.run(0.1);
  EXPECT_EQ(simulation.state().q(0), 0);
  simulation.change([](State& at) { at.set_enabled("stops", false); });
  simulation.run(0.1);
  EXPECT_NEAR(simulation.state().q(0), -0.5 * g * 0.01, 1e-8);
}

TEST(HardStopsInSimulations, SayWhereTheMotionCannotBegin) {
  State state = make_slide(0).default_state();
  state.set_q(0, 2.5);
  expect_error([&] { Simulation(state).run(1); }, {"'slide'", "2.5", "0 and 2"});
}

}  // namespace
}  // namespace sarrus::testing::hard_stops_events_test
