/// Things at rest: who carries what, and that nothing creeps.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/hard_stops.h"
#include "tests/rigid/rigid_scenes.h"

namespace sarrus::testing::statics_test {
namespace {

/// table_four_legs.json: a table without mass, a load of 100 N; legs share as equal springs do.
TEST(Table, LegsShareTheLoad) {
  struct Case {
    double x, y;
    Array<double> legs;
  };
  const double corners[4][2] = {{0.6, 0.4}, {-0.6, 0.4}, {-0.6, -0.4}, {0.6, -0.4}};
  for (const Case& c : {Case{0, 0, {25, 25, 25, 25}},
                        Case{0.2, 0.1, {39.583333333333, 22.916666666667, 10.416666666667, 27.083333333333}},
                        Case{0.3, 0.2, {50, 25, 0, 25}}, Case{0.45, 0.2, {62.5, 12.5, 0, 25}},
                        Case{0.5, 0.3, {79.166666666667, 8.3333333333333, 0, 12.5}}}) {
    ModelBuilder model("table");
    // The load is at the height of the feet, so that it is not the friction that balances it.
    model.body("table", RigidInertia<double>::from_central(100 / 9.81, {c.x, c.y, 0}, {1, 1, 1, 0, 0, 0}));
    model.joint("table", Free{}, "world", "table");
    Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, rough(0.5)}};
    for (int i = 0; i < 4; ++i)
      surfaces.push_back({"leg" + std::to_string(i),
                          {"table", Pose<double>::translation({corners[i][0], corners[i][1], 0.01})},
                          SphereShape{0.01},
                          rough(0.5)});
    SystemBuilder builder(model.build());
    builder.add("contact", RigidContact(surfaces));
    TimeStepping stepping(builder.build().default_state(), {.step = 0.01});
    stepping.run(0.5);
    Array<double> legs(4, 0.0);
    for (const RigidForce& force : stepping.forces())
      legs[force.name.second - 1] += force.normal_force();  // the floor is number 0
    for (int i = 0; i < 4; ++i)
      EXPECT_NEAR(legs[i], c.legs[i], 1e-5) << "leg " << i << ", load at " << c.x << ", " << c.y;
    EXPECT_NEAR(pose(stepping.state(), "table").p.z, 0, 1e-9);
  }
}

std::vector<Piece> brick_stack(int count) {
  std::vector<Piece> bricks;
  for (int i = 0; i < count; ++i)
    bricks.push_back({"brick" + std::to_string(i), 2.5, {0.4, 0.2, 0.1}, {0, 0, 0.05 + 0.1 * i}});
  return bricks;
}

/// brick_stack.json: the weight above rests on each face; a corner under the tenth brick bears a quarter.
TEST(Stack, StandsStill) {
  TimeStepping stepping(make_scene(brick_stack(10), rough(0.5)), {.step = 0.005});
  stepping.run(2);
  const State& end = stepping.state();
  for (int i = 0; i < 10; ++i) {
    const std::string name = "brick" + std::to_string(i);
    const Vec3<double> p = pose(end, name).p;
    EXPECT_NEAR(p.x, 0, 1e-9);
    EXPECT_NEAR(p.y, 0, 1e-9);
    EXPECT_NEAR(p.z, 0.05 + 0.1 * i, 1e-9);
  }
  for (int k = 1; k <= 10; ++k) {
    const std::string upper = "brick" + std::to_string(10 - k);
    const std::string lower = k == 10 ? "world" : "brick" + std::to_string(9 - k);
    EXPECT_NEAR(normal_force(stepping, upper.c_str(), lower.c_str()), 24.525 * k, 1e-5);
  }
  for (const RigidForce& force : stepping.forces())
    if (force.body1 == 0 || force.body2 == 0) {
      EXPECT_NEAR(force.normal_force(), 61.3125, 1e-3);
    }
  EXPECT_LT(stepping.report().largest_penetration, 1e-9);
}

/// A wall in running bond stands still, and its steps use the factors of the first ones again and again.
TEST(Stack, AWallAtRestIsFactoredSeldom) {
  std::vector<Piece> bricks;
  for (int i = 0; i < 5; ++i)
    for (int k = 0; k < 5; ++k)
      bricks.push_back({"brick" + std::to_string(10 * i + k),
                        4,
                        {0.2, 0.1, 0.1},
                        {0.2 * k + 0.1 * (i % 2), 0, 0.05 + 0.1 * i}});
  const State start = make_scene(bricks, rough(0.6));
  TimeStepping stepping(start, {.step = 5e-3, .record = false});
  stepping.run(0.1);
  const long first = stepping.report().factorizations;
  stepping.run(1);
  EXPECT_LE(stepping.report().factorizations - first, 40);
  for (const Piece& brick : bricks)
    EXPECT_LT(norm(pose(stepping.state(), brick.name).p - brick.at), 1e-8) << brick.name;
}

