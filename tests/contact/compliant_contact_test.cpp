/// Surfaces on bodies: which pairs touch, what is booked, what is refused.

#include "sarrus/contact/compliant_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/contact_events.h"
#include "sarrus/contact/contact_laws.h"
#include "tests/contact/contact_scenes.h"
#include "tests/support/count_allocations.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::compliant_contact_test {
namespace {

const ContactMaterial soft{
    .modulus = 1e6, .dissipation = 0.5, .static_friction = 0.8, .dynamic_friction = 0.5};

/// Simbody's own run of a ball that bounces and rolls on a floor (CompliantContactSubsystem, k = 1e6, 5 s):
/// its rule for stiffnesses, and all else equal. The floor is y = 0.
TEST(CompliantContact, AgreesWithSimbody) {
  ModelBuilder model("sphere");
  model.gravity({0, -9.81, 0});
  model.body("ball", RigidInertia<double>::from_central(1, {0, 0, 0}, {0.004, 0.004, 0.004, 0, 0, 0}));
  model.joint("free", Free{}, "world", "ball");
  SystemBuilder builder(model.build());
  builder.add("contact",
              CompliantContact({{"floor",
                                 {"world", Pose<double>::rotation(Rotation<double>::about_x(-M_PI / 2))},
                                 HalfSpaceShape{},
                                 soft},
                                {"ball", "ball", SphereShape{0.1}, soft}},
                               {.rules = {.stiffness = StiffnessRule::simbody}}));
  State state = builder.build().default_state();
  state.set_q(5, 0.6);
  state.set_u(3, 1.0);
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(5);
  const State& end = simulation.state();
  EXPECT_NEAR(end.q(4), 3.6198562903460401, 2e-6);
  EXPECT_NEAR(end.q(5), 0.098370015935082794, 1e-8);
  EXPECT_NEAR(end.u(2), -7.1093036897839204, 1e-6);
  EXPECT_NEAR(end.u(3), 0.70513546894930579, 1e-7);
}

struct Scene {
  System system;
  std::shared_ptr<CompliantContact> contact;
};

/// Free bodies with shapes, in the order given, and a floor.
Scene shapes_on_floor(const std::vector<std::pair<std::string, AnyShape>>& shapes, bool floor_first = true) {
  ModelBuilder model("things");
  Array<ContactSurface> surfaces;
  if (floor_first) surfaces.push_back({"floor", "world", HalfSpaceShape{}, soft});
  for (const auto& [name, shape] : shapes) {
    model.body(name, solid_brick(1, {0.2, 0.15, 0.1}));
    model.joint(name, Free{}, "world", name);
    surfaces.push_back({name, name, shape, soft});
  }
  if (!floor_first) surfaces.push_back({"floor", "world", HalfSpaceShape{}, soft});
  SystemBuilder builder(model.build());
  auto contact = std::make_shared<CompliantContact>(surfaces);
  builder.add_force("contact", contact);
  return {builder.build(), contact};
}

/// Energy put into the springs and lost in dampers and friction is what the motion loses.
TEST(CompliantContact, TheEnergyBalanceCloses) {
  const Scene scene =
      shapes_on_floor({{"a", SphereShape{0.1}}, {"b", SphereShape{0.08}}, {"c", BoxShape{{0.2, 0.15, 0.1}}}});
  State state = scene.system.default_state();
  const auto put = [&](const char* body, const Vec3<double>& p, const Vec3<double>& v) {
    const Body& at = state.model().body(body);
    for (int i = 0; i < 3; ++i) state.set_q(at.q0 + 4 + i, p[i]), state.set_u(at.u0 + 3 + i, v[i]);
  };
  put("a", {0, 0, 0.3}, {0.5, 0, 0});
  put("b", {0.02, 0.01, 0.55}, {0, 0, 0});
  put("c", {0.5, 0, 0.2}, {-0.5, 0.3, 0});
  Simulation simulation(state, {.accuracy = 1e-7, .energy_balance = true});
  simulation.run(1.0);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 2e-5);
}

TEST(CompliantContact, ActionIsReaction) {
  Random random(3);
  const Scene scene = shapes_on_floor(
      {{"a", SphereShape{0.1}}, {"b", EllipsoidShape{{0.1, 0.06, 0.08}}}, {"c", CapsuleShape{0.05, 0.1}}});
  for (int round = 0; round < 50; ++round) {
    State state = scene.system.default_state();
    for (int b = 1; b <= 3; ++b)
      for (int i = 0; i < 3; ++i) {
        state.set_q(7 * (b - 1) + 4 + i, random.number(-0.05, 0.05) + (i == 2 ? 1 : 0));
        state.set_u(6 * (b - 1) + i, random.number(-1, 1)),
            state.set_u(6 * (b - 1) + 3 + i, random.number(-1, 1));
      }
    AppliedForces forces(4, 18);
    scene.contact->add_forces(state, forces);
    Force<double> sum = Force<double>::zero();
    for (int b = 0; b <= 3; ++b) {
      const Force<double>& F = forces.on_body(b);
      sum = sum + Force<double>{F.t + cross(pose(state, b).p, F.f), F.f};
    }
    EXPECT_FALSE(scene.contact->contacts(state).empty());
    EXPECT_LT(norm(sum.f), 1e-10);
    EXPECT_LT(norm(sum.t), 1e-10);
  }
}

