/// Friction of joints that grows with their load, against closed forms.

#include "sarrus/rigid/bearing_friction.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::bearing_friction_test {
namespace {

/// A point mass of 2 kg at 0.5 m from a horizontal shaft with the radius 0.1 m.
System make_pendulum(double static_friction, double dynamic_friction, double gravity = g) {
  ModelBuilder model("pendulum");
  model.gravity({0, 0, -gravity});
  model.body("bob", RigidInertia<double>{2, {0, 0, 0}, {}});
  model.joint("shaft", Pin{}, "world", "bob").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  SystemBuilder builder(model.build());
  builder.add("bearing", BearingFriction("shaft", {.static_friction = static_friction,
                                                   .dynamic_friction = dynamic_friction,
                                                   .radius = 0.1}));
  return builder.build();
}

/// The line of weight passes the shaft within the circle of friction, of radius μ·r.
TEST(BearingFriction, HoldsAPendulumWithinTheCircleOfFriction) {
  const System system = make_pendulum(0.6, 0.3);
  const double limit = std::asin(0.6 * 0.1 / 0.5);
  for (const double part : {-1 + 1e-9, -0.5, 0.2, 1 - 1e-9}) {
    State state = system.default_state();
    state.set_q(0, part * limit);
    TimeStepping stepping(state, {.step = 1e-3});
    stepping.run(1);
    EXPECT_EQ(stepping.state().q(0), part * limit);
  }
  for (const double part : {-1 - 1e-6, 1 + 1e-6}) {
    State state = system.default_state();
    state.set_q(0, part * limit);
    TimeStepping stepping(state, {.step = 1e-3});
    stepping.run(1);
    EXPECT_GT(std::abs(stepping.state().q(0) - part * limit), 0.1);
  }
}

/// Without gravity a mass m at the distance l loads the shaft with m·l·√(ω⁴ + α²), so that with k = μ·r/l
///   α = −ω²·k/√(1 − k²),   ω = ω₀/(1 + ω₀·t·k/√(1 − k²))
TEST(BearingFriction, BrakesWhatItsOwnMotionLoads) {
  State state = make_pendulum(2.0, 2.0, 0).default_state();
  state.set_u(0, 10);
  const double k = 2.0 * 0.1 / 0.5, c = k / std::sqrt(1 - k * k);
  TimeStepping stepping(state, {.accuracy = 1e-6});
  stepping.run(1);
  const double omega = 10 / (1 + 10 * c);
  EXPECT_NEAR(stepping.state().u(0), omega, 1e-4);
  EXPECT_NEAR(stepping.state().q(0), std::log(1 + 10 * c) / c, 1e-4);
  EXPECT_EQ(stepping.report().relaxed, 0);
  const SteppingEnergy energy = stepping.energy_balance();
  EXPECT_NEAR(energy.initial, 0.5 * 2 * 0.25 * 100, 1e-12);
  EXPECT_NEAR(energy.by_rigid, energy.energy() - energy.initial, 2e-3);
}

/// A disk of I = 0.02 on its collar: α = −μ·r·m·g/I.
TEST(BearingFriction, OfACollar) {
  ModelBuilder model("turntable");
  model.gravity({0, 0, -g});
  model.body("disk", solid_cylinder(4, 0.1, 0.02));
  model.joint("axle", Pin{}, "world", "disk").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add(
      "collar",
      BearingFriction(
          "axle", {.static_friction = 0.2, .dynamic_friction = 0.1, .radius = 0.5, .thrust_radius = 0.05}));
  State state = builder.build().default_state();
  state.set_u(0, 8);
  TimeStepping stepping(state, {.step = 1e-3});
  stepping.run(0.5);
  EXPECT_NEAR(stepping.state().u(0), 8 - 0.5 * 0.1 * 0.05 * 4 * g / 0.02, 1e-9);
}

/// A slide on a slope rests up to the angle of friction and goes down with g·(sin α − μ·cos α) beyond.
TEST(BearingFriction, OfASlide) {
  for (const double mu_over_tan : {1 + 1e-9, 0.5}) {
    const double alpha = 0.4, mu = mu_over_tan * std::tan(alpha);
    ModelBuilder model("slide");
    model.gravity({g * std::sin(alpha), 0, -g * std::cos(alpha)});
    model.body("slide", solid_brick(3, {0.1, 0.1, 0.1}));
    model.joint("rail", Slider{}, "world", "slide").axis({1, 0, 0});
    SystemBuilder builder(model.build());
    builder.add("rail", BearingFriction("rail", {.static_friction = mu, .dynamic_friction = mu}));
    TimeStepping stepping(builder.build().default_state(), {.step = 1e-3});
    stepping.run(1);
    const double a = mu_over_tan > 1 ? 0 : g * (std::sin(alpha) - mu * std::cos(alpha));
    EXPECT_NEAR(stepping.state().u(0), a, 1e-8);
  }
}

/// What loads the rail of a slide.
enum class Load { contact, rope, rod, joint };

/// A slide of 3 kg on a horizontal rail with μ = 0.3, loaded by 5 kg that stand on it or hang from it, and
/// pulled along.
State make_loaded_slide(Load load, double pull) {
  ModelBuilder model("slide");
  model.gravity({0, 0, -g});
  model.body("slide", solid_brick(3, {0.1, 0.1, 0.1})).body("weight", solid_sphere(5, 0.05));
  model.joint("rail", Slider{}, "world", "slide").axis({1, 0, 0});
  const double height = load == Load::contact ? 0.1 : -0.5;
  if (load == Load::joint)
    model.joint("hook", Pin{}, "slide", "weight").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  else
    model.joint("weight", Free{}, "world", "weight").start({1, 0, 0, 0, 0, 0, height});
  SystemBuilder builder(model.build());
  const ContactMaterial smooth{.static_friction = 0, .dynamic_friction = 0};
  if (load == Load::contact)
    builder.add("contact", RigidContact({{"slide", "slide", BoxShape{{0.1, 0.1, 0.1}}, smooth},
                                         {"weight", "weight", SphereShape{0.05}, smooth}}));
  if (load == Load::rope) builder.add("rope", Rope({"slide", "weight"}, 0.5));
  if (load == Load::rod) builder.add("rod", RodConstraint("slide", "weight", 0.5));
  builder.add("bearing", BearingFriction("rail", {.static_friction = 0.3, .dynamic_friction = 0.3}));
  builder.add("pull", MobilityConstant("rail", pull));
  return builder.build().default_state();
}

TEST(BearingFriction, CountsAllThatLoadsAJoint) {
  const double limit = 0.3 * (3 + 5) * g;
  for (const Load load : {Load::contact, Load::rope, Load::rod, Load::joint}) {
    TimeStepping holds(make_loaded_slide(load, (1 - 1e-7) * limit), {.step = 1e-3});
    holds.run(0.1);
    EXPECT_NEAR(holds.state().q("rail"), 0, 1e-15);
    TimeStepping slides(make_loaded_slide(load, (1 + 1e-3) * limit), {.step = 1e-3});
    slides.run(0.1);
    EXPECT_GT(slides.state().q("rail"), 0.5 * 0.9 * 1e-3 * limit / 8 * 0.01);
  }
}

/// 5 kg without friction stand on it: (F − μ·(3 + 5)·g)/3.
TEST(BearingFriction, SlidesUnderALoad) {
  TimeStepping stepping(make_loaded_slide(Load::contact, 40), {.step = 1e-3});
  stepping.run(0.05);
  EXPECT_NEAR(stepping.state().u("rail.rate"), 0.05 * (40 - 0.3 * 8 * g) / 3, 1e-8);
  EXPECT_EQ(stepping.report().relaxed, 0);
}

/// With a constant friction beside it, they add up.
TEST(BearingFriction, AddsToDryFriction) {
  ModelBuilder model("slide");
  model.gravity({0, 0, -g});
  model.body("slide", solid_brick(3, {0.1, 0.1, 0.1}));
  model.joint("rail", Slider{}, "world", "slide").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("bearing", BearingFriction("rail", {.static_friction = 0.2, .dynamic_friction = 0.1}));
  builder.add("seal", DryFriction("rail", 4, 3));
  builder.add("pull", MobilityConstant("rail", 0.0));
  const System system = builder.build();
  const double limit = 0.2 * 3 * g + 4;
  for (const double pull : {(1 - 1e-7) * limit, (1 + 1e-3) * limit}) {
    State state = system.default_state();
    state.set(system.parameter("pull.force"), pull);
    TimeStepping stepping(state, {.step = 1e-3});
    stepping.run(1);
    if (pull < limit) {
      EXPECT_NEAR(stepping.state().q(0), 0, 1e-15);
    } else {
      EXPECT_NEAR(stepping.state().u(0), (pull - 0.1 * 3 * g - 3) / 3, 2e-2);
    }
  }
}

TEST(BearingFriction, RefusesWhatItCannotUse) {
  EXPECT_SAYS(message([] { make_pendulum(0.2, 0.3); }), "static friction 0.2 is less than that of dynamic");
  EXPECT_SAYS(message([] { make_pendulum(-0.2, -0.3); }), "static_friction");
  EXPECT_SAYS(message([] { Simulation simulation(make_pendulum(0.3, 0.2).default_state()); }), "bearing");
}

}  // namespace
}  // namespace sarrus::testing::bearing_friction_test
