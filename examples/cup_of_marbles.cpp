// Thirty marbles are poured into a cup of bricks. In the end the cup bears their weight.
//   cup_of_marbles [picture.png]

#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

const double pi = std::numbers::pi, radius = 0.01;
const ContactMaterial glass{
    .modulus = 2e7, .dissipation = 1, .static_friction = 0.3, .dynamic_friction = 0.2};  // softer than glass

/// A bottom, and walls that lean outward.
void add_cup(Array<ContactSurface>& surfaces) {
  const double bottom = 0.036, height = 0.08, lean = 0.15, thickness = 0.006;
  const int walls = 12;
  surfaces.push_back({"bottom",
                      {"world", Vec3<double>{0, 0, -0.5 * thickness}},
                      CylinderShape{bottom + thickness, thickness},
                      glass});
  const double width = 2 * (bottom + height * std::tan(lean) + thickness) * std::tan(pi / walls);
  for (int i = 0; i < walls; ++i) {
    const Pose<double> place = Pose<double>::rotation(Rotation<double>::about_z(2 * pi * i / walls)) *
                               Pose<double>{Rotation<double>::about_y(lean), {bottom, 0, 0}} *
                               Pose<double>::translation({0.5 * thickness, 0, 0.5 * height});
    surfaces.push_back(
        {"wall " + std::to_string(i), {"world", place}, BoxShape{{thickness, width, height}}, glass});
  }
}

int main(int argc, char** argv) {
  const int count = 30;
  ModelBuilder model("marbles");
  Array<ContactSurface> surfaces;
  add_cup(surfaces);
  for (int i = 0; i < count; ++i) {
    const std::string name = "marble " + std::to_string(i);
    const double angle = 2.4 * i, out = 0.006 + 0.0005 * i, high = 0.05 + 0.75 * radius * i;
    model.body(name, solid_sphere(0.0105, radius));
    model.joint(name, Free{}, "world", name)
        .start({1, 0, 0, 0, 2 * out * std::cos(angle), 2 * out * std::sin(angle), high});
    surfaces.push_back({name, name, SphereShape{radius}, glass});
  }
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(surfaces);
  builder.add_force("contact", contact);
  const System system = builder.build();

  Simulation simulation(system.default_state(), {.accuracy = 1e-3, .every = 1.0 / 60});
  simulation.run(1.5);

  const State& state = simulation.state();
  int inside = 0;
  double weight = 0, borne = 0;
  for (int b = 1; b <= count; ++b) {
    const Vec3<double> p = pose(state, b).p;
    inside += std::hypot(p.x, p.y) < 0.05 && p.z > 0 && p.z < 0.08 ? 1 : 0;
    weight += 9.81 * 0.0105;
  }
  for (std::size_t i = 0; i < contact->contacts(state).size(); ++i) {
    const Contact& at = contact->contacts(state)[i];
    const ContactForce& force = contact->forces(state)[i];
    if (contact->frame(at.surface1).body == 0) borne += force.normal * at.normal.z + force.friction.z;
  }
  std::printf("%d of %d marbles are in the cup, which bears %.1f N of their weight of %.1f N\n", inside,
              count, borne, weight);
  std::printf("kinetic energy %.1f mJ\n", 1e3 * kinetic_energy(state));
  if (argc > 1) {
    Scene scene = make_scene(system);
    for (Visual& visual : scene.visuals)
      if (visual.body == 0) visual.opacity = 0.22;
    const Recording recording(simulation.trajectory(), scene, {.rate = 60});
    write_png({"marbles", {{"marbles", "", scene, {recording}}}}, argv[1],
              {.width = 760, .height = 428, .at = 0.17, .camera = "0.125,-0.3,0.215,0,0,0.066"});
  }
}
