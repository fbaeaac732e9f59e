// A gripper with soft pads holds a cube: pads and cube touch by pressure fields, which give the force, the
// area and the pressure of a grasp from the shapes alone. The harder it grips, the less the cube creeps.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const ContactMaterial soft{
      .modulus = 2e5, .dissipation = 1, .static_friction = 0.9, .dynamic_friction = 0.8},
      hard{.modulus = 1e8, .dissipation = 1, .static_friction = 0.9, .dynamic_friction = 0.8};
  const double weight = 0.2 * 9.81;
  std::printf("a cube of %.2f N between two pads:\n", weight);
  for (const double grip : {2.0, 4.0, 8.0}) {
    // [gripper]
    ModelBuilder model("gripper");
    model.body("left", solid_brick(0.05, {0.02, 0.03, 0.03}));
    model.body("right", solid_brick(0.05, {0.02, 0.03, 0.03}));
    model.body("cube", solid_brick(0.2, {0.05, 0.05, 0.05}));
    model.joint("left", Slider{}, "world", "left").axis({1, 0, 0}).start({-0.0349});
    model.joint("right", Slider{}, "world", "right").axis({-1, 0, 0}).start({-0.0349});
    model.joint("cube", Free{}, "world", "cube");
    SystemBuilder builder(model.build());
    builder.add("squeeze left", ConstantForce({"left"}, {grip, 0, 0}));
    builder.add("squeeze right", ConstantForce({"right"}, {-grip, 0, 0}));
    const auto contact = std::make_shared<CompliantContact>(
        Array<ContactSurface>{{"left", "left", BoxShape{{0.02, 0.03, 0.03}}, soft},
                              {"right", "right", BoxShape{{0.02, 0.03, 0.03}}, soft},
                              {"cube", "cube", BoxShape{{0.05, 0.05, 0.05}}, hard}},
        CompliantContactOptions{.transition_speed = 0.002, .law = std::make_shared<HydroelasticLaw>()});
    builder.add_force("contact", contact);
    // [/gripper]
    Simulation simulation(builder.build().default_state(), {.accuracy = 1e-6, .record = false});
    simulation.run(1);
    const State& state = simulation.state();
    const Force<double> F = contact->force_between(state, "left", "cube");
    double area = 0, peak = 0;
    for (const Contact& piece : contact->contacts(state)) area += 0.5 * piece.area;  // of both pads
    for (const ContactForce& force : contact->forces(state)) peak = std::max(peak, force.peak_pressure);
    std::printf(
        "  %.0f N each: carries %.2f N by friction, %.1f cm² per pad, at most %.1f kPa, sinks by %.1f mm\n",
        F.f.x, 2 * F.f.z, 1e4 * area, 1e-3 * peak, -1e3 * pose(state, "cube").p.z);
  }
}
