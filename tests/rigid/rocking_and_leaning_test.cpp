/// Bodies that rock, roll on what turns, lean and are wedged; closed forms of dynamics and statics.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::rocking_and_leaning_test {
namespace {

/// rocking_block.json: Housner's block, let go at a tilt, falls on its other corner and rocks on.
TEST(RockingBlock, FallsOnItsOtherCorner) {
  const double tilt = 0.12248933156343, s = std::sin(tilt), c = std::cos(tilt), accuracy = 1e-5;
  State start = make_scene({{"block", 3, {0.2, 0.3, 0.8}, {0.1 - 0.1 * c + 0.4 * s, 0, 0.1 * s + 0.4 * c}}},
                           rough(1.5));
  start.set_q(0, std::cos(tilt / 2)), start.set_q(2, std::sin(tilt / 2));
  TimeStepping stepping(start, {.accuracy = accuracy, .record = false});
  const auto angle = [&] { return 2 * std::atan2(stepping.state().q(2), stepping.state().q(0)); };
  double rate = 0;
  while (angle() > 1e-9) {
    ASSERT_LT(stepping.state().time(), 1);
    rate = stepping.state().u(1);
    stepping.step();
  }
  EXPECT_NEAR(stepping.state().time(), 0.31230857511262, 10 * accuracy);
  EXPECT_NEAR(rate, -0.89341430730256, 1e-3);
  stepping.run(1e-3);
  EXPECT_NEAR(stepping.state().u(1), -0.81458363312881, 10 * g * 1e-3 / 4);
  while (stepping.state().u(1) < 0 && stepping.state().time() < 1) stepping.step();
  EXPECT_NEAR(angle(), -0.094736793120817, 20 * accuracy);
  EXPECT_NEAR(stepping.state().time(), 0.31230857511262 + 0.25414182698499, 1e-3);
}

/// rolling_ball.json, "turntable": a ball rolls on a circle with 2/7 of the rate of the table.
TEST(Turntable, ABallGoesRoundAtTwoSevenths) {
  ModelBuilder model("turntable");
  model.gravity({0, 0, -9.81});
  model.body("table", solid_brick(5, {1, 1, 0.1})).body("ball", solid_sphere(0.2, 0.05));
  model.joint("table", Pin{}, "world", "table").axis({0, 0, 1}).child_frame({0, 0, 0.05});
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0.2, 0, 0.05});
  SystemBuilder builder(model.build());
  builder.add("contact",
              RigidContact({{"table", {"table", Vec3<double>{0, 0, 0.05}}, HalfSpaceShape{}, rough(1)},
                            {"ball", "ball", SphereShape{0.05}, rough(1)}}));
  builder.prescribe("motor", "table", MotionLevel::velocity, {constant(3)});
  State start = builder.build().default_state();
  start.set_u("table.rate", 3);
  // The contact moves as the table does: (0, 0.6) m/s.
  start.set_u("ball.wx", 6), start.set_u("ball.wy", 2), start.set_u("ball.vx", 0.1),
      start.set_u("ball.vy", 0.3);
  const double accuracy = 1e-4, half = 7.3303828583762 / 2;
  TimeStepping stepping(start, {.accuracy = accuracy, .record = false});
  stepping.run(half);
  const Vec3<double> p = pose(stepping.state(), "ball").p;
  EXPECT_NEAR(p.x, 2 * -0.15 - 0.2, 10 * accuracy * half);
  EXPECT_NEAR(p.y, 2 * 0.11666666666667, 10 * accuracy * half);
}

/// Points of a body that touch walls in the plane; each wall has a normal and a friction.
class PlanarWalls : public RigidElement {
 public:
  struct Wall {
    Vec3<double> point;  // of the body
    Vec3<double> normal;
    double friction;
  };
  PlanarWalls(std::string body, std::vector<Wall> walls) : body_(std::move(body)), walls_(std::move(walls)) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    for (const Wall& wall : walls_) frames_.push_back(Place(body_, wall.point).find(declaration));
    return {declaration.quantities().position};
  }
  void add_rows(const State& state, Memory*, RigidRows& rows) const override {
    for (std::size_t i = 0; i < walls_.size(); ++i)
      rows.add_contact({.first = static_cast<int>(i)}, {.body1 = 0,
                                                        .body2 = frames_[i].body,
                                                        .point = pose(state, frames_[i]).p,
                                                        .normal = walls_[i].normal,
                                                        .gap = 0,
                                                        .static_friction = walls_[i].friction,
                                                        .dynamic_friction = walls_[i].friction});
  }

 private:
  std::string body_;
  std::vector<Wall> walls_;
  std::vector<FrameOn<double>> frames_;
};

