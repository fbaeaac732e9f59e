/// Closed forms of the elements that act on bodies.

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::forces_between_bodies_test {
namespace {

using V = Vec3<double>;

/// Two balls that float without gravity, with masses 2 and 3 and centers at their origins.
Model two_balls() {
  ModelBuilder builder("two balls");
  builder.gravity({0, 0, 0});
  builder.body("a", solid_sphere(2.0, 0.1)).body("b", solid_sphere(3.0, 0.1));
  builder.joint("fa", Free{}, "world", "a");
  builder.joint("fb", Free{}, "world", "b");
  return builder.build();
}

/// Places ball `body` (1 or 2).
void place(State& state, int body, const V& p, const Quaternion<double>& e = {1, 0, 0, 0}) {
  const int q0 = state.model().body(body).q0;
  const double q[] = {e.w, e.x, e.y, e.z, p.x, p.y, p.z};
  for (int i = 0; i < 7; ++i) state.set_q(q0 + i, q[i]);
}

TEST(TwoPointSpring, AMassOnASpringHasItsPeriod) {
  ModelBuilder model("mass on a spring");
  model.particle("mass", 2.0);
  model.joint("track", Slider{}, "world", "mass");
  SystemBuilder builder(model.build());
  builder.add("spring", TwoPointSpring({0, V{-5, 0, 0}}, "mass", 50.0, 5.0));
  State state = builder.build().default_state();
  state.set_q(0, 0.3);

  const double period = 2 * std::numbers::pi * std::sqrt(2.0 / 50.0);
  const int steps = 400;
  const double h = period / steps;
  const auto rate = [&](double q, double u) {
    state.set_q(0, q), state.set_u(0, u);
    return std::pair(u, udot(state)[0]);
  };
  double q = 0.3, u = 0;
  for (int i = 0; i < steps; ++i) {  // the classical method of fourth order
    const auto [q1, u1] = rate(q, u);
    const auto [q2, u2] = rate(q + h / 2 * q1, u + h / 2 * u1);
    const auto [q3, u3] = rate(q + h / 2 * q2, u + h / 2 * u2);
    const auto [q4, u4] = rate(q + h * q3, u + h * u3);
    q += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4), u += h / 6 * (u1 + 2 * u2 + 2 * u3 + u4);
    if (i == steps / 2 - 1) {
      EXPECT_NEAR(q, -0.3, 1e-8);
    }
  }
  EXPECT_NEAR(q, 0.3, 1e-8);
  EXPECT_NEAR(u, 0.0, 1e-7);
}

TEST(TwoPointElements, PullTogetherWhenPositiveAndDoNothingWhereThePointsCoincide) {
  SystemBuilder builder(two_balls());
  builder.add("force", TwoPointForce("a", "b", 7.0));
  builder.add("spring", TwoPointSpring("a", "b", 10.0, 1.0));
  builder.add("damper", TwoPointDamper("a", "b", 4.0));
  const System system = builder.build();
  State state = system.default_state();
  place(state, 2, {3, 0, 0});
  state.set_u(state.model().body(2).u0 + 3, 0.5);
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{7.0 + 20.0 + 2.0, 0, 0}));
  EXPECT_TRUE(close(applied_forces(state).on_body(2).f, V{-29.0, 0, 0}));
  EXPECT_TRUE(close(potential_energy(state), 21.0 + 20.0));
  EXPECT_TRUE(close(dissipation(state), 1.0));
  place(state, 2, {0, 0, 0});
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{0, 0, 0}, 0));
  EXPECT_TRUE(close(potential_energy(state), 5.0));
}

TEST(Place, MayBeSaidInManyWays) {
  ModelBuilder model("cart");
  model.body("cart", solid_sphere(1.0, 0.1)).gravity({0, 0, 0});
  model.joint("float", Free{}, "world", "cart");
  const Pose<double> X{{}, {0, 0, 0.1}};
  model.point("eye", "cart", X.p).frame("mount", "cart", X).point("hook", "world", {1, 2, 3});
  const Model cart = model.build();
  for (const Place& place :
       {Place("cart", {0, 0, 0.1}), Place("cart", X), Place(1, X.p), Place(1, X), Place("eye"),
        Place("mount"), Place(cart.point("eye")), Place(cart.frame("mount"))}) {
    SystemBuilder builder(cart);
    builder.add("spring", TwoPointSpring("hook", place, 10.0, 0.0));
    const State state = builder.build().default_state();
    EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{10, 20, 29}));
    EXPECT_TRUE(close(applied_forces(state).on_body(1).t, cross(X.p, V{10, 20, 29})));
  }
}

TEST(ConstantForce, TurnsWithTheBodyOrStaysWithTheWorld) {
  SystemBuilder builder(two_balls());
  builder.add("in world", ConstantForce({"a", V{0, 0, 2}}, {1, 0, 0}));
  builder.add("in body", ConstantForce({"b", V{0, 0, 2}}, {1, 0, 0}, ForceAxes::body));
  builder.add("turn", ConstantTorque("b", {5, 0, 0}, ForceAxes::body));
  builder.add("twist", ConstantTorque("a", {0, 0, 4}));
  State state = builder.build().default_state();
  const double half = std::sqrt(0.5);
  for (const int body : {1, 2}) place(state, body, {1, 1, 1}, {half, 0, 0, half});  // 90° about z
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{1, 0, 0}));
  EXPECT_TRUE(close(applied_forces(state).on_body(1).t, V{0, 2, 4}));
  EXPECT_TRUE(close(applied_forces(state).on_body(2).f, V{0, 1, 0}));
  EXPECT_TRUE(close(applied_forces(state).on_body(2).t, V{-2, 5, 0}));
}

