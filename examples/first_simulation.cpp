// A pendulum swings for ten seconds: a model, a system, a state, a simulation.

#include <algorithm>
#include <cstdio>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({1.0});
  const System system(builder.build());

  const State start = system.default_state();
  Simulation simulation(start, {.accuracy = 1e-8, .every = 0.01});
  simulation.run(10.0);

  const Trajectory& trajectory = simulation.trajectory();
  for (const double t : {0.0, 2.5, 5.0, 7.5, 10.0}) {
    const State state = trajectory.at(t);
    std::printf("t = %5.2f s   angle %8.4f rad   energy %.6f J\n", t, state.q(0), energy(state));
  }
  const std::vector<double> angles = trajectory.values([](const State& state) { return state.q(0); });
  std::printf("largest angle %.4f rad\n", *std::max_element(angles.begin(), angles.end()));
}
