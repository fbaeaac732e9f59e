/// Dry friction that falls from its static to its dynamic force with the speed.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/dry_friction.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/says.h"

namespace sarrus::testing::stribeck_test {
namespace {

State make_slider(double mass, double static_force, double dynamic_force, double stribeck_speed,
                  double push) {
  ModelBuilder model("slider");
  model.body("mass", solid_sphere(mass, 0.1));
  model.joint("x", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("friction", DryFriction("x", static_force, dynamic_force, stribeck_speed));
  builder.add("push", MobilityConstant("x", push));
  return builder.build().default_state();
}

/// It slows down from v₀ to v₁ within ∫ m/f(v) dv, and to rest in finite time.
TEST(Stribeck, SlowsDownAsTheIntegralSays) {
  const double m = 2, fs = 6, fd = 2.5, vs = 0.4, v0 = 1.2, v1 = 0.1, h = 1e-4;
  const auto time_between = [&](double from, double to) {
    double sum = 0;
    const int pieces = 4000;
    for (int i = 0; i < pieces; ++i) {
      const double v = to + (from - to) * (i + 0.5) / pieces;
      sum += m / (fd + (fs - fd) * std::exp(-(v / vs) * (v / vs)));
    }
    return sum * (from - to) / pieces;
  };
  State start = make_slider(m, fs, fd, vs, 0);
  start.set_u(0, v0);
  TimeStepping stepping(start, {.step = h});
  stepping.run(time_between(v0, v1));
  EXPECT_NEAR(stepping.state().u(0), v1, 5 * h);
  stepping.run(time_between(v1, 0) - 20 * h);
  EXPECT_GT(stepping.state().u(0), 10 * h);
  stepping.run(40 * h);
  EXPECT_NEAR(stepping.state().u(0), 0, 1e-9);
}

/// It sticks up to the static force; pushed harder, it moves at once.
TEST(Stribeck, BreaksAwayAtTheStaticForce) {
  for (const double push : {5.999, 6.001}) {
    TimeStepping stepping(make_slider(2, 6, 2.5, 0.4, push));
    stepping.run(1);
    if (push < 6)
      EXPECT_NEAR(stepping.state().q(0), 0, 1e-9);
    else
      EXPECT_GT(stepping.state().q(0), 1e-4);
  }
  expect_error([] { make_slider(1, 2, 1, -0.1, 0); }, {"friction.stribeck_speed", "-0.1"});
}

}  // namespace
}  // namespace sarrus::testing::stribeck_test
