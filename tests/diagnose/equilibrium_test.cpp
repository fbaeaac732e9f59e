#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/assemble/assembly.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/mobility_constant.h"
#include "sarrus/force/mobility_spring.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/joint/joints.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/assembly_cases.h"
#include "tests/support/linkages.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::equilibrium_test {
namespace {

/// Nothing accelerates: the law that makes an equilibrium.
void expect_at_rest(const State& state, double scale = 1e-6) {
  for (const double rate : udot(state)) EXPECT_LT(std::abs(rate), scale);
  for (const double speed : state.u()) EXPECT_EQ(speed, 0);
}

/// A point mass on a massless rod of length 0.7 that hangs down at q = 0.
ModelBuilder pendulum() {
  ModelBuilder model("pendulum");
  model.body("bob", point_mass(2, {0, 0, -0.7}));
  model.joint("hinge", Pin{}, "world", "bob").axis({0, 1, 0});
  return model;
}

TEST(Equilibrium, PendulumHangsAndOscillates) {
  State start = System(pendulum().build()).default_state();
  start.set_q({2.5});
  start.set_u({3.0});
  const EquilibriumResult result = find_equilibrium(start);
  ASSERT_TRUE(result.succeeded) << result.text();
  EXPECT_NEAR(result.state.q(0), 0, 1e-8);
  expect_at_rest(result.state);
  EXPECT_EQ(result.stability, Stability::stable);
  ASSERT_EQ(result.modes.size(), 1u);
  EXPECT_NEAR(result.modes[0].frequency(), std::sqrt(g / 0.7), 1e-7);
  EXPECT_SAYS(result.text(), "stable equilibrium");
}

/// With gravity across the bob's path its force is largest and does not change with the angle: no stiffness
/// tells how far to go.
TEST(Equilibrium, PendulumFallsFromTheHorizontal) {
  ModelBuilder model("pendulum");
  model.gravity({0, -g, 0});
  model.body("bob", point_mass(2, {0.7, 0, 0}));
  model.joint("hinge", Pin{}, "world", "bob");
  const State start = System(model.build()).default_state();
  for (const EquilibriumSearch search : {EquilibriumSearch::stable, EquilibriumSearch::nearest}) {
    const EquilibriumResult result = find_equilibrium(start, {.search = search});
    ASSERT_TRUE(result.succeeded) << result.text();
    EXPECT_NEAR(std::cos(result.state.q(0)), 0, 1e-8);
    EXPECT_NEAR(std::sin(result.state.q(0)), -1, 1e-12);
  }
}

/// The same with a rod as a constraint: the bob hangs below, and swings both ways with √(g/l).
TEST(Equilibrium, BobOnARodFallsFromTheHorizontal) {
  ModelBuilder model("bob");
  model.gravity({0, -g, 0});
  model.body("bob", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "bob").start({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bob", 1));
  const EquilibriumResult result = find_equilibrium(builder.build().default_state());
  ASSERT_TRUE(result.succeeded) << result.text();
  EXPECT_NEAR(result.state.q(0), 0, 1e-8);
  EXPECT_NEAR(result.state.q(1), -1, 1e-10);
  EXPECT_NEAR(result.state.q(2), 0, 1e-8);
  ASSERT_EQ(result.modes.size(), 2u);
  for (const EquilibriumMode& mode : result.modes) EXPECT_NEAR(mode.frequency(), std::sqrt(g), 1e-6);
}

TEST(Equilibrium, PendulumStandsUntilItFalls) {
  State start = System(pendulum().build()).default_state();
  start.set_q({3.0});
  const EquilibriumResult up = find_equilibrium(start, {.search = EquilibriumSearch::nearest});
  ASSERT_TRUE(up.succeeded);
  EXPECT_NEAR(up.state.q(0), pi, 1e-8);
  EXPECT_EQ(up.stability, Stability::unstable);
  EXPECT_NEAR(up.modes.at(0).growth_rate(), std::sqrt(g / 0.7), 1e-7);
  EXPECT_EQ(up.modes.at(0).motion.at(0).name, "hinge.rate");
  EXPECT_SAYS(up.text(), "unstable equilibrium");
  // Exactly upright nothing drives it, yet it is not what is looked for by default.
  start.set_q({pi});
  const EquilibriumResult down = find_equilibrium(start);
  ASSERT_TRUE(down.succeeded);
  EXPECT_NEAR(std::cos(down.state.q(0)), 1, 1e-12);
  EXPECT_EQ(down.stability, Stability::stable);
}

/// Upright with a spring: stable above the stiffness m·g·l, unstable below, neither at it.
TEST(Equilibrium, SpringAtItsCriticalStiffness) {
  const double critical = 2 * g * 0.7;
  for (const double part : {0.9, 1.0, 1.1}) {
    SystemBuilder builder(pendulum().build());
    builder.add("spring", MobilitySpring("hinge", part * critical, pi));
    State start = builder.build().default_state();
    start.set_q({pi});
    const std::vector<EquilibriumMode> modes = calc_equilibrium_modes(start);
    ASSERT_EQ(modes.size(), 1u);
    EXPECT_EQ(modes[0].stability, part < 1   ? Stability::unstable
                                  : part > 1 ? Stability::stable
                                             : Stability::neutral);
    EXPECT_NEAR(modes[0].squared_frequency, (part - 1) * g / 0.7, 1e-7);
  }
}

/// Rods of equal length and mass between two points at the same height. The vertical force in the hinges
/// falls by a rod's weight w from one to the next and the horizontal force H is the same everywhere, so that
///   tan θᵢ = (i − (n − 1)/2)·w/H,   Σ L·cos θᵢ = span
TEST(Equilibrium, HangingChain) {
  const int n = 8;
  const double L = 0.5, span = 2.4, w = g;
  ModelBuilder model("chain");
  for (int i = 0; i < n; ++i) {
    const std::string name = "rod" + std::to_string(i),
                      before = i == 0 ? "world" : "rod" + std::to_string(i - 1);
    model.body(name, Pose<double>::translation({L / 2, 0, 0}) * thin_rod(1, {L, 0, 0}));
    JointDescription& joint = model.joint("hinge" + std::to_string(i), Pin{}, before, name).axis({0, -1, 0});
    if (i > 0) joint.parent_frame({L, 0, 0});
  }
  SystemBuilder builder(model.build());
  builder.add("end", BallConstraint(Place("world", Vec3<double>{span, 0, 0}),
                                    Place("rod" + std::to_string(n - 1), Vec3<double>{L, 0, 0})));
  State start = builder.build().default_state();
  start.set_q({-1.0, 0.2, 0.3, 0.1, 0.3, 0.4, 0.2, 0.3});
  const EquilibriumResult result = find_equilibrium(start);
  ASSERT_TRUE(result.succeeded) << result.text();
  const auto tangent = [&](int i, double H) { return (i - 0.5 * (n - 1)) * w / H; };
  double low = 1e-3, high = 1e3;
  while (high - low > 1e-12) {
    const double H = 0.5 * (low + high);
    double width = 0;
    for (int i = 0; i < n; ++i) width += L / std::hypot(1, tangent(i, H));
    (width < span ? low : high) = H;
  }
  double angle = 0;
  for (int i = 0; i < n; ++i) {
    angle += result.state.q(i);
    EXPECT_NEAR(angle, std::atan(tangent(i, low)), 1e-7) << i;
  }
  EXPECT_EQ(result.stability, Stability::stable);
  EXPECT_EQ(result.modes.size(), static_cast<std::size_t>(n - 2));
  expect_at_rest(result.state);
}

/// The four-bar at its lowest; its slow oscillation as a simulation shows it.
TEST(Equilibrium, FourBarUnderGravity) {
  for (const Closure closure : {Closure::ball, Closure::in_plane}) {
    const EquilibriumResult result = find_equilibrium(four_bar(closure).start);
    ASSERT_TRUE(result.succeeded) << result.text();
    expect_at_rest(result.state);
    EXPECT_EQ(result.stability, Stability::stable);
    ASSERT_EQ(result.modes.size(), 1u);
    // Let go at a small distance, it is at the same distance on the other side after half a period.
    const double period = 2 * pi / result.modes[0].frequency();
    State aside = result.state;
    aside.set_q(0, aside.q(0) + 1e-3);
    aside = assembled(aside, {.hold = {"crank"}});
    Simulation simulation(aside, {.accuracy = 1e-10});
    simulation.run(period / 2);
    EXPECT_NEAR(simulation.state().q(0) - result.state.q(0), -1e-3, 1e-5);
    simulation.run(period / 2);
    EXPECT_NEAR(simulation.state().q(0) - result.state.q(0), 1e-3, 1e-5);
  }
}

/// A plate on four vertical springs sinks by m·g/(4·k); up and down it oscillates with √(4·k/m).
TEST(Equilibrium, TableOnSprings) {
  const double m = 10, k = 500, rest = 1;
  ModelBuilder model("table");
  model.body("top", solid_brick(m, {1.2, 0.8, 0.05}));
  model.joint("place", Free{}, "world", "top").start({1, 0, 0, 0, 0, 0, 1});
  SystemBuilder builder(model.build());
  for (const double x : {-0.5, 0.5})
    for (const double y : {-0.3, 0.3})
      builder.add("leg" + std::to_string(x) + std::to_string(y),
                  TwoPointSpring(Place("world", Vec3<double>{x, y, 0}), Place("top", Vec3<double>{x, y, 0}),
                                 k, rest));
  State start = builder.build().default_state();
  const EquilibriumResult found = find_equilibrium(start, {.search = EquilibriumSearch::nearest});
  ASSERT_TRUE(found.succeeded) << found.text();
  const double z = rest - m * g / (4 * k);
  EXPECT_NEAR(found.state.q(6), z, 1e-8);
  // The compressed springs push it over, fastest by turning about the vertical: with r the distance of the
  // corners from the axis, the length of a spring is √(z² + 2·r²·(1 − cos ψ)), and ω² = 4·k·(1 −
  // rest/z)·r²/I.
  EXPECT_EQ(found.stability, Stability::unstable);
  const double r2 = 0.5 * 0.5 + 0.3 * 0.3, I = m * (1.2 * 1.2 + 0.8 * 0.8) / 12;
  EXPECT_NEAR(found.modes.at(0).squared_frequency, 4 * k * (1 - rest / z) * r2 / I, 1e-6);
  bool bounces = false;
  for (const EquilibriumMode& mode : found.modes)
    if (mode.motion.size() == 1 && mode.motion[0].name == "place.vz") {
      bounces = true;
      EXPECT_NEAR(mode.frequency(), std::sqrt(4 * k / m), 1e-6);
    }
  EXPECT_TRUE(bounces);
}

/// A torque that nothing resists has no equilibrium.
TEST(Equilibrium, SaysThatThereIsNone) {
  ModelBuilder model("wheel");
  model.body("wheel", solid_cylinder(1, 0.3, 0.1));
  model.joint("axle", Pin{}, "world", "wheel").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("motor", MobilityConstant("axle", 0.5));
  const EquilibriumResult result = find_equilibrium(builder.build().default_state(), {.iterations = 20});
  EXPECT_FALSE(result.succeeded);
  EXPECT_NEAR(result.residual, 0.5, 1e-12);
  EXPECT_SAYS(result.text(), "no equilibrium");
}

/// A constant torque holds a pendulum aside: sin q = τ/(m·g·l), ω² = g·cos q/l.
TEST(Equilibrium, UnderAConstantTorque) {
  SystemBuilder builder(pendulum().build());
  builder.add("motor", MobilityConstant("hinge", 7.0));
  const EquilibriumResult result = find_equilibrium(builder.build().default_state());
  ASSERT_TRUE(result.succeeded);
  EXPECT_NEAR(std::sin(result.state.q(0)), 7 / (2 * g * 0.7), 1e-8);
  EXPECT_NEAR(result.modes.at(0).squared_frequency, g * std::cos(result.state.q(0)) / 0.7, 1e-6);
}

TEST(Equilibrium, KeepsWhatIsHeldAndKnowsWhatIsRigid) {
  State start = four_bar(Closure::in_plane).start;
  const EquilibriumResult held = find_equilibrium(start, {.hold = {"crank"}});
  ASSERT_TRUE(held.succeeded);
  EXPECT_EQ(held.state.q(0), start.q(0));
  EXPECT_EQ(held.stability, Stability::rigid);
  EXPECT_SAYS(held.text(), "nothing can move");
  const EquilibriumResult open = find_equilibrium(four_bar_of(2, 0.5, 0.9, 0.5).default_state());
  EXPECT_FALSE(open.succeeded);
  EXPECT_SAYS(open.text(), "cannot be assembled");
  EXPECT_SAYS(open.text(), "'tip'");
}

}  // namespace
}  // namespace sarrus::testing::equilibrium_test
