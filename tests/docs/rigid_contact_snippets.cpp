/// What docs/rigid_contact.md shows, compiled and run.

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "sarrus/constraints.h"
#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(RigidContactSnippets, BlockOnAnIncline) {
  // [contact]
  ModelBuilder model("block");
  model.gravity({9.81 * std::sin(0.35), 0, -9.81 * std::cos(0.35)});  // a slope of 20°
  model.body("block", solid_brick(2, {0.2, 0.2, 0.1}));
  model.joint("block", Free{}, "world", "block").start({1, 0, 0, 0, 0, 0, 0.05});
  SystemBuilder builder(model.build());
  const ContactMaterial wood{.static_friction = 0.5, .dynamic_friction = 0.4, .restitution = 0.3};
  builder.add("contact", RigidContact({{"block", "block", BoxShape{{0.2, 0.2, 0.1}}, wood},
                                       {"slope", "world", HalfSpaceShape{}, wood}}));
  TimeStepping stepping(builder.build().default_state(), {.step = 1e-3});
  stepping.run(60);
  std::cout << "slipped by " << pose(stepping.state(), "block").p.x << " m\n";
  for (const RigidForce& force : stepping.forces())
    std::cout << force.element << ": " << force.normal_force() << " N\n";
  // [/contact]
  EXPECT_NEAR(pose(stepping.state(), "block").p.x, 0, 1e-8);
}

TEST(RigidContactSnippets, ContactInASimulation) {
  // [events]
  ModelBuilder model("ball");
  model.gravity({0, 0, -9.81});
  model.body("ball", solid_sphere(0.05, 0.025));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 1.025});
  SystemBuilder builder(model.build());
  const ContactMaterial rubber{.static_friction = 0.6, .dynamic_friction = 0.5, .restitution = 0.8};
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.025}, rubber},
                                       {"floor", "world", HalfSpaceShape{}, rubber}},
                                      {.capture_speed = 0.01}));
  const System system = builder.build();
  State start = system.default_state();
  start.set_u(1, -40);  // backspin [rad/s]
  Simulation simulation(start, {.accuracy = 1e-8, .energy_balance = true});
  simulation.run(6);
  std::cout << "struck " << simulation.event_counts().at("contact.touch") << " times, the last one at "
            << simulation.last_event_times().at("contact.touch") << " s; impacts took "
            << -simulation.energy_balance().by_events << " J\n";
  for (const ContactLoad& load : system.force<RigidContact>("contact").loads(simulation.state()))
    std::cout << (load.slides ? "slides" : "rolls") << ", pressed by " << load.normal_force << " N\n";
  // [/events]
  EXPECT_EQ(simulation.event_counts().at("contact.touch"), 29);
  EXPECT_NEAR(simulation.last_event_times().at("contact.touch"), 4.05672578, 1e-6);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-6);
}

