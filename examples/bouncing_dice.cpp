// Three dice fall on a table, bounce, and come to rest: impacts with restitution, friction and corners. With
// a file name, a picture of the throw is written there:
//   bouncing_dice [picture.png]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include "sarrus/rigid.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

/// Draws the pips of a die, so many as the number of the face, on a circle: opposite faces have seven
/// together.
void add_pips(Scene& scene, const std::string& die, double edge) {
  for (int face = 1; face <= 6; ++face) {
    const int axis = std::min(face, 7 - face) - 1;
    for (int k = 0; k < face; ++k) {
      const double r = face == 1 ? 0 : 0.29 * edge, angle = (2.0 * k / face + 0.25) * std::numbers::pi;
      Vec3<double> at{};
      at[axis] = face <= 3 ? 0.5 * edge : -0.5 * edge;
      at[(axis + 1) % 3] = r * std::cos(angle), at[(axis + 2) % 3] = r * std::sin(angle);
      scene.add_visual(die, SphereShape{0.085 * edge}, {1, 1, 1}).X_BV = Pose<double>::translation(at);
    }
  }
}

int main(int argc, char** argv) {
  constexpr double edge = 0.016, mass = 0.005;
  // [dice]
  const ContactMaterial resin{.static_friction = 0.35, .dynamic_friction = 0.3, .restitution = 0.5};
  ModelBuilder model("dice");
  Array<ContactSurface> surfaces{{"table", "world", HalfSpaceShape{}, resin}};
  for (int i = 0; i < 3; ++i) {
    const std::string die = "die" + std::to_string(i);
    const double tilt = 0.4 + 0.3 * i;
    model.body(die, solid_brick(mass, {edge, edge, edge}));
    model.joint(die, Free{}, "world", die)
        .start({std::cos(tilt), std::sin(tilt), 0, 0, 0, 0.03 * i, 0.12 + 0.02 * i});
    surfaces.push_back({die, die, BoxShape{{edge, edge, edge}}, resin});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  State thrown = builder.build().default_state();
  for (int i = 0; i < 3; ++i) {
    const std::string die = "die" + std::to_string(i);
    thrown.set_u(die + ".vx", 0.8);
    thrown.set_u(die + ".wy", 20 + 5 * i);
    thrown.set_u(die + ".wz", 3);
  }
  TimeStepping stepping(thrown, {.step = 1e-3, .every = 1.0 / 240});
  stepping.run(2);
  // [/dice]

  const State& end = stepping.state();
  int lying = 0;
  double borne = 0;
  for (int i = 0; i < 3; ++i) {
    const Rotation<double> R = pose(end, "die" + std::to_string(i)).R;
    for (int axis = 0; axis < 3; ++axis) lying += std::abs(R.col(axis).z) > 1 - 1e-9 ? 1 : 0;
  }
  for (const RigidForce& force : stepping.forces())
    borne += force.body1 == 0 || force.body2 == 0 ? force.normal_force() : 0;
  std::printf("%d of 3 dice lie on a face; the table bears %.3f N of %.3f N\n", lying, borne,
              3 * mass * 9.81);
  std::printf("at rest: %s; overlaps below a hundredth of a millimeter: %s\n",
              kinetic_energy(end) < 1e-12 ? "yes" : "no",
              stepping.report().largest_penetration < 1e-5 ? "yes" : "no");

  double energy = stepping.energy_balance().initial;
  bool has_gained = false;
  for (const State& state : stepping.trajectory()) {
    const double now = kinetic_energy(state) + potential_energy(state);
    has_gained = has_gained || now > energy + 1e-6;
    energy = std::min(energy, now);
  }
  std::printf("any impact gains energy: %s\n", has_gained ? "yes" : "no");
  if (argc > 1) {
    Scene scene = make_scene(thrown);
    for (int i = 0; i < 3; ++i) add_pips(scene, "die" + std::to_string(i), edge);
    const Recording motion(stepping.trajectory(), scene, {.rate = 240});
    write_png({"dice", {{"dice", "", scene, {motion}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.2, .camera = "0.26,-0.15,0.12,0.14,0.023,0.03"});
  }
}
