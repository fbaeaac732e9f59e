/// Fast bodies do not pass through others between two evaluations.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/contact_events.h"
#include "tests/contact/contact_scenes.h"

namespace sarrus::testing::fast_bodies_test {
namespace {

const ContactMaterial hard{
    .modulus = 2e11, .dissipation = 0, .static_friction = 0, .dynamic_friction = 0, .thickness = 1e-3};

/// A ball of 1 mm and 100 m/s flies at a plate of 1 mm. Without forces a step is as long as the run.
struct BallAtPlate {
  double z = 1;
  std::shared_ptr<CompliantContact> contact{};
  int touches = 0;

  System make(const AnyShape& plate) {
    ModelBuilder model("shot");
    model.gravity({0, 0, 0});
    model.body("ball", solid_sphere(3.3e-5, 1e-3));
    model.joint("free", Free{}, "world", "ball").start({1, 0, 0, 0, 0.01, 0.02, z});
    SystemBuilder builder(model.build());
    contact = std::make_shared<CompliantContact>(
        Array<ContactSurface>{{"plate", "world", plate, hard}, {"ball", "ball", SphereShape{1e-3}, hard}});
    builder.add_force("contact", contact);
    on_touch(builder, contact, "ball", "plate", [this](State&, EventCall&) { ++touches; });
    return builder.build();
  }
};

TEST(FastBodies, ABallDoesNotFlyThroughAPlate) {
  for (const AnyShape& plate : {AnyShape(BoxShape{{0.2, 0.2, 1e-3}}), AnyShape(CylinderShape{0.1, 1e-3})})
    for (const char* method : {"dormand-prince5", "dormand-prince8", "merson"}) {
      BallAtPlate scene;
      const System system = scene.make(plate);
      State state = system.default_state();
      state.set_u(5, -100);
      Simulation simulation(state, {.accuracy = 1e-3, .integrator = method});
      simulation.run_until(0.02);
      const double speed = velocity(simulation.state(), "ball").v.z;
      EXPECT_NEAR(speed, 100, 2) << type_of(plate) << " " << method;
      EXPECT_NEAR(pose(simulation.state(), "ball").p.z, 1, 0.02) << method;
      EXPECT_EQ(scene.touches, 1);
    }
}

/// A rod of 4 mm that turns with 300 rad/s meets a pole of 4 mm at 120 m/s.
TEST(FastBodies, ARodDoesNotTurnThroughAPole) {
  ModelBuilder model("rod");
  model.gravity({0, 0, 0});
  model.body("rod", Pose<double>{Rotation<double>::about_y(M_PI / 2), {}} * solid_capsule(0.05, 2e-3, 1));
  model.joint("hinge", Pin{}, "world", "rod").start({0.5});
  SystemBuilder builder(model.build());
  const Place along_x{"rod", Pose<double>{Rotation<double>::about_y(M_PI / 2), {}}};
  const auto contact = std::make_shared<CompliantContact>(
      Array<ContactSurface>{{"rod", along_x, CapsuleShape{2e-3, 1}, hard},
                            {"pole", {"world", {0, 0.4, 0}}, CylinderShape{2e-3, 0.5}, hard}});
  builder.add_force("contact", contact);
  State state = builder.build().default_state();
  state.set_u(0, 300);
  Simulation simulation(state, {.accuracy = 1e-3});
  double least = 1e9, most = -1e9;
  for (int i = 1; i <= 40; ++i) {
    simulation.run_until(0.001 * i);
    const double angle = simulation.state().q()[0];
    least = std::min(least, angle), most = std::max(most, angle);
  }
  // It bounces to and fro between the two sides of the pole.
  EXPECT_LT(most, M_PI / 2);
  EXPECT_GT(least, -M_PI / 2);
  EXPECT_NEAR(std::abs(simulation.state().u()[0]), 300, 6);
}

/// Two balls that meet exchange their velocities.
TEST(FastBodies, TwoBallsMeet) {
  ModelBuilder model("balls");
  model.gravity({0, 0, 0});
  for (const char* name : {"one", "two"}) model.body(name, solid_sphere(3.3e-5, 1e-3));
  model.joint("a", Free{}, "world", "one").start({1, 0, 0, 0, -0.5, 0, 0});
  model.joint("b", Free{}, "world", "two").start({1, 0, 0, 0, 0.3, 0, 0});
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
      {"one", "one", SphereShape{1e-3}, hard}, {"two", "two", SphereShape{1e-3}, hard}});
  builder.add_force("contact", contact);
  State state = builder.build().default_state();
  state.set_u(3, 100), state.set_u(9, -60);
  Simulation simulation(state, {.accuracy = 1e-3});
  simulation.run_until(0.02);
  EXPECT_NEAR(velocity(simulation.state(), "one").v.x, -60, 1);
  EXPECT_NEAR(velocity(simulation.state(), "two").v.x, 100, 1);
  EXPECT_NEAR(momentum(simulation.state()).f.x, 3.3e-5 * 40, 1e-8);
}

/// What misses is not slowed down: steps are as long as without a contact.
TEST(FastBodies, WhatMissesTakesLongSteps) {
  BallAtPlate scene;
  const System system = scene.make(BoxShape{{0.01, 0.2, 1e-3}});
  State state = system.default_state();
  state.set_u(5, -100);
  Simulation simulation(state, {.accuracy = 1e-3});
  simulation.run_until(0.02);
  EXPECT_LT(velocity(simulation.state(), "ball").v.z, -99.9);
  EXPECT_EQ(simulation.statistics().restarts, 0);
  EXPECT_LT(simulation.statistics().steps, 12);
}

}  // namespace
}  // namespace sarrus::testing::fast_bodies_test
