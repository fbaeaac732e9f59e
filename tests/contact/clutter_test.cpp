/// Many bodies of all shapes that fall onto each other: what is conserved, and what is booked.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/contact/contact_scenes.h"
#include "tests/support/meshes.h"
#include "tests/support/random.h"

namespace sarrus::testing::clutter_test {
namespace {

struct Thing {
  std::string name;
  AnyShape shape;
};

std::vector<Thing> things() {
  Array<Vec3<double>> corners;
  Random random(17);
  for (int i = 0; i < 20; ++i) corners.push_back(0.08 * normalized(random.vector()));
  return {{"ball", SphereShape{0.07}},
          {"egg", EllipsoidShape{{0.09, 0.06, 0.07}}},
          {"pill", CapsuleShape{0.04, 0.1}},
          {"brick", BoxShape{{0.16, 0.1, 0.08}}},
          {"soap", RoundedBoxShape{{0.14, 0.1, 0.08}, 0.02}},
          {"can", CylinderShape{0.06, 0.12}},
          {"hat", ConeShape{0.07, 0.12}},
          {"ring", TorusShape{0.07, 0.02}},
          {"pebble", SuperellipsoidShape{{0.08, 0.06, 0.07}, 0.7, 1.3}},
          {"gem", convex_hull(corners)},
          {"net", make_mesh_shape(icosphere(0.07, 1))}};
}

struct Clutter {
  System system;
  std::shared_ptr<CompliantContact> contact;

