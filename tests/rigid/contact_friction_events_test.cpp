/// Friction of rigid contact by events of a Simulation: sticking, slipping and rolling.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/system/declaration.h"
#include "tests/rigid/contact_scenes.h"

namespace sarrus::testing::contact_friction_events_test {
namespace {

/// A force k·t along x.
class GrowingPull : public ForceElement {
 public:
  explicit GrowingPull(double k) : k_(k) {}
  std::vector<Dependency> declare(Declaration&) override { return {Source::time}; }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, k_ * state.time());
  }

 private:
  double k_;
};

/// A ball that cannot turn, on a slope: gravity is tilted about the y axis, x points down.
State make_slope(double angle, double friction, const Vec3<double>& velocity = {}) {
  ModelBuilder model("slope");
  model.gravity({g * std::sin(angle), 0, -g * std::cos(angle)});
  model.body("block", solid_brick(2, {0.1, 0.1, 0.1}));
  model.joint("block", Translation{}, "world", "block").start({0, 0, 0.05});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"block", "block", SphereShape{0.05}, rough(friction)},
                                       {"floor", "world", HalfSpaceShape{}, rough(friction)}}));
  State state = builder.build().default_state();
  for (int i = 0; i < 3; ++i) state.set_u(i, velocity[i]);
  return state;
}

/// incline.json: 20°, μ 0.25, 3 m/s up the slope; it stops and slides back.
TEST(ContactFrictionEvents, UpAndBack) {
  Simulation simulation(make_slope(20 * degree, 0.25, {-3, 0, 0}),
                        {.accuracy = 1e-10, .energy_balance = true});
  ASSERT_TRUE(run_to(simulation, "contact.stop", 2));
  EXPECT_NEAR(simulation.state().time(), 0.53005277700054, 1e-9);
  EXPECT_NEAR(simulation.state().q(0), -0.79507916550081, 1e-9);
  simulation.run(1.2302604198818);
  EXPECT_NEAR(simulation.state().q(0), 0, 1e-9);
  EXPECT_NEAR(simulation.state().u(0), 1.292537990578, 1e-9);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 5e-8);
}

/// incline.json: across the slope, μ 0.6: the direction turns, and the block stops for good.
TEST(ContactFrictionEvents, AcrossTheSlope) {
  Simulation simulation(make_slope(20 * degree, 0.6, {0, 2, 0}), {.accuracy = 1e-10, .energy_balance = true});
  simulation.run(1);
  const State& end = simulation.state();
  EXPECT_NEAR(simulation.last_event_times().at("contact.stop"), 0.57213171545244, 1e-8);
  EXPECT_NEAR(end.q(0), 0.17353242875362, 1e-8);
  EXPECT_NEAR(end.q(1), 0.39823203229329, 1e-8);
  EXPECT_NEAR(norm(Vec3<double>{end.u(0), end.u(1), end.u(2)}), 0, 1e-15);
  ASSERT_EQ(contact_of(end).loads(end).size(), 1U);
  EXPECT_FALSE(contact_of(end).loads(end)[0].slides);
  EXPECT_NEAR(norm(contact_of(end).loads(end)[0].friction), 2 * g * std::sin(20 * degree), 1e-9);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-7);
}

/// The round cone: it holds up to μ = tan α, whatever the direction of the slope.
TEST(ContactFrictionEvents, SticksUpToTheAngleOfFrictionInAllDirections) {
  const double mu = 0.45;
  for (int k = 0; k < 16; ++k)
    for (const double relative : {-1e-9, 1e-9}) {
      const double slope = mu * (1 + relative), direction = 0.1 + 2 * pi * k / 16;
      ModelBuilder model("slope");
      model.gravity({slope * std::cos(direction), slope * std::sin(direction), -1});
      model.body("block", solid_sphere(3, 0.05));
      model.joint("block", Translation{}, "world", "block").start({0, 0, 0.05});
      SystemBuilder builder(model.build());
      builder.add("contact", RigidContact({{"block", "block", SphereShape{0.05}, rough(mu)},
                                           {"floor", "world", HalfSpaceShape{}, rough(mu)}}));
      Simulation simulation(builder.build().default_state());
      simulation.run(1);
      const State& end = simulation.state();
      EXPECT_EQ(contact_of(end).loads(end)[0].slides, relative > 0) << k;
      // What is left of the pull moves it, straight on, if it is more than rounding.
      const double speed = relative > 0 ? mu * relative : 0;
      EXPECT_NEAR(end.u(0), speed * std::cos(direction), 1e-14) << k;
      EXPECT_NEAR(end.u(1), speed * std::sin(direction), 1e-14) << k;
      EXPECT_EQ(simulation.event_counts().count("contact.stop"), 0U) << k;
    }
}

