/// Contact by pressure fields in motion: energy, momentum, memory.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/hydroelastic_law.h"
#include "tests/contact/contact_scenes.h"
#include "tests/support/count_allocations.h"

namespace sarrus::testing::hydroelastic_motion_test {
namespace {

const ContactMaterial rubbery{.modulus = 2e5, .dissipation = 0.3};

/// A brick and an ellipsoid that fly toward each other, off center.
struct FlyingPair {
  std::shared_ptr<CompliantContact> contact{};
  System make(const ContactMaterial& material) {
    ModelBuilder model("flying");
    model.gravity({0, 0, 0});
    model.body("brick", solid_brick(1, {0.3, 0.2, 0.1}));
    model.body("egg", solid_ellipsoid(0.5, {0.1, 0.1, 0.15}));
    model.joint("one", Free{}, "world", "brick");
    model.joint("two", Free{}, "world", "egg").start({1, 0, 0, 0, 0.03, 0.02, 0.22});
    SystemBuilder builder(model.build());
    contact = std::make_shared<CompliantContact>(
        Array<ContactSurface>{{"brick", "brick", BoxShape{{0.3, 0.2, 0.1}}, material},
                              {"egg", "egg", EllipsoidShape{{0.1, 0.1, 0.15}}, material}},
        CompliantContactOptions{.law = std::make_shared<HydroelasticLaw>(32)});
    builder.add_force("contact", contact);
    return builder.build();
  }
};

State flying(const System& system) {
  State state = system.default_state();
  state.set_u(6, 2), state.set_u(7, 1), state.set_u(9, 0.3), state.set_u(11, -1);
  return state;
}

TEST(HydroelasticLaw, ConservesMomentumAndAccountsForEnergy) {
  FlyingPair scene;
  const System system = scene.make(rubbery);
  const State start = flying(system);
  Simulation simulation(start, {.accuracy = 1e-6, .energy_balance = true});
  simulation.run_until(0.15);
  const State& end = simulation.state();
  const auto before = momentum(start), after = momentum(end);
  EXPECT_LT(norm(after.f - before.f), 1e-9);
  EXPECT_LT(norm(after.t - before.t), 1e-6);
  EXPECT_GT(velocity(end, "egg").v.z, 0.02);  // thrown back
  EXPECT_TRUE(scene.contact->contacts(end).empty());
  const EnergyBalance energy = simulation.energy_balance();
  EXPECT_GT(energy.element("contact").dissipated, 0.01);
  EXPECT_LT(std::abs(energy.imbalance()), 1e-5);
}

/// Without dissipation and friction the forces have a potential: the bodies part with the energy they had.
TEST(HydroelasticLaw, ConservesEnergy) {
  FlyingPair scene;
  const System system =
      scene.make({.modulus = 2e5, .dissipation = 0, .static_friction = 0, .dynamic_friction = 0});
  const State start = flying(system);
  Simulation simulation(start, {.accuracy = 1e-7});
  simulation.run_until(0.15);
  EXPECT_TRUE(scene.contact->contacts(simulation.state()).empty());
  EXPECT_GT(velocity(simulation.state(), "egg").v.z, 0.1);
  EXPECT_NEAR(kinetic_energy(simulation.state()) / kinetic_energy(start), 1, 1e-5);
}

/// The modulus of a surface is a parameter: contacts are found anew when it changes.
TEST(HydroelasticLaw, FollowsTheParameters) {
  BallOnFloor scene{.ball = {.modulus = 1e6}, .floor = {.modulus = 1e16}};
  scene.options.law = std::make_shared<HydroelasticLaw>();
  const System system = scene.make();
  State state = BallOnFloor::at(system, {0, 0, 0.08}, {0, 0, 0});
  const double f = scene.contact->force_between(state, "floor", "ball").f.z;
  EXPECT_NEAR(f / 1089.0854532445, 1, 0.02);
  state.set(system.parameter("contact.ball.modulus"), 2e6);
  EXPECT_NEAR(scene.contact->force_between(state, "floor", "ball").f.z / f, 2, 1e-9);
}

TEST(HydroelasticLaw, AllocatesNothingOnceItHasSeenAsManyContacts) {
  FlyingPair scene;
  const System system = scene.make(rubbery);
  State state = flying(system);
  const auto look = [&](double z) {
    state.set_q(13, z);
    return norm(scene.contact->pair_forces(state).at(0).F.f);
  };
  EXPECT_GT(look(0.15), 0);
  const long before = allocations();
  for (int i = 0; i < 10; ++i) EXPECT_GT(look(0.15 + 0.001 * i), 0);
  EXPECT_EQ(allocations(), before);
}

}  // namespace
}  // namespace sarrus::testing::hydroelastic_motion_test
