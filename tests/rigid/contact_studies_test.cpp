/// Rigid contact in both studies: a Simulation by events and TimeStepping come to the same motion; states
/// that are saved in between go on; what rests costs no steps; units do not matter.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/system/state_values.h"
#include "tests/rigid/contact_scenes.h"

namespace sarrus::testing::contact_studies_test {
namespace {

/// A brick that is thrown on the floor, turns and slides to rest, and a ball with backspin that bounces,
/// slips and rolls.
const std::vector<Piece> thrown = {{"brick", 2, {0.4, 0.2, 0.1}, {0, 0, 0.05}, {1.5, 0.4, 0}},
                                   {"ball", 0.5, {0.1, 0, 0}, {0, 1, 0.3}, {0.7, 0, 0}}};

State place_thrown_pieces(const System& system) {
  State start = place_pieces(system, thrown);
  start.set_u(start.model().body("brick").u0 + 2, 3);
  start.set_u(start.model().body("ball").u0 + 1, -20);
  return start;
}

double distance(const State& a, const State& b) {
  double most = 0;
  for (int i = 0; i < a.nq(); ++i) most = std::max(most, std::abs(a.q(i) - b.q(i)));
  return most;
}

State simulate(const State& start, double end, double accuracy) {
  Simulation simulation(start, {.accuracy = accuracy});
  simulation.run_until(end);
  return simulation.state();
}

/// Errors of time stepping are proportional to the step; what they are measured against is the Simulation.
TEST(ContactStudies, TimeSteppingConvergesToEvents) {
  const State start = place_thrown_pieces(make_scene_system(thrown, rough(0.4, 0.5)));
  const State exact = simulate(start, 0.9, 1e-9);
  EXPECT_LT(distance(simulate(start, 0.9, 1e-6), exact), 1e-5);
  double last = 0;
  for (const double step : {1e-3, 2.5e-4, 6.25e-5}) {
    TimeStepping stepping(start, {.step = step, .capture_speed = 1e-6, .record = false});
    stepping.run_until(0.9);
    const double error = distance(stepping.state(), exact);
    EXPECT_LT(error, 20 * step);
    if (last > 0) {
      EXPECT_LT(error, 0.4 * last) << step;
    }
    last = error;
  }
  TimeStepping controlled(start, {.accuracy = 1e-5, .capture_speed = 1e-6, .record = false});
  controlled.run_until(0.9);
  EXPECT_LT(distance(controlled.state(), exact), 1e-3);
}

/// A ball that falls on a floor with spin and slips as it bounces. Compliant contact lasts for a time ∝ E^−⅖
/// and shortens the lever of friction by a depth ∝ E^−⅖: the stiffer it is, the nearer it comes to rigid
/// contact with e = 1.
TEST(ContactStudies, StiffCompliantContactConvergesToRigid) {
  ModelBuilder model("ball");
  model.gravity({0, 0, -g});
  model.body("ball", solid_sphere(0.05, 0.025));
  model.joint("ball", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 1.025});
  const auto simulate_with = [&](const auto& make_contact) {
    ContactMaterial material = rough(0.1, 1);
    material.dissipation = 0;
    SystemBuilder builder(model.build());
    make_contact(builder, material);
    State start = builder.build().default_state();
    start.set_u(1, -160), start.set_u(3, 1);
    return simulate(start, 1.2, 1e-9);
  };
  const auto surfaces = [](const ContactMaterial& material) {
    return Array<ContactSurface>{{"ball", "ball", SphereShape{0.025}, material},
                                 {"floor", "world", HalfSpaceShape{}, material}};
  };
  const State rigid = simulate_with([&](SystemBuilder& builder, const ContactMaterial& material) {
    builder.add("contact", RigidContact(surfaces(material)));
  });
  double last = infinity;
  for (const double modulus : {1e7, 3.2e8, 1.024e10}) {
    const State compliant = simulate_with([&](SystemBuilder& builder, ContactMaterial material) {
      material.modulus = modulus;
      builder.add_force("contact", std::make_shared<CompliantContact>(surfaces(material)));
    });
    double error = norm(pose(compliant, "ball").p - pose(rigid, "ball").p);
    for (int k = 0; k < 6; ++k)
      error = std::max(error, (k < 3 ? 0.025 : 1) * std::abs(compliant.u(k) - rigid.u(k)));
    EXPECT_LT(error, 0.3 * last) << modulus;
    last = error;
  }
  EXPECT_LT(last, 1e-2);
  EXPECT_NEAR(rigid.u(3), 1 - 0.1 * 2 * std::sqrt(2 * g), 1e-8);
}

/// What is closed, sticks and slides is in the State: runs that begin with a saved one go on bit by bit like
/// those that begin with the state itself.
TEST(ContactStudies, SimulationsGoOnFromASavedStateBitByBit) {
  const System system = make_scene_system(thrown, rough(0.4, 0.5));
  const State start = place_thrown_pieces(system);
  const SimulationOptions options{.accuracy = 1e-8, .fixed_step = 2e-3};
  for (const double t : {0.1, 0.3, 0.7}) {
    Simulation first(start, options);
    first.run_until(t);
    EXPECT_FALSE(contact_of(first.state()).closed(first.state()).empty());
    Simulation second(make_state(system, values_of(first.state())), options);
    first.restart(first.state());
    first.run(0.2), second.run(0.2);
    EXPECT_TRUE(first.state() == second.state()) << t;
  }
}

/// A pendulum swings beside bricks that lie on the floor: they add no steps.
TEST(ContactStudies, WhatRestsCostsNoSteps) {
  const auto make = [](bool lie) {
    ModelBuilder model("pendulum");
    model.gravity({0, 0, -g});
    model.body("pendulum", thin_rod(1, {1, 0, 0}));
    model.joint("pendulum", Pin{}, "world", "pendulum").axis({0, 1, 0}).child_frame({-0.5, 0, 0});
    Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, rough(0.5)}};
    for (int i = 0; i < 2; ++i) {
      const std::string name = "brick" + std::to_string(i);
      model.body(name, solid_brick(1, {0.4, 0.2, 0.1}));
      model.joint(name, Free{}, "world", name).start({1, 0, 0, 0, 0, 3, 0.05 + 0.1 * i});
      surfaces.push_back({name, name, BoxShape{{0.4, 0.2, 0.1}}, rough(0.5)});
    }
    SystemBuilder builder(model.build());
    builder.add("contact", RigidContact(surfaces));
    State start = builder.build().default_state();
    start.set_enabled("contact", lie);
    if (!lie)
      for (const char* brick : {"brick0", "brick1"}) start.lock(brick);
    return start;
  };
  Simulation with(make(true), {.accuracy = 1e-8}), without(make(false), {.accuracy = 1e-8});
  with.run(3), without.run(3);
  EXPECT_NEAR(with.state().q("pendulum"), without.state().q("pendulum"), 1e-6);
  EXPECT_EQ(contact_of(with.state()).closed(with.state()).size(), 8U);
  EXPECT_LE(static_cast<double>(with.statistics().steps),
            1.02 * static_cast<double>(without.statistics().steps));
  EXPECT_LE(static_cast<double>(with.statistics().evaluations),
            1.05 * static_cast<double>(without.statistics().evaluations));
}