TEST(RigidContactSnippets, Joints) {
  // [joints]
  ModelBuilder model("arm");
  model.body("arm", thin_rod(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "arm").axis({0, 1, 0}).child_frame({-0.5, 0, 0}).limit(-1, 0.5);
  SystemBuilder builder(model.build());
  builder.add("limits", HardStops::of_model(builder.model(), 0.4));  // restitution 0.4
  builder.add("bearing", DryFriction("shoulder", 0.3, 0.2));         // sticks up to 0.3 N·m
  TimeStepping stepping(builder.build().default_state());
  stepping.run(3);
  std::cout << "at " << stepping.state().q("shoulder") << " rad\n";
  // [/joints]
  EXPECT_NEAR(stepping.state().q("shoulder"), 0.5, 1e-6);
}

TEST(RigidContactSnippets, Bearing) {
  // [bearing]
  ModelBuilder model("pendulum");
  model.body("bob", solid_sphere(2, 0.05));
  model.joint("shaft", Pin{}, "world", "bob").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  SystemBuilder builder(model.build());
  builder.add("bearing", BearingFriction("shaft", {.static_friction = 0.2,  // coefficients
                                                   .dynamic_friction = 0.15,
                                                   .radius = 0.03}));  // of the shaft [m]
  State start = builder.build().default_state();
  start.set_q("shaft", 0.3);
  TimeStepping stepping(start);
  stepping.run(60);
  std::cout << "rests at " << stepping.state().q("shaft") << " rad\n";  // |sin φ| ≤ μ·r/l = 0.012
  // [/bearing]
  EXPECT_LE(std::abs(std::sin(stepping.state().q("shaft"))), 0.2 * 0.03 / 0.5);
  EXPECT_NEAR(stepping.state().u(0), 0, 1e-15);
}

TEST(RigidContactSnippets, ConstraintsToOneSide) {
  // [unilateral]
  ModelBuilder model("wheel on a leash");
  model.body("wheel", solid_sphere(5, 0.3));
  model.joint("wheel", Free{}, "world", "wheel").start({1, 0, 0, 0, 0, 0, 0.5});
  SystemBuilder builder(model.build());
  builder.add("road",
              UnilateralConstraint(SphereOnPlaneContact("world", "wheel", 0.3, ContactMotion::rolling),
                                   {.restitution = 0.4, .static_friction = 0.8, .dynamic_friction = 0.6}));
  builder.add("leash", UnilateralConstraint(RodConstraint("world", "wheel", 2),
                                            {.side = UnilateralOptions::Side::at_most}));
  State start = builder.build().default_state();
  start.set_u(3, 1.5);  // along x [m/s]
  TimeStepping stepping(start);
  stepping.run(5);
  const Vec3<double> place = pose(stepping.state(), "wheel").p;
  std::cout << norm(place) << " m away, " << place.z << " m high\n";
  // [/unilateral]
  EXPECT_LE(norm(place), 2 + 1e-5);
  EXPECT_NEAR(place.z, 0.3, 1e-5);
}

TEST(RigidContactSnippets, EventsOfTimeSteps) {
  // [stepping_events]
  ModelBuilder model("block");
  model.body("block", solid_brick(2, {0.2, 0.2, 0.1}));
  model.joint("x", Slider{}, "world", "block").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("floor", DryFriction("x", 6));
  builder.on_crossing(
      "half a meter", {Source::q}, [](const State& state) { return state.q("x") - 0.5; }, Crossing::rising,
      [](State&, EventCall& call) { call.stop("half a meter is done"); });
  State start = builder.build().default_state();
  start.set_u(0, 2);
  TimeStepping stepping(start, {.accuracy = 1e-5});
  stepping.run(1);
  std::cout << stepping.stop_reason() << " after " << stepping.state().time() << " s\n";
  // [/stepping_events]
  EXPECT_NEAR(stepping.state().time(), (2 - std::sqrt(4 - 2 * 3 * 0.5)) / 3, 1e-4);
}

TEST(RigidContactSnippets, StopsInASimulation) {
  // [simulation]
  ModelBuilder model("arm");
  model.body("arm", thin_rod(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "arm").axis({0, 1, 0}).child_frame({-0.5, 0, 0}).limit(-1, 0.5);
  SystemBuilder builder(model.build());
  builder.add("limits", HardStops::of_model(builder.model(), 0.4));
  Simulation simulation(builder.build().default_state(), {.accuracy = 1e-8});
  simulation.run(3);
  std::cout << "hit the stop " << simulation.event_counts().at("limits.shoulder.upper stop")
            << " times, the last one at " << simulation.last_event_times().at("limits.shoulder.upper stop")
            << " s\n";
  // [/simulation]
  EXPECT_EQ(simulation.state().q("shoulder"), 0.5);
  EXPECT_NEAR(motion_force(simulation.state(), 0), -9.81 * 0.5 * std::cos(0.5), 1e-6);
}

TEST(RigidContactSnippets, Friction) {
  ModelBuilder model("oscillator");
  model.body("mass", solid_sphere(1, 0.1));
  model.joint("x", Slider{}, "world", "mass").start({0.2});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("x", 100, 0));
  // [friction]
  builder.add("friction", DryFriction("x", 3));
  const System system = builder.build();
  const DryFriction& friction = system.force<DryFriction>("friction");
  Simulation simulation(system.default_state(), {.accuracy = 1e-8});
  simulation.run(2);
  std::cout << (friction.sticks(simulation.state()) ? "rests at " : "moves at ") << simulation.state().q("x")
            << " m since " << simulation.last_event_times().at("friction.stop") << " s, held by "
            << friction.force(simulation.state()) << " N\n";
  // [/friction]
  EXPECT_NEAR(simulation.state().q("x"), -0.02, 1e-6);
  EXPECT_NEAR(friction.force(simulation.state()), -2, 1e-4);
}

TEST(RigidContactSnippets, Rope) {
  // [rope]
  ModelBuilder model("bucket");
  model.body("bucket", solid_sphere(4, 0.15)).body("weight", solid_sphere(3, 0.1));
  model.joint("bucket", Slider{}, "world", "bucket").axis({0, 0, 1}).start({0.5});
  model.joint("weight", Slider{}, "world", "weight").axis({0, 0, 1}).parent_frame({0.4, 0, 0}).start({1});
  SystemBuilder builder(model.build());
  // From the bucket over two points of a beam to the weight; 0.1 m are slack.
  builder.add("rope", Rope({"bucket", {"world", {0, 0, 2}}, {"world", {0.4, 0, 2}}, "weight"}, 3.0));
  TimeStepping stepping(builder.build().default_state());
  stepping.run(0.5);
  for (const RigidForce& force : stepping.forces())
    std::cout << force.element << ": " << force.row_force << " N\n";  // 2·g·m₁·m₂/(m₁ + m₂)
  // [/rope]
  ASSERT_EQ(stepping.forces().size(), 1U);
  EXPECT_NEAR(stepping.forces()[0].row_force, 2 * 9.81 * 4 * 3 / 7, 1e-6);
}

TEST(RigidContactSnippets, Report) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact({{"ball", "ball", SphereShape{0.1}, {.restitution = 0.8}},
                                       {"floor", "world", HalfSpaceShape{}, {.restitution = 0.8}}}));
  const State start = builder.build().default_state();
  // [accuracy]
  TimeStepping stepping(start, {.accuracy = 1e-4});
  stepping.run(1);
  std::cout << stepping.report().steps << " steps of up to " << stepping.report().longest_step << " s\n";
  // [/accuracy]
  // [report]
  const SteppingReport& report = stepping.report();
  std::cout << "overlap " << report.largest_penetration << " m, error of the worst step "
            << report.worst.complementarity << " √J, problems relaxed " << report.relaxed << '\n';
  const SteppingEnergy energy = stepping.energy_balance();
  std::cout << energy.initial << " J, then " << energy.energy() << " J; contacts took " << -energy.by_rigid
            << " J\n";
  // [/report]
  EXPECT_EQ(report.relaxed, 0);
}

}  // namespace
}  // namespace sarrus::testing
