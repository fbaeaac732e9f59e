/// What docs/contact.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

Model two_bodies() {
  ModelBuilder model("things");
  for (const char* body : {"crate", "ball"}) {
    model.body(body, solid_sphere(1, 0.1));
    model.joint(body, Free{}, "world", body);
  }
  return model.build();
}

TEST(ContactSnippets, Surfaces) {
  // [surfaces]
  const ContactMaterial felt{
      .modulus = 2e6, .dissipation = 1.5, .static_friction = 0.5, .dynamic_friction = 0.4};
  const Pose<double> wall{Rotation<double>::about_y(M_PI / 2), {-1, 0, 0}};  // faces +x
  const Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, wood_material()},
                                       {"wall", {"world", wall}, HalfSpaceShape{}, wood_material()},
                                       {"crate", "crate", BoxShape{{0.4, 0.3, 0.2}}, wood_material()},
                                       {"handle", {"crate", {0, 0, 0.15}}, CapsuleShape{0.02, 0.1}, felt},
                                       {"ball", "ball", SphereShape{0.1}, rubber_material()}};
  // [/surfaces]
  SystemBuilder builder(two_bodies());
  // [options]
  const auto contact = std::make_shared<CompliantContact>(
      surfaces, CompliantContactOptions{.transition_speed = 0.001,
                                        .filter = {.pairs = {{"handle", "wall"}}},
                                        .pair_laws = {{"crate", "floor", std::make_shared<PointLaw>()}}});
  builder.add_force("contact", contact);
  // [/options]
  const System system = builder.build();
  State state = system.default_state();
  state.set_q(system.model().body("crate").q0 + 6, 0.0999);
  state.set_q(system.model().body("ball").q0 + 4, 2);
  state.set_q(system.model().body("ball").q0 + 6, 0.0999);
  // [parameters]
  state.set(system.parameter("contact.ball.modulus"), 2e6);
  // [/parameters]
  // [reading]
  for (std::size_t i = 0; i < contact->contacts(state).size(); ++i) {
    const Contact& at = contact->contacts(state)[i];
    const ContactForce& force = contact->forces(state)[i];
    const std::string &one = contact->surfaces()[at.surface1].name,
                      &two = contact->surfaces()[at.surface2].name;
    std::cout << one << " presses " << two << " by " << force.normal << " N, " << 1e3 * at.depth
              << " mm deep\n";
  }
  const Force<double> on_ball = contact->force_between(state, "floor", "ball");
  const double gap =
      contact->distance(state, contact->surface_number("crate"), contact->surface_number("ball")).distance;
  // [/reading]
  EXPECT_GT(on_ball.f.z, 0);
  EXPECT_NEAR(gap, 1.7, 1e-3);
  EXPECT_EQ(contact->force_between(state, "ball", "floor").f.z, -on_ball.f.z);
  EXPECT_EQ(contact->contacts(state).size(), 5U);  // four corners of the crate, and the ball
  EXPECT_FALSE(contact->may_touch(contact->surface_number("handle"), contact->surface_number("wall")));
}

/// The table of laws, row by row.
TEST(ContactSnippets, LawsOfPairs) {
  const AnyShape plane = HalfSpaceShape{}, ball = SphereShape{0.1}, capsule = CapsuleShape{0.1, 0.2},
                 ellipsoid = EllipsoidShape{{0.1, 0.2, 0.3}}, box = BoxShape{{1, 1, 1}},
                 torus = TorusShape{1, 0.1}, cylinder = CylinderShape{0.1, 1}, cone = ConeShape{0.1, 1},
                 hull = convex_hull(Array<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
                 field = HeightFieldShape{{{1, 1}}, 2, 2, Array<float>(4, 0.0F)};
  const auto law = [](const AnyShape& one, const AnyShape& two) {
    const auto chosen = choose_contact_law(one, two);
    return chosen == nullptr ? std::string("none") : std::string(chosen->type());
  };
  for (const AnyShape& round : {ball, ellipsoid})
    for (const AnyShape& other : {ball, ellipsoid, capsule, torus, plane})
      EXPECT_EQ(law(round, other), "Hertz");
  for (const AnyShape& round : {ball, ellipsoid}) EXPECT_EQ(law(round, field), "Hertz");
  EXPECT_EQ(law(capsule, plane), "Hertz");
  for (const AnyShape& solid : {box, hull, cylinder}) EXPECT_EQ(law(solid, plane), "volume");
  for (const AnyShape& solid : {box, hull}) EXPECT_EQ(law(solid, box), "volume");
  for (const AnyShape& other : {box, cylinder}) EXPECT_EQ(law(ball, other), "points");
  for (const AnyShape& other : {torus, cone}) EXPECT_EQ(law(other, plane), "points");
  for (const AnyShape& other : {capsule, torus, box, hull, cylinder, cone})
    EXPECT_EQ(law(other, field), "points");
  EXPECT_EQ(law(plane, plane), "none");
  for (const AnyShape& other : {plane, field}) EXPECT_EQ(law(other, field), "none");
}

TEST(ContactSnippets, PointsOnPlanes) {
  SystemBuilder builder(two_bodies());
  // [points]
  builder.add("heel", ExponentialSpring({"crate", {-0.1, 0, -0.1}}, "world"));
  builder.add("toe",
              MasslessSurface({"crate", {0.1, 0, -0.1}}, "world", {.stiffness = 5e4, .friction = 0.9}));
  builder.add("knob", SmoothSphereContact("ball", 0.1, "world", rubber_material()));
  // [/points]
  State state = builder.build().default_state();
  for (const char* body : {"crate", "ball"}) state.set_q(state.model().body(body).q0 + 6, 0.099);
  EXPECT_GT(norm(applied_forces(state).on_body(state.model().body_number("ball")).f), 1);
}

TEST(ContactSnippets, CombinationRules) {
  // [rules]
  const PairMaterial pair = combine(steel_material(), rubber_material(), {.friction = FrictionRule::least});
  // [/rules]
  EXPECT_EQ(pair.static_friction, 0.2);
  EXPECT_NEAR(pair.modulus / rubber_material().modulus, 1, 1e-4);  // the soft one decides
}

TEST(ContactSnippets, PressureFields) {
  SystemBuilder builder(two_bodies());
  // [hydroelastic]
  const auto pressed = std::make_shared<HydroelasticLaw>();
  const auto contact = std::make_shared<CompliantContact>(
      Array<ContactSurface>{{"floor", "world", HalfSpaceShape{}, concrete_material()},
                            {"crate", "crate", BoxShape{{0.4, 0.3, 0.2}}, {.modulus = 1e6}},
                            {"ball", "ball", SphereShape{0.1}, {.modulus = 1e6}}},
      CompliantContactOptions{.law = pressed});
  builder.add_force("contact", contact);
  // [/hydroelastic]
  const System system = builder.build();
  State state = system.default_state();
  state.set_q(system.model().body("crate").q0 + 6, 0.099);
  state.set_q(system.model().body("ball").q0 + 4, 3);
  state.set_q(system.model().body("ball").q0 + 6, 0.09);
  EXPECT_NEAR(contact->force_between(state, "floor", "crate").f.z / (1e6 / 0.1 * 0.001 * 0.12), 1, 0.02);
  EXPECT_NEAR(contact->force_between(state, "floor", "ball").f.z / 293.2, 1, 0.1);
}

}  // namespace
}  // namespace sarrus::testing
