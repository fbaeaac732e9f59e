#include "bench/sphere_scenarios.h"

#include <fmt/core.h>

#include <numbers>

#include "bench/peers/spheres.h"
#include "sarrus/contact/compliant_contact.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"

namespace sarrus::bench {

Scenario sphere_scenario(const std::string& name) {
  const ContactMaterial material{.modulus = spheres::stiffness(name),
                                 .dissipation = spheres::dissipation,
                                 .static_friction = spheres::static_friction,
                                 .dynamic_friction = spheres::dynamic_friction};
  const std::vector<spheres::Start> starts = spheres::starts(name);
  ModelBuilder model(name);
  model.gravity({0, -spheres::gravity, 0});
  const Rotation<double> upward = Rotation<double>::about_x(-std::numbers::pi / 2);  // z becomes y
  Array<ContactSurface> surfaces{
      {"floor", {"world", Pose<double>::rotation(upward)}, HalfSpaceShape{}, material}};
  std::vector<std::string> joints;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    joints.push_back(fmt::format("ball{}", i));
    model.body(joints.back(),
               RigidInertia<double>::from_central(
                   spheres::mass, {0, 0, 0},
                   Sym3<double>{spheres::inertia, spheres::inertia, spheres::inertia, 0, 0, 0}));
    model.joint(joints.back(), Free{}, "world", joints.back());
    surfaces.push_back({joints.back(), joints.back(), SphereShape{spheres::radius}, material});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", CompliantContact(surfaces, {.transition_speed = spheres::transition_speed,
                                                     .rules = {.stiffness = StiffnessRule::simbody}}));
  State start = builder.build().default_state();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const Body& ball = start.model().body(joints[i]);
    for (int k = 0; k < 3; ++k) {
      start.set_q(ball.q0 + 4 + k, starts[i].p[k]);
      start.set_u(ball.u0 + 3 + k, starts[i].v[k]);
    }
  }
  return {name,
          fmt::format("{} ball{} on a floor, 5 s, modulus {:g} Pa", starts.size(),
                      starts.size() == 1 ? "" : "s", spheres::stiffness(name)),
          start, joints, spheres::duration};
}

}  // namespace sarrus::bench