TEST(LinearBushing, AKnownOffsetGivesAKnownForce) {
  SystemBuilder builder(two_balls());
  builder.add("bushing", LinearBushing(0, {"a", V{0, 0, 0.5}}, {3, 4, 5, 60, 70, 80}, {1, 1, 1, 2, 2, 2}));
  const System system = builder.build();
  const auto& bushing = system.force<LinearBushing>("bushing");
  State state = system.default_state();
  place(state, 1, {0.1, 0.2, 0.3 - 0.5});
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{-6, -14, -24}));
  EXPECT_TRUE(close(applied_forces(state).on_body(1).t, cross(V{0, 0, 0.5}, V{-6, -14, -24})));
  EXPECT_TRUE(close(potential_energy(state), 0.5 * (60 * 0.01 + 70 * 0.04 + 80 * 0.09)));
  place(state, 1, {0, 0, -0.5}, {std::cos(0.2), 0, 0, std::sin(0.2)});  // 0.4 rad about z
  EXPECT_TRUE(close(bushing.deflection(state)[2], 0.4));
  EXPECT_TRUE(close(applied_forces(state).on_body(1).t, V{0, 0, -2}));
  state.set_u(state.model().body(1).u0 + 2, 0.3);
  EXPECT_TRUE(close(applied_forces(state).on_body(1).t, V{0, 0, -2 - 0.3}));
  EXPECT_TRUE(close(dissipation(state), 0.09));
}

TEST(LinearBushing, SaysWhereItsAnglesAreUndefined) {
  SystemBuilder builder(two_balls());
  builder.add("mount", LinearBushing("a", "b", {1, 1, 1, 1, 1, 1}, {}));
  State state = builder.build().default_state();
  const double half = std::sqrt(0.5);
  place(state, 2, {0, 0, 0}, {half, 0, half, 0});
  expect_error([&] { (void)applied_forces(state); }, {"'mount'", "1.57", "about y"});
}

TEST(LinearBushing, AMotionThroughItsSingularAngleEndsThereWithAnError) {
  SystemBuilder builder(two_balls());
  builder.add("mount", LinearBushing(0, "a", {3, 4, 5, 60, 70, 80}, {0.1, 0.2, 0.3, 4, 5, 6}));
  State state = builder.build().default_state();
  state.set_u(state.model().body(1).u0 + 0, 0.5);
  state.set_u(state.model().body(1).u0 + 1, 100.0);
  Simulation simulation(state, {.accuracy = 1e-9});
  expect_error([&] { simulation.run(1.0); }, {"'mount'", "1.569", "about y"});
  EXPECT_LT(simulation.statistics().steps, 3000);
  EXPECT_GT(simulation.state().time(), 0.01);
}

TEST(DiscreteForces, ActAsSetUntilCleared) {
  SystemBuilder builder(two_balls());
  builder.add("pull", DiscreteForces{});
  const System system = builder.build();
  const auto& pull = system.force<DiscreteForces>("pull");
  State state = system.default_state();
  EXPECT_TRUE(close(udot(state)[3], 0, 0));
  pull.set_body(state, 1, {{0, 0, 0}, {6, 0, 0}});
  pull.set_speed(state, 4, 8.0);
  EXPECT_TRUE(close(udot(state)[3], 3.0));
  EXPECT_TRUE(close(udot(state)[4], 4.0));
  EXPECT_EQ(pull.on_speed(state, 4), 8.0);
  State copy = state;
  pull.clear(state);
  EXPECT_TRUE(close(udot(state)[3], 0, 0));
  EXPECT_TRUE(close(udot(copy)[3], 3.0));
}

TEST(MutualForce, TwoBallsAttractAsNewtonSays) {
  SystemBuilder builder(two_balls());
  builder.add("pair", MutualForce(0.5));
  const System system = builder.build();
  State state = system.default_state();
  place(state, 2, {0, 2, 0});
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{0, 0.5 * 6 / 4, 0}));
  EXPECT_TRUE(close(potential_energy(state), -0.5 * 6 / 2));
  state.set(system.parameter("pair.strength"), -0.5);
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{0, -0.75, 0}));
  place(state, 2, {0, 0, 0});
  expect_error([&] { (void)applied_forces(state); }, {"'a'", "'b'", "'pair'", "softening"});
  state.set(system.parameter("pair.softening"), 0.1);
  EXPECT_TRUE(close(applied_forces(state).on_body(1).f, V{0, 0, 0}, 0));
  EXPECT_TRUE(close(potential_energy(state), 0.5 * 6 / 0.1));
}

TEST(MutualForce, OfManyBodiesIsTheSumOverPairsAndWorthAThread) {
  const int n = 70;
  Random random(7);
  ModelBuilder model("cloud");
  for (int i = 0; i < n; ++i) {
    const std::string name = "p" + std::to_string(i);
    model.particle(name, random.number(0.5, 2.0));
    model.joint("j" + name, Translation{}, "world", name);
  }
  SystemBuilder builder(model.build());
  builder.add("cloud", MutualForce(1.5, 0.2));
  const System system = builder.build();
  EXPECT_TRUE(system.force_element("cloud").is_costly());
  State state = system.default_state();
  state.set_q(random.numbers(state.nq()));
  const auto m = [&](int i) { return system.model().body(i).inertia.m; };
  for (const int i : {1, 35, n}) {
    V sum = V::zero();
    for (int k = 1; k <= n; ++k) {
      const V arm = pose(state, k).p - pose(state, i).p;
      sum += (1.5 * m(i) * m(k) / std::pow(dot(arm, arm) + 0.04, 1.5)) * arm;
    }
    EXPECT_TRUE(close(applied_forces(state).on_body(i).f, sum, 1e3, 100.0));
  }
}

}  // namespace
}  // namespace sarrus::testing::forces_between_bodies_test