/// brick_stack.json: an overhang just below the harmonic one stands, just above it falls.
TEST(Stack, OverhangsByTheHarmonicNumbers) {
  for (const double factor : {0.995, 1.02}) {
    std::vector<Piece> bricks = brick_stack(4);
    double x = 0;
    for (int k = 3; k >= 1; --k) {  // brick k from the top may overhang the one below by L/(2k)
      x += factor * 0.4 / (2 * k);
      bricks[static_cast<std::size_t>(4 - k)].at.x = x;
    }
    TimeStepping stepping(make_scene(bricks, rough(0.6)), {.step = 0.002});
    stepping.run(1);
    const double fallen = bricks[3].at.z - pose(stepping.state(), "brick3").p.z;
    if (factor < 1) {
      EXPECT_NEAR(fallen, 0, 1e-8);
    } else {
      EXPECT_GT(fallen, 1e-3);
    }
  }
}

/// Answers do not depend on the order in which bodies and surfaces are given.
TEST(Stack, TheOrderOfBodiesDoesNotMatter) {
  std::vector<Piece> pieces = brick_stack(4);
  pieces.push_back({"ball", 1, {0.08, 0, 0}, {-0.6, 0.02, 0.25}, {4, 0, 0}});
  TimeStepping one(make_scene(pieces, rough(0.5, 0.2)), {.step = 0.002});
  std::reverse(pieces.begin(), pieces.end());
  TimeStepping other(make_scene(pieces, rough(0.5, 0.2)), {.step = 0.002});
  one.run(0.4), other.run(0.4);
  for (const Piece& piece : pieces) {
    const Vec3<double> a = pose(one.state(), piece.name).p, b = pose(other.state(), piece.name).p;
    EXPECT_EQ(norm(a - b), 0) << piece.name;
  }
  EXPECT_GT(std::abs(pose(one.state(), "brick3").p.x), 1e-3);  // the ball has hit
}

/// Millimeters and tonnes give the same motion as meters and kilograms.
TEST(Units, DoNotMatter) {
  const auto end_of = [](double length, double mass) {
    std::vector<Piece> pieces{{"a", 1, {0.1, 0, 0}, {-0.1, 0, 0.1}},
                              {"b", 2, {0.1, 0, 0}, {0.11, 0.03, 0.1}},
                              {"c", 1, {0.1, 0, 0}, {0, 0.02, 0.3}},
                              {"d", 1, {0.08, 0, 0}, {-0.6, 0.02, 0.35}, {4, 0, 0}}};
    for (Piece& piece : pieces) {
      piece.mass *= mass;
      piece.size = length * piece.size, piece.at = length * piece.at,
      piece.velocity = length * piece.velocity;
    }
    TimeStepping stepping(
        make_scene(pieces, rough(0.5, 0.2), {0, 0, -9.81 * length}),
        {.step = 0.002, .position_tolerance = 1e-6 * length, .capture_speed = 0.01 * length});
    stepping.run(0.5);
    return (1 / length) * (pose(stepping.state(), "d").p - pose(stepping.state(), "b").p);
  };
  const Vec3<double> meters = end_of(1, 1);
  EXPECT_NEAR(norm(end_of(1000, 1) - meters), 0, 1e-6);
  EXPECT_NEAR(norm(end_of(1, 1e-3) - meters), 0, 1e-6);
  EXPECT_NEAR(norm(end_of(1e-2, 1e4) - meters), 0, 1e-6);
}

/// A pendulum hangs at its stop: the torque is that of its weight.
TEST(HardStops, CarryTheWeight) {
  ModelBuilder model("arm");
  model.body("arm", point_mass(2, {0.5, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "arm").axis({0, 1, 0}).limit(-1, 0.3);
  SystemBuilder builder(model.build());
  builder.add("stops", HardStops::of_model(builder.model()));
  TimeStepping stepping(builder.build().default_state(), {.step = 1e-3});
  stepping.run(2);
  EXPECT_NEAR(stepping.state().q(0), 0.3, 1e-9);
  EXPECT_NEAR(stepping.state().u(0), 0, 1e-10);
  ASSERT_EQ(stepping.forces().size(), 1U);
  EXPECT_NEAR(stepping.forces()[0].row_force, 2 * 9.81 * 0.5 * std::cos(0.3), 1e-6);
}

}  // namespace
}  // namespace sarrus::testing::statics_test
