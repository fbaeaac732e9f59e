/// Bodies that touch at several points, by events of a Simulation.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "tests/rigid/contact_scenes.h"

namespace sarrus::testing::contact_bodies_events_test {
namespace {

/// rocking_block.json: Housner's block, let go at a tilt, falls on its other edge and rocks on.
TEST(ContactBodiesEvents, RockingBlock) {
  const double tilt = 0.12248933156343, s = std::sin(tilt), c = std::cos(tilt);
  State start = make_scene({{"block", 3, {0.2, 0.3, 0.8}, {0.1 - 0.1 * c + 0.4 * s, 0, 0.1 * s + 0.4 * c}}},
                           rough(1.5));
  start.set_q(0, std::cos(tilt / 2)), start.set_q(2, std::sin(tilt / 2));
  Simulation simulation(start, {.accuracy = 1e-10, .energy_balance = true});
  const auto angle = [&] { return 2 * std::atan2(simulation.state().q(2), simulation.state().q(0)); };
  ASSERT_TRUE(run_to(simulation, "contact.touch", 1));
  EXPECT_NEAR(simulation.state().time(), 0.31230857511262, 1e-9);
  EXPECT_NEAR(angle(), 0, 1e-10);
  EXPECT_NEAR(simulation.state().u(1), -0.81458363312881, 1e-9);
  simulation.run(0.25414182698499);
  EXPECT_NEAR(angle(), -0.094736793120817, 1e-9);
  EXPECT_NEAR(simulation.state().u(1), 0, 1e-8);
  EXPECT_EQ(simulation.event_counts().at("contact.touch"), 1);
  simulation.run(0.25414182698499 + 0.01);
  EXPECT_EQ(simulation.event_counts().at("contact.touch"), 2);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-8);
}

/// It rocks ever less and comes to rest on its four corners, whatever rounding says of them.
TEST(ContactBodiesEvents, RockingBlockComesToRest) {
  for (const double tilt : {0.06, 0.0605, 0.0615, 0.0685}) {
    const double s = std::sin(tilt), c = std::cos(tilt);
    State start = make_scene({{"block", 3, {0.2, 0.3, 0.8}, {0.1 - 0.1 * c + 0.4 * s, 0, 0.1 * s + 0.4 * c}}},
                             rough(1.5));
    start.set_q(0, std::cos(tilt / 2)), start.set_q(2, std::sin(tilt / 2));
    Simulation simulation(start, {.accuracy = 1e-6});
    simulation.run(5);
    EXPECT_EQ(contact_of(simulation.state()).closed(simulation.state()).size(), 4U);
    EXPECT_NEAR(kinetic_energy(simulation.state()), 0, 1e-20);
    EXPECT_NEAR(pose(simulation.state(), "block").p.z, 0.4, 1e-11);
  }
}

/// table_four_legs.json: legs share as equal springs do; those that do not press are open.
TEST(ContactBodiesEvents, FourLeggedTable) {
  struct Case {
    double x, y;
    Array<double> legs;
  };
  const double corners[4][2] = {{0.6, 0.4}, {-0.6, 0.4}, {-0.6, -0.4}, {0.6, -0.4}};
  for (const double friction : {0.0, 0.5})
    for (const Case& c :
         {Case{0, 0, {25, 25, 25, 25}},
          Case{0.2, 0.1, {39.583333333333, 22.916666666667, 10.416666666667, 27.083333333333}},
          Case{0.3, 0.2, {50, 25, 0, 25}}, Case{0.45, 0.2, {62.5, 12.5, 0, 25}},
          Case{0.5, 0.3, {79.166666666667, 8.3333333333333, 0, 12.5}}}) {
      ModelBuilder model("table");
      model.body("table", RigidInertia<double>::from_central(100 / g, {c.x, c.y, 0}, {1, 1, 1, 0, 0, 0}));
      model.joint("table", Free{}, "world", "table");
      Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, rough(friction)}};
      for (int i = 0; i < 4; ++i)
        surfaces.push_back({"leg" + std::to_string(i),
                            {"table", Pose<double>::translation({corners[i][0], corners[i][1], 0.01})},
                            SphereShape{0.01},
                            rough(friction)});
      SystemBuilder builder(model.build());
      builder.add("contact", RigidContact(surfaces));
      Simulation simulation(builder.build().default_state(), {.accuracy = 1e-6});
      simulation.run(0.5);
      Array<double> legs(4, 0.0);
      for (const ContactLoad& load : contact_of(simulation.state()).loads(simulation.state()))
        legs[load.surface2 - 1] += load.normal_force;
      for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(legs[i], c.legs[i], 1e-7) << "leg " << i << ", load at " << c.x << ", " << c.y;
      EXPECT_NEAR(norm(pose(simulation.state(), "table").p), 0, 1e-11);
    }
}