/// The same scene in meters and kilograms, and in millimeters and tons.
TEST(ContactStudies, UnitsDoNotMatter) {
  const auto make = [](double length, double mass) {
    State start = make_scene({{"brick",
                               2 * mass,
                               {0.4 * length, 0.2 * length, 0.1 * length},
                               {0, 0, 0.08 * length},
                               {1.5 * length, 0.4 * length, 0}},
                              {"ball", 0.5 * mass, {0.1 * length, 0, 0}, {0, length, 0.3 * length}, {}}},
                             rough(0.4, 0.5), {0, 0, -g * length});
    start.set_u(start.model().body("brick").u0 + 2, 3);
    return start;
  };
  const double L = 1000, m = 1e-3;
  const auto expect_same = [&](const State& meters, const State& millimeters, double tolerance) {
    for (const char* name : {"brick", "ball"}) {
      const Vec3<double> a = pose(meters, name).p, b = pose(millimeters, name).p;
      EXPECT_NEAR(norm(a - (1 / L) * b), 0, tolerance) << name;
    }
  };
  TimeStepping steps1(make(1, 1), {.capture_speed = 0.01}),
      steps2(make(L, m), {.position_tolerance = 1e-6 * L, .capture_speed = 0.01 * L});
  steps1.run(1.2), steps2.run(1.2);
  expect_same(steps1.state(), steps2.state(), 1e-8);
  expect_same(simulate(make(1, 1), 0.6, 1e-9), simulate(make(L, m), 0.6, 1e-9), 1e-6);
}

}  // namespace
}  // namespace sarrus::testing::contact_studies_test