TEST(CompliantContact, DoesNotDependOnTheOrderOfSurfaces) {
  const AnyShape box = BoxShape{{0.2, 0.15, 0.1}};
  const Scene one = shapes_on_floor({{"a", SphereShape{0.1}}, {"b", box}}, true);
  const Scene two = shapes_on_floor({{"b", box}, {"a", SphereShape{0.1}}}, false);
  const auto put = [](State state) {
    const Body &a = state.model().body("a"), &b = state.model().body("b");
    state.set_q(a.q0 + 6, 0.095), state.set_q(b.q0 + 4, 0.15), state.set_q(b.q0 + 6, 0.045);
    state.set_u(a.u0 + 3, 0.3), state.set_u(b.u0 + 4, -0.2);
    return state;
  };
  const State s1 = put(one.system.default_state()), s2 = put(two.system.default_state());
  for (const char* body : {"a", "b"})
    for (int i = 0; i < 6; ++i) {
      const double u1 = udot(s1)[s1.model().body(body).u0 + i], u2 = udot(s2)[s2.model().body(body).u0 + i];
      EXPECT_NEAR(u1, u2, 1e-9 * (1 + std::abs(u1))) << body << i;
    }
}

TEST(CompliantContact, LeavesOutNeighborsAndWhatTheFilterSays) {
  ModelBuilder model("chain");
  for (const char* name : {"upper", "lower", "hand"}) model.body(name, solid_sphere(1, 0.1));
  model.joint("shoulder", Pin{}, "world", "upper");
  model.joint("elbow", Pin{}, "upper", "lower");
  model.joint("wrist", Weld{}, "lower", "hand");
  const auto contacts = [&](ContactFilter filter) {
    SystemBuilder builder(model.build());
    auto contact =
        std::make_shared<CompliantContact>(Array<ContactSurface>{{"u", "upper", SphereShape{0.1}},
                                                                 {"l", "lower", SphereShape{0.1}},
                                                                 {"h", "hand", SphereShape{0.1}},
                                                                 {"floor", "world", HalfSpaceShape{}}},
                                           CompliantContactOptions{.filter = filter});
    builder.add_force("contact", contact);
    return contact->contacts(builder.build().default_state()).size();
  };
  // All spheres are at the origin. Elbow and wrist connect their bodies; the floor touches all three.
  EXPECT_EQ(contacts({}), 3u);
  EXPECT_EQ(contacts({.adjacent_bodies = false}), 5u);  // u–l and u–h too; l and h are one rigid body
  EXPECT_EQ(contacts({.pairs = {{"floor", "hand"}, {"u", "floor"}}}), 1u);
  EXPECT_SAYS(message([&] { (void)contacts({.pairs = {{"floor", "hnad"}}}); }), "hnad");
}

TEST(CompliantContact, RefusesWhatCannotBe) {
  const auto build = [](Array<ContactSurface> surfaces) {
    ModelBuilder model("two");
    model.body("a", solid_sphere(1, 0.1)).body("b", solid_sphere(1, 0.1));
    model.joint("a", Free{}, "world", "a");
    model.joint("b", Free{}, "world", "b");
    SystemBuilder builder(model.build());
    builder.add("contact", CompliantContact(std::move(surfaces)));
    (void)builder.build();
  };
  EXPECT_SAYS(message([&] { build({{"one", "a", SphereShape{-1}}}); }), "-1");
  EXPECT_SAYS(message([&] { build({{"one", "nobody", SphereShape{1}}}); }), "nobody");
  EXPECT_SAYS(message([&] {
                build({{"one", "a", SphereShape{1}}, {"one", "b", SphereShape{1}}});
              }),
              "two surfaces");
  EXPECT_SAYS(message([&] { build({{"one", "a", SphereShape{1}, {.modulus = 0}}}); }), "modulus");
  EXPECT_SAYS(message([&] {
                build({{"one", "a", HalfSpaceShape{}}, {"two", "b", HalfSpaceShape{}}});
              }),
              "half-space");
}

TEST(CompliantContact, FindsNothingNewWithoutAllocating) {
  const Scene scene = shapes_on_floor({{"a", SphereShape{0.1}}, {"b", BoxShape{{0.2, 0.15, 0.1}}}});
  State state = scene.system.default_state();
  const auto evaluate = [&](double z) {
    state.set_q(6, z), state.set_q(13, z - 0.05), state.set_q(11, 0.3);
    return udot(state)[5];
  };
  (void)evaluate(0.095), (void)evaluate(0.09);
  const long before = allocations();
  (void)evaluate(0.094);
  EXPECT_EQ(allocations(), before);
}

TEST(ContactEvents, TouchPartAndExcess) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("free", Free{}, "world", "ball");
  SystemBuilder builder(model.build());
  auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
      {"floor", "world", HalfSpaceShape{}, soft}, {"ball", "ball", SphereShape{0.1}, soft}});
  builder.add_force("contact", contact);
  std::vector<double> touched, parted;
  int exceeded = 0;
  on_touch(builder, contact, "ball", "floor", [&](State& s, EventCall&) { touched.push_back(s.time()); });
  on_part(builder, contact, "ball", "floor", [&](State& s, EventCall&) { parted.push_back(s.time()); });
  on_excess(builder, contact, "ball", "floor", 100, [&](State&, EventCall&) { ++exceeded; });
  Simulation simulation(BallOnFloor::at(builder.build(), {0, 0, 1.1}, {0, 0, 0}), {.accuracy = 1e-8});
  simulation.run(0.7);
  ASSERT_EQ(touched.size(), 1u);
  EXPECT_NEAR(touched[0], 0.45152364098573, 1e-8);  // √(2·h/g)
  ASSERT_EQ(parted.size(), 1u);
  EXPECT_GT(parted[0], touched[0]);
  EXPECT_EQ(exceeded, 1);
}

}  // namespace
}  // namespace sarrus::testing::compliant_contact_test