/// A smooth ball that slides down from a sphere leaves it where cos θ is two thirds of what it was; one that
/// rolls has v² = 10/7·g·(R + r)·(cos θ₀ − cos θ).
TEST(ContactBodiesEvents, BallOnASphere) {
  for (const double friction : {0.0, 3.0}) {
    ModelBuilder model("hill");
    model.gravity({0, 0, -g});
    const double R = 0.7, r = 0.1, tilt = 0.3;
    model.body("ball", solid_sphere(1, r));
    model.joint("ball", Free{}, "world", "ball")
        .start({1, 0, 0, 0, (R + r) * std::sin(tilt), 0, (R + r) * std::cos(tilt)});
    SystemBuilder builder(model.build());
    builder.add("contact", RigidContact({{"ball", "ball", SphereShape{r}, rough(friction)},
                                         {"hill", "world", SphereShape{R}, rough(friction)}}));
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-10, .energy_balance = true});
    const auto cosine = [&] { return pose(simulation.state(), "ball").p.z / (R + r); };
    if (friction == 0) {
      ASSERT_TRUE(run_to(simulation, "contact.part", 2));
      EXPECT_NEAR(cosine(), 2.0 / 3 * std::cos(tilt), 1e-9);
    } else {
      simulation.run(0.4);
      const Vec3<double> v = velocity(simulation.state(), "ball").v;
      EXPECT_GT(norm(v), 0.5);
      EXPECT_NEAR(dot(v, v), 10.0 / 7 * g * (R + r) * (std::cos(tilt) - cosine()), 1e-8);
      ASSERT_TRUE(run_to(simulation, "contact.slip", 2));  // friction cannot hold it up to the end
      ASSERT_TRUE(run_to(simulation, "contact.part", 2));
    }
    EXPECT_NEAR(norm(pose(simulation.state(), "ball").p), R + r, 1e-10);
    EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-8);
  }
}

/// A brick that is pulled over a floor at its center slides; at the height h above the limit b/(2·μ) it tips.
TEST(ContactBodiesEvents, BrickSlidesOrTips) {
  for (const bool tips : {false, true}) {
    // On a slope that is steeper than the friction, a brick of width b and height H tips if μ > b/H.
    const double mu = tips ? 0.51 : 0.49, slope = 35 * degree;
    State start = make_scene({{"brick", 1, {0.2, 0.3, 0.4}, {0, 0, 0.2}}}, rough(mu),
                             {g * std::sin(slope), 0, -g * std::cos(slope)});
    Simulation simulation(start, {.accuracy = 1e-8});
    simulation.run(0.3);
    const State& end = simulation.state();
    const double turn = 2 * std::asin(end.q(2));
    if (tips) {
      EXPECT_GT(turn, 1e-3);
      EXPECT_EQ(contact_of(end).closed(end).size(), 2U);
    } else {
      EXPECT_NEAR(turn, 0, 1e-11);
      EXPECT_NEAR(end.u(3), 0.3 * g * (std::sin(slope) - mu * std::cos(slope)), 1e-8);
    }
  }
}

/// newtons_cradle.json: simultaneous impacts.
TEST(ContactBodiesEvents, Cradle) {
  struct Case {
    double e;
    Array<double> after;
  };
  for (const Case& c : {Case{1, {-1 / 3., 2 / 3., 2 / 3.}},
                        Case{0.9, {-0.26666666666667, 0.63333333333333, 0.63333333333333}},
                        Case{0.5, {0, 0.5, 0.5}}, Case{1, {-0.6, 0.4, 0.4, 0.4, 0.4}}}) {
    std::vector<Piece> balls;
    for (std::size_t i = 0; i < c.after.size(); ++i) {
      const double x = i == 0 ? -0.03 : 0.2 * static_cast<double>(i);
      balls.push_back({"ball" + std::to_string(i), 0.5, {0.1, 0, 0}, {x, 0, 1}, {i == 0 ? 1.0 : 0.0, 0, 0}});
    }
    Simulation simulation(make_scene(balls, rough(0, c.e), {0, 0, 0}), {.accuracy = 1e-8});
    simulation.run(0.05);
    for (std::size_t i = 0; i < c.after.size(); ++i)
      EXPECT_NEAR(velocity(simulation.state(), balls[i].name).v.x, c.after[i], 1e-9) << i << ", e = " << c.e;
  }
}

/// Bricks on each other stand still, and each face bears the weight above it.
TEST(ContactBodiesEvents, StackStandsStill) {
  std::vector<Piece> bricks;
  const int count = 4;
  for (int i = 0; i < count; ++i)
    bricks.push_back({"brick" + std::to_string(i), 2.5, {0.4, 0.2, 0.1}, {0, 0, 0.05 + 0.1 * i}});
  Simulation simulation(make_scene(bricks, rough(0.5)), {.accuracy = 1e-6});
  simulation.run(2);
  const State& end = simulation.state();
  Array<double> forces(count, 0.0);
  for (const ContactLoad& load : contact_of(end).loads(end)) {
    const int below =
        load.surface1 == count || load.surface2 == count ? 0 : std::min(load.surface1, load.surface2) + 1;
    forces[below] += load.normal_force;
  }
  for (int i = 0; i < count; ++i) {
    EXPECT_NEAR(forces[i], 2.5 * g * (count - i), 1e-9);
    EXPECT_NEAR(pose(end, bricks[static_cast<std::size_t>(i)].name).p.z, 0.05 + 0.1 * i, 1e-11);
  }
}

}  // namespace
}  // namespace sarrus::testing::contact_bodies_events_test
