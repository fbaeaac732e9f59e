/// Ropes pull and never push.

#include "sarrus/rigid/rope.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::rope_test {
namespace {

/// A small mass that moves in the x–z plane.
ModelBuilder make_bob(double mass) {
  ModelBuilder model("bob");
  model.body("carrier", solid_sphere(1e-9, 0.1)).body("bob", solid_sphere(mass, 0.01));
  model.joint("x", Slider{}, "world", "carrier");
  model.joint("z", Slider{}, "carrier", "bob").axis({0, 0, 1});
  return model;
}

/// Masses on parallel vertical sliders, at given places.
ModelBuilder make_weights(std::initializer_list<std::pair<double, Vec3<double>>> weights) {
  ModelBuilder model("weights");
  int i = 0;
  for (const auto& [mass, at] : weights) {
    const std::string name = "weight" + std::to_string(i++);
    model.body(name, solid_sphere(mass, 0.05));
    model.joint(name, Slider{}, "world", name).axis({0, 0, 1}).parent_frame({at.x, at.y, 0}).start({at.z});
  }
  return model;
}

double tension(const TimeStepping& stepping) {
  double sum = 0;
  for (const RigidForce& force : stepping.forces()) sum += force.row_force;
  return sum;
}

/// A bob on a circle becomes slack at the height L·sin α with v² = g·L·sin α, flies for 4·v·cos α/g, and
/// keeps only its speed across the rope when it is caught.
TEST(Rope, ABobGoesSlackAndIsCaught) {
  const double L = 0.8, alpha = 0.6, v = std::sqrt(g * L * std::sin(alpha));
  SystemBuilder builder(make_bob(0.5).build());
  builder.add("rope", Rope({"world", "bob"}, L));
  State start = builder.build().default_state();
  start.set_q("x", L * std::cos(alpha)), start.set_q("z", L * std::sin(alpha));
  start.set_u("x.rate", -v * std::sin(alpha)), start.set_u("z.rate", v * std::cos(alpha));

  const double flight = 4 * v * std::cos(alpha) / g;
  const double x = L * std::cos(alpha) - v * std::sin(alpha) * flight;
  const double z = L * std::sin(alpha) + v * std::cos(alpha) * flight - 0.5 * g * flight * flight;
  ASSERT_NEAR(std::hypot(x, z), L, 1e-12);
  const double vx = -v * std::sin(alpha), vz = v * std::cos(alpha) - g * flight;
  const double across = (x * vz - z * vx) / L;  // positive: counterclockwise

  const double h = 1e-4;
  TimeStepping stepping(start, {.step = h, .record = false});
  double caught = 0;
  while (caught == 0 && stepping.state().time() < 2) {
    stepping.step();
    // It begins at the edge of being taut, where only the order of the step makes a difference.
    if (stepping.state().time() > 0.1 && tension(stepping) > 1) caught = stepping.state().time();
  }
  EXPECT_NEAR(caught, flight, 3 * h);
  stepping.step();  // the first step has only closed the gap
  const State& end = stepping.state();
  const double speed = (end.q("x") * end.u("z.rate") - end.q("z") * end.u("x.rate")) / L;
  EXPECT_NEAR(speed, across, 20 * h);
  EXPECT_NEAR((end.q("x") * end.u("x.rate") + end.q("z") * end.u("z.rate")) / L, 0, 20 * h);
}

/// A pendulum on a taut rope moves as one on a rod.
TEST(Rope, TautSwingsAsARod) {
  const double L = 1.2, h = 2e-4;
  SystemBuilder roped(make_bob(2).build());
  roped.add("rope", Rope({"world", "bob"}, L));
  State start = roped.build().default_state();
  start.set_q("x", L * std::sin(0.5)), start.set_q("z", -L * std::cos(0.5));
  ModelBuilder model("pendulum");
  model.body("bob", point_mass(2, {0, 0, 0}));
  model.joint("pin", Pin{}, "world", "bob").axis({0, 1, 0}).child_frame({0, 0, L}).start({-0.5});
  Simulation rod(SystemBuilder(model.build()).build().default_state(), {.accuracy = 1e-9});
  TimeStepping stepping(start, {.step = h});
  rod.run(1.5);
  stepping.run(1.5);
  EXPECT_NEAR(pose(stepping.state(), "bob").p.x, pose(rod.state(), "bob").p.x, 5 * h);
  EXPECT_LT(stepping.report().largest_penetration, 1e-5);
}

TEST(Rope, CarriesTheWeightAtRest) {
  SystemBuilder builder(make_weights({{3, {0, 0, -2}}}).build());
  builder.add("rope", Rope({"world", "weight0"}, 2));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(0.1);
  EXPECT_NEAR(tension(stepping), 3 * g, 1e-6);
  EXPECT_NEAR(stepping.state().u(0), 0, 1e-8);
}

/// Atwood's machine: over two fixed points, a = g·(m₁ − m₂)/(m₁ + m₂) and the tension 2·g·m₁·m₂/(m₁ + m₂).
TEST(Rope, OverFixedPoints) {
  const double m1 = 3, m2 = 1.5, t = 0.4;
  SystemBuilder builder(make_weights({{m1, {-0.1, 0, -1}}, {m2, {0.1, 0, -1}}}).build());
  builder.add("rope", Rope({"weight0", {"world", {-0.1, 0, 0}}, {"world", {0.1, 0, 0}}, "weight1"}, 2.2));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(t);
  EXPECT_NEAR(tension(stepping), 2 * g * m1 * m2 / (m1 + m2), 1e-6);
  EXPECT_NEAR(stepping.state().u("weight1.rate"), t * g * (m1 - m2) / (m1 + m2), 1e-8);
}

/// A movable block: two parts of the rope carry the load, and half of its weight balances it.
TEST(Rope, OfABlockAndTackle) {
  SystemBuilder builder(make_weights({{4, {0, 0, -1}}, {2, {0.3, 0, -1}}}).build());
  builder.add(
      "rope",
      Rope({{"world", {0, 0, 1}}, "weight0", {"world", {0, 0, 1}}, {"world", {0.3, 0, 1}}, "weight1"}, 6.3));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(0.2);
  EXPECT_NEAR(tension(stepping), 2 * g, 1e-6);
  EXPECT_NEAR(stepping.state().u(0), 0, 1e-8);
}

/// One of two carts pulls the other with a jerk: (v₂ − v₁)⁺ = −e·(v₂ − v₁)⁻ and the momentum stays.
TEST(Rope, JerksWithRestitution) {
  for (const double e : {0.0, 0.4, 1.0}) {
    ModelBuilder model("carts");
    model.gravity({0, 0, 0});
    model.body("one", solid_sphere(2, 0.1)).body("two", solid_sphere(3, 0.1));
    model.joint("one", Slider{}, "world", "one");
    model.joint("two", Slider{}, "world", "two").start({0.5});
    SystemBuilder builder(model.build());
    builder.add("rope", Rope({"one", "two"}, 1, e));
    State start = builder.build().default_state();
    start.set_u("two.rate", 5);
    TimeStepping stepping(start);
    stepping.run(0.05);
    EXPECT_EQ(stepping.state().u("one.rate"), 0) << "slack";
    stepping.run(0.06);
    EXPECT_NEAR(stepping.state().u("one.rate"), 3.0 * 5 * (1 + e) / 5, 1e-8);
    EXPECT_NEAR(stepping.state().u("two.rate") - stepping.state().u("one.rate"), -5 * e, 1e-8);
    const double lost = 0.5 * (2.0 * 3 / 5) * 25 * (1 - e * e);
    EXPECT_NEAR(stepping.energy_balance().by_rigid, -lost, 1e-8);
  }
}

/// The length is a parameter of the State: a rope that is paid out lets its load fall.
TEST(Rope, CanBePaidOut) {
  SystemBuilder builder(make_weights({{3, {0, 0, -2}}}).build());
  builder.add("rope", Rope({"world", "weight0"}, 2));
  const System system = builder.build();
  TimeStepping stepping(system.default_state());
  stepping.change([&](State& state) { state.set(system.parameter("rope.length"), 2.5); });
  stepping.run(0.1);
  EXPECT_NEAR(stepping.state().u(0), -0.1 * g, 1e-8);
  stepping.run(0.4);
  EXPECT_NEAR(stepping.state().q(0), -2.5, 1e-9);
}

TEST(Rope, RefusesWhatItCannotUse) {
  const Model model = make_weights({{3, {0, 0, -2}}}).build();
  const auto add = [&](const Rope& rope) { SystemBuilder(model).add("leash", rope); };
  expect_error([&] { add(Rope({"weight0"}, 1)); }, {"'leash'", "1 points", "at least 2"});
  expect_error([&] { add(Rope({"weight0", {"weight0", {0, 0, 1}}}, 1)); }, {"'leash'", "'weight0'"});
  expect_error([&] { add(Rope({"world", "weight0"}, 0)); }, {"leash.length", "0"});
  expect_error([&] { add(Rope({"world", "weight0"}, 1, 1.5)); }, {"'leash'", "restitution", "1.5"});
  expect_error([&] { add(Rope({"world", "weight0"}, nan)); }, {"leash.length", "nan"});
  expect_error([&] { add(Rope({"world", "weight0"}, 1, nan)); }, {"'leash'", "restitution", "nan"});
}

}  // namespace
}  // namespace sarrus::testing::rope_test
