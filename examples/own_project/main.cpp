// A program of one's own: where is the handle of a door, and how does the door swing shut?
#include <cmath>
#include <cstdio>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("door");
  model.body("leaf", solid_brick(12.0, {1.0, 0.04, 2.0}));
  model.joint("hinge", Pin{}, "world", "leaf").child_frame({-0.5, 0, 0}).start({1.2});
  model.point("handle", "leaf", {0.45, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("closer", MobilitySpring("hinge", 16.0, 0.0));
  const System system = builder.build();

  Simulation simulation(system.default_state(), {.accuracy = 1e-9});
  simulation.run(0.5);
  const double angle = simulation.state().q("hinge");
  const Vec3<double> handle = pose(simulation.state(), "handle").p;

  // The leaf turns as a harmonic oscillator about its hinge, and the handle is 0.95 m away from it.
  const double inertia = 12.0 * ((1 + 0.04 * 0.04) / 12 + 0.25);
  const double expected = 1.2 * std::cos(std::sqrt(16.0 / inertia) * 0.5);
  std::printf("open by %.6f rad, by the formula %.6f rad; handle at (%.6f, %.6f) m\n", angle, expected,
              handle.x, handle.y);
  const double off = std::hypot(handle.x - 0.95 * std::cos(expected), handle.y - 0.95 * std::sin(expected));
  return off < 1e-6 ? 0 : 1;
}