/// A pull that grows starts the block when it exceeds the static friction; the dynamic one brakes it then.
TEST(ContactFrictionEvents, StartsWhenAGrowingPullExceedsIt) {
  ModelBuilder model("pull");
  model.gravity({0, 0, -g});
  model.body("block", solid_sphere(2, 0.05));
  model.joint("block", Translation{}, "world", "block").start({0, 0, 0.05});
  SystemBuilder builder(model.build());
  const double k = 3, mu_s = 0.5, mu_d = 0.3;
  builder.add("pull", GrowingPull(k));
  const ContactMaterial material{.static_friction = mu_s, .dynamic_friction = mu_d};
  builder.add("contact", RigidContact({{"block", "block", SphereShape{0.05}, material},
                                       {"floor", "world", HalfSpaceShape{}, material}}));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-10});
  ASSERT_TRUE(run_to(simulation, "contact.slip", 5));
  const double start = mu_s * 2 * g / k;
  EXPECT_NEAR(simulation.state().time(), start, 1e-9);
  simulation.run_until(start + 1);
  // m·a = k·t − μ_d·m·g from the start on.
  const double excess = (mu_s - mu_d) * g;
  EXPECT_NEAR(simulation.state().u(0), excess + k / 2 / 2, 1e-8);
  EXPECT_NEAR(simulation.state().q(0), excess / 2 + k / 2 / 6, 1e-8);
}

struct Roll {
  double k, v, w, time, speed, distance;
};
/// slip_to_roll.json: ball, disk and hoop slide until they roll.
TEST(ContactFrictionEvents, SlipToRoll) {
  for (const Roll& roll : {Roll{0.4, 2, 0, 0.19416533178001, 1.4285714285714, 0.33285485448002},
                           Roll{0.4, 2, -60, 0.77666132712004, -0.28571428571429, 0.66570970896004},
                           Roll{0.4, 0, 50, 0.48541332945003, 1.4285714285714, 0.34672380675002},
                           Roll{0.5, 2, 0, 0.22652622041001, 1.3333333333333, 0.37754370068335},
                           Roll{1.0, 2, 0, 0.33978933061502, 1.0, 0.50968399592253}}) {
    ModelBuilder model("roll");
    model.gravity({0, 0, -g});
    model.body("ball",
               RigidInertia<double>::from_central(
                   1, {0, 0, 0}, Sym3<double>::diagonal(roll.k * 0.01, roll.k * 0.01, roll.k * 0.01)));
    model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 0.1});
    SystemBuilder builder(model.build());
    builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, rough(0.3)},
                                         {"floor", "world", HalfSpaceShape{}, rough(0.3)}}));
    State state = builder.build().default_state();
    state.set_u(1, roll.w), state.set_u(3, roll.v);
    Simulation simulation(state, {.accuracy = 1e-10, .energy_balance = true});
    ASSERT_TRUE(run_to(simulation, "contact.stop", 2));
    EXPECT_NEAR(simulation.state().time(), roll.time, 1e-9);
    EXPECT_NEAR(simulation.state().u(3), roll.speed, 1e-9);
    EXPECT_NEAR(simulation.state().q(4), roll.distance, 1e-9);
    simulation.run(1);  // it rolls on
    EXPECT_NEAR(simulation.state().q(4), roll.distance + roll.speed, 1e-8);
    EXPECT_NEAR(simulation.state().u(1), roll.speed / 0.1, 1e-8);
    EXPECT_NEAR(simulation.state().q(6), 0.1, 1e-11);
    EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 5e-8);
  }
}

/// slip_to_roll.json: a ball rolls down a slope of 30° with 5/7·g·sin α, or slips if μ < 2/7·tan α.
TEST(ContactFrictionEvents, BallOnASlopeRollsOrSlips) {
  for (const auto& [mu, acceleration, slides] :
       {std::tuple{0.16495721976846 * (1 + 1e-6), 3.5035714285714, false},
        {0.16495721976846 * (1 - 1e-6), 3.5035714285714, true},
        {0.1, 4.0554290788875, true}}) {
    const State start = make_scene({{"ball", 1, {0.1, 0, 0}, {0, 0, 0.1}}}, rough(mu),
                                   {g * std::sin(30 * degree), 0, -g * std::cos(30 * degree)});
    Simulation simulation(start, {.accuracy = 1e-9});
    simulation.run(1);
    EXPECT_NEAR(simulation.state().u(3), acceleration, 1e-5);
    EXPECT_EQ(contact_of(simulation.state()).loads(simulation.state())[0].slides, slides) << mu;
  }
}

/// rolling_ball.json: a ball on a turntable that turns with W goes in circles with 2/7·W.
TEST(ContactFrictionEvents, BallOnATurntable) {
  ModelBuilder model("turntable");
  model.gravity({0, 0, -g});
  model.body("table", solid_cylinder(10, 2, 0.1)).body("ball", solid_sphere(1, 0.1));
  model.joint("table", Pin{}, "world", "table").axis({0, 0, 1});
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 1, 0, 0.1});
  SystemBuilder builder(model.build());
  builder.prescribe("motor", "table", MotionLevel::position, {linear({3.5})});
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, rough(0.9)},
                                       {"top", "table", HalfSpaceShape{}, rough(0.9)}}));
  State state = builder.build().default_state();
  // It rolls about a center at the origin: v = 2/7·W·(−y, x), and w from no slip.
  const int u0 = state.model().body("ball").u0;
  const double W = 3.5, v = 2.0 / 7 * W;
  state.set_u(u0 + 4, v);
  // At the contact: v + w×(0, 0, −R) = W·(0, 1): v_y + R·w_x = W.
  state.set_u(u0, (W - v) / 0.1);
  Simulation simulation(state, {.accuracy = 1e-10});
  simulation.run(2);
  const Vec3<double> p = pose(simulation.state(), "ball").p;
  EXPECT_NEAR(p.x, std::cos(2 * v), 1e-7);
  EXPECT_NEAR(p.y, std::sin(2 * v), 1e-7);
}

}  // namespace
}  // namespace sarrus::testing::contact_friction_events_test
