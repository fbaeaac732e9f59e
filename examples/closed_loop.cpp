// A four-bar linkage from bodies and joints; close_loops() cuts and closes its loop. The joint that closes
// the loop is a joint like the others: here a spring acts on it.

#include <cstdio>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  // [loop]
  const auto rod = [](double mass, const Vec3<double>& tip) {  // from the body's origin to its tip
    return Pose<double>::translation(0.5 * tip) * thin_rod(mass, tip);
  };
  ModelBuilder model("four-bar");
  model.gravity({0, -9.81, 0});
  model.body("crank", rod(0.5, {0, 0.5, 0}));
  model.body("coupler", rod(1.0, {1, 0, 0}));
  model.body("rocker", rod(0.7, {-0.3, 0.5, 0}));
  model.joint("motor", Pin{}, "world", "crank");
  model.joint("knee", Pin{}, "crank", "coupler").parent_frame({0, 0.5, 0});
  model.joint("base", Pin{}, "world", "rocker").parent_frame({1.3, 0, 0});
  model.joint("tip", Pin{}, "coupler", "rocker").parent_frame({1, 0, 0}).child_frame({-0.3, 0.5, 0});

  SystemBuilder builder = close_loops(model);
  builder.add("spring", MobilitySpring("tip", 40.0, 0.5));  // on any joint, also one that closes a loop
  const System system = builder.build();
  // [/loop]

  const State start = system.default_state();
  std::printf("%d coordinates, %zu equations, %s\n", start.nq(), position_errors(start).size(),
              largest_position_error(start).size < 1e-12 ? "closed" : "open");

  Simulation simulation(start, {.accuracy = 1e-8});
  const int tip = system.model().coordinate_number("tip"), motor = system.model().coordinate_number("motor");
  for (int i = 0; i < 4; ++i) {
    simulation.run(0.25);
    const State& state = simulation.state();
    const Force<double> bearing = reaction(state, "tip");
    std::printf("t = %.2f s   motor %8.4f rad   tip %8.4f rad   its bearing %7.3f N   energy %.5f J\n",
                state.time(), state.q(motor), state.q(tip), norm(bearing.f), energy(state));
  }
}