/// The first step of a rod that leans at an angle from the horizontal against a wall on its right.
TimeStepping lean(double angle, double mass, double floor, double wall) {
  ModelBuilder model("ladder");
  model.gravity({0, -9.81, 0});
  model.body("rod", thin_rod(mass, {1, 0, 0}));
  model.joint("rod", Planar{}, "world", "rod").start({angle, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("walls",
              PlanarWalls("rod", {{{-0.5, 0, 0}, {0, 1, 0}, floor}, {{0.5, 0, 0}, {-1, 0, 0}, wall}}));
  TimeStepping stepping(builder.build().default_state());
  stepping.step();
  return stepping;
}

/// leaning.json: ladders, and cards, each of which leans against the other as against a smooth wall.
TEST(Leaning, LaddersAndCards) {
  const TimeStepping ladder = lean(60 * degree, 10, 0.4, 0);
  ASSERT_EQ(ladder.forces().size(), 2U);
  EXPECT_NEAR(ladder.forces()[0].normal_force(), 98.1, 1e-6);
  EXPECT_NEAR(ladder.forces()[0].force.x, 28.319030703751, 1e-6);
  EXPECT_NEAR(ladder.forces()[1].normal_force(), 28.319030703751, 1e-6);
  struct Case {
    double floor, wall, least;
  };
  for (const Case& c :
       {Case{0.4, 0, 51.34019174591}, Case{0.4, 0.3, 47.726310993906}, Case{0.5, 0.5, 36.869897645844}}) {
    EXPECT_NEAR(kinetic_energy(lean((c.least + 1e-4) * degree, 10, c.floor, c.wall).state()), 0, 1e-15)
        << c.least;
    EXPECT_GT(kinetic_energy(lean((c.least - 1e-2) * degree, 10, c.floor, c.wall).state()), 1e-15) << c.least;
  }
  for (const Case& c : {Case{0.13397459621556, 0.013142907888747, 15},
                        Case{0.28867513459481, 0.028319030703751, 30}, Case{0.5, 0.04905, 45}}) {
    const double angle = (90 - c.least) * degree;
    const TimeStepping holds = lean(angle, 0.01, c.floor * (1 + 1e-6), 0);
    EXPECT_NEAR(kinetic_energy(holds.state()), 0, 1e-18);
    EXPECT_NEAR(holds.forces()[1].normal_force(), c.wall, 1e-8);
    EXPECT_NEAR(holds.forces()[0].normal_force(), 0.0981, 1e-8);
    EXPECT_GT(kinetic_energy(lean(angle, 0.01, c.floor * (1 - 1e-3), 0).state()), 1e-15);
  }
}

/// wedge.json: what the normal forces on a wedge are is open; they are no less than statics needs.
TEST(Wedge, IsHeldByForcesOfStatics) {
  const double alpha = 8 * degree, mu = 0.2, weight = 10, s = std::sin(alpha), c = std::cos(alpha);
  ModelBuilder model("wedge");
  model.gravity({0, -9.81, 0});
  model.body("wedge", solid_brick(weight / 9.81, {0.2, 0.2, 0.2}));
  model.joint("wedge", Planar{}, "world", "wedge");
  SystemBuilder builder(model.build());
  builder.add("walls", PlanarWalls("wedge", {{{-0.1, 0, 0}, {c, s, 0}, mu}, {{0.1, 0, 0}, {-c, s, 0}, mu}}));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(0.1);
  EXPECT_NEAR(kinetic_energy(stepping.state()), 0, 1e-15);
  double lifts = 0;
  for (const RigidForce& force : stepping.forces()) {
    EXPECT_GE(force.normal_force(), 14.826820598492 * (1 - 1e-9));
    EXPECT_LE(norm(force.force - force.normal_force() * force.normal),
              mu * force.normal_force() * (1 + 1e-9));
    lifts += force.force.y;
  }
  EXPECT_NEAR(lifts, weight, 1e-8);
}

/// A million to one: the light box carries the heavy one, and none sinks. In steps of one length forces have
/// ten times the tolerance of the solver; with error control the boxes may overlap by the tolerance of
/// positions, and forces are off by less than a hundredth of the accuracy.
TEST(MassRatio, OfAMillion) {
  struct Case {
    double accuracy, of_places, of_forces;
  };
  for (const Case& c : {Case{0, 1e-8, 1e-8}, Case{1e-3, 1e-6, 1e-5}}) {
    SCOPED_TRACE(c.accuracy);
    const State start =
        make_scene({{"light", 1, {0.2, 0.2, 0.2}, {0, 0, 0.1}}, {"heavy", 1e6, {0.2, 0.2, 0.2}, {0, 0, 0.3}}},
                   rough(0.5));
    TimeStepping stepping(start, {.accuracy = c.accuracy, .record = false});
    stepping.run(1);
    EXPECT_NEAR(pose(stepping.state(), "heavy").p.z, 0.3, c.of_places);
    EXPECT_NEAR(pose(stepping.state(), "light").p.z, 0.1, c.of_places);
    EXPECT_NEAR(normal_force(stepping, "world", "light") / (1e6 + 1) / 9.81, 1, c.of_forces);
    EXPECT_NEAR(normal_force(stepping, "light", "heavy") / 1e6 / 9.81, 1, c.of_forces);
  }
}

}  // namespace
}  // namespace sarrus::testing::rocking_and_leaning_test