  State with(const Vec3<double>& gather, double height, unsigned seed) const {
    Random random(seed);
    State state = system.default_state();
    // Positions and velocities by name: they do not depend on the order of the bodies.
    int i = 0;
    for (const Thing& thing : things()) {
      const Body& body = state.model().body(thing.name);
      const Vec3<double> p{0.12 * (i % 3 - 1), 0.12 * (i / 3 % 3 - 1), height + 0.16 * (i / 3)};
      const Rotation<double> R = random.rotation();
      const Quaternion<double> q = quaternion(R);
      const double numbers[] = {q.w, q.x, q.y, q.z, p.x, p.y, p.z};
      for (int k = 0; k < 7; ++k) state.set_q(body.q0 + k, numbers[k]);
      const Vec3<double> w = random.vector(2),
                         v = random.vector(0.3) + gather.x * (p - Vec3<double>{0, 0, height + 0.3});
      for (int k = 0; k < 3; ++k) state.set_u(body.u0 + k, w[k]), state.set_u(body.u0 + 3 + k, v[k]);
      ++i;
    }
    return state;
  }
};

Clutter make_clutter(bool on_floor, bool reversed = false) {
  ModelBuilder model("clutter");
  model.gravity({0, 0, on_floor ? -9.81 : 0});
  const ContactMaterial material{.modulus = 2e5,
                                 .dissipation = 0.3,
                                 .static_friction = 0.6,
                                 .dynamic_friction = 0.4,
                                 .torsion_radius = 0.003,
                                 .rolling_radius = 0.001};
  std::vector<Thing> all = things();
  if (reversed) std::reverse(all.begin(), all.end());
  Array<ContactSurface> surfaces;
  for (const Thing& thing : all) {
    model.body(thing.name, solid_sphere(0.5, 0.06));
    model.joint(thing.name, Free{}, "world", thing.name);
    surfaces.push_back({thing.name, thing.name, thing.shape, material});
  }
  if (on_floor) surfaces.push_back({"floor", "world", HalfSpaceShape{}, material});
  SystemBuilder builder(model.build());
  // The distance of the ring and the pebble takes by far longer than all others.
  const auto contact = std::make_shared<CompliantContact>(
      surfaces, CompliantContactOptions{.transition_speed = 0.05, .filter = {.pairs = {{"ring", "pebble"}}}});
  builder.add_force("contact", contact);
  return {builder.build(), contact};
}

TEST(Clutter, TheEnergyBalanceCloses) {
  const Clutter clutter = make_clutter(true);
  Simulation simulation(clutter.with({0, 0, 0}, 0.12, 3), {.accuracy = 1e-4, .energy_balance = true});
  simulation.run(0.2);
  const EnergyBalance energy = simulation.energy_balance();
  EXPECT_GT(energy.dissipated, 0.02 * energy.initial);
  EXPECT_NEAR(energy.imbalance(), 0, 1e-3 * energy.initial);
}

/// Bodies that fly at each other in empty space: contact changes neither their momentum nor their moment of
/// momentum.
TEST(Clutter, MomentumIsConserved) {
  const Clutter clutter = make_clutter(false);
  const State begin = clutter.with({-3, 0, 0}, 0, 5);
  const Force<double> before = momentum(begin);
  constexpr double accuracy = 1e-3;
  Simulation simulation(begin, {.accuracy = accuracy});
  std::size_t most = 0;
  for (int i = 0; i < 5; ++i) {
    simulation.run(0.02);
    most = std::max(most, clutter.contact->contacts(simulation.state()).size());
    const Force<double> now = momentum(simulation.state());
    EXPECT_LT(norm(now.f - before.f), 1e-12);
    EXPECT_LT(norm(now.t - before.t), 10 * accuracy);  // steps keep it to their errors only
  }
  EXPECT_GT(most, 3u);
}

/// The forces of all contacts on all bodies and the world sum to zero, as do their moments.
TEST(Clutter, ActionIsReaction) {
  const Clutter clutter = make_clutter(true);
  Simulation simulation(clutter.with({0, 0, 0}, 0.12, 3), {.accuracy = 1e-4});
  for (int round = 0; round < 10; ++round) {
    simulation.run(0.02);
    const State& state = simulation.state();
    AppliedForces forces(state.model().body_count(), state.model().nu());
    clutter.contact->add_forces(state, forces);
    Force<double> sum = Force<double>::zero();
    double size = 1;
    for (int b = 0; b < state.model().body_count(); ++b) {
      const Force<double>& F = forces.on_body(b);
      sum = sum + Force<double>{F.t + cross(pose(state, b).p, F.f), F.f};
      size += norm(F.f);
    }
    EXPECT_LT(norm(sum.f), 1e-12 * size);
    EXPECT_LT(norm(sum.t), 1e-12 * size);
  }
}

TEST(Clutter, TheOrderOfBodiesDoesNotMatter) {
  const Clutter one = make_clutter(true, false), two = make_clutter(true, true);
  Simulation a(one.with({0, 0, 0}, 0.12, 3), {.accuracy = 1e-3});
  a.run(0.1);
  State same = two.system.default_state();
  for (const Thing& thing : things()) {
    const Body &from = a.state().model().body(thing.name), &to = same.model().body(thing.name);
    for (int k = 0; k < 7; ++k) same.set_q(to.q0 + k, a.state().q(from.q0 + k));
    for (int k = 0; k < 6; ++k) same.set_u(to.u0 + k, a.state().u(from.u0 + k));
  }
  EXPECT_GT(two.contact->contacts(same).size(), 0u);
  for (const Thing& thing : things())
    for (int k = 0; k < 6; ++k) {
      const double u1 = udot(a.state())[a.state().model().body(thing.name).u0 + k],
                   u2 = udot(same)[same.model().body(thing.name).u0 + k];
      EXPECT_NEAR(u1, u2, 1e-6 * (10 + std::abs(u1))) << thing.name << ", " << k;
    }
}

/// A ball that is torn out of the floor faster than the floor can follow: all that was stored is lost.
TEST(Clutter, WhatIsTornApartLosesWhatItStored) {
  const ContactMaterial material{.modulus = 1e6, .dissipation = 2};
  BallOnFloor scene{.ball = material, .floor = material, .gravity = {0, 0, 0}};
  const State begin = BallOnFloor::at(scene.make(), {0, 0, 0.095}, {0, 0, 10});
  const double stored = scene.contact->potential_energy(begin);
  ASSERT_GT(stored, 0.1);
  EXPECT_EQ(scene.contact->forces(begin).at(0).normal, 0);
  Simulation simulation(begin, {.accuracy = 1e-9, .energy_balance = true});
  simulation.run(0.01);
  const EnergyBalance energy = simulation.energy_balance();
  EXPECT_NEAR(simulation.state().u(5), 10, 1e-12);
  EXPECT_NEAR(energy.dissipated, stored, 1e-5 * stored);
  EXPECT_NEAR(energy.imbalance(), 0, 1e-5 * stored);
}

}  // namespace
}  // namespace sarrus::testing::clutter_test
