// A rubber ball that falls on a concrete floor: when it lands and leaves, how much of its speed it keeps, and
// where its energy goes.
#include <cmath>
#include <cstdio>

#include "sarrus/contact.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const double mass = 0.06, radius = 0.03;
  // [ball]
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(mass, radius));
  model.joint("flight", Free{}, "world", "ball").start({1, 0, 0, 0, 0, 0, 0.5 + radius});
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(
      Array<ContactSurface>{{"floor", "world", HalfSpaceShape{}, concrete_material()},
                            {"ball", "ball", SphereShape{radius}, rubber_material()}});
  builder.add_force("contact", contact);
  // [/ball]

  double landed = 0, arrived = 0;
  // [events]
  on_touch(builder, contact, "ball", "floor", [&](State& state, EventCall&) {
    landed = state.time(), arrived = -velocity(state, "ball").v.z;
    std::printf("t = %.4f s: it lands with %.3f m/s\n", landed, arrived);
  });
  on_excess(builder, contact, "ball", "floor", 60, [&](State& state, EventCall&) {
    std::printf("t = %.4f s: the force exceeds 60 N\n", state.time());
  });
  on_part(builder, contact, "ball", "floor", [&](State& state, EventCall&) {
    const double left = velocity(state, "ball").v.z;
    std::printf("t = %.4f s: it leaves with %.3f of that speed after %.2f ms\n", state.time(), left / arrived,
                1e3 * (state.time() - landed));
  });
  // [/events]

  const System system = builder.build();
  Simulation simulation(system.default_state(), {.accuracy = 1e-7, .energy_balance = true});
  simulation.run(1.1);
  // [energy]
  const EnergyBalance energy = simulation.energy_balance();
  std::printf("after %.1f s: %.4f J of %.4f J are lost in the ball, and %.5f J are not accounted for\n",
              simulation.state().time(), energy.element("contact").dissipated, energy.initial,
              std::abs(energy.imbalance()));
  // [/energy]
}
