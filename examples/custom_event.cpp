// A bouncing ball: an event locates the zero crossings of its height, and the handler reverses its speed with
// a loss. When it is too slow to bounce, the handler locks its joint.

#include <cstdio>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("bouncing ball");
  model.particle("ball", 1.0);
  model.joint("height", Slider{}, "world", "ball").axis({0, 0, 1}).start({1.0});
  SystemBuilder builder(model.build());
  const auto clearance = [](const State& state) { return state.q("height"); };
  builder.on_crossing("floor", {Source::q}, clearance, Crossing::falling, [](State& state, EventCall&) {
    const double up = -0.5 * state.u("height.rate");
    std::printf("t = %.6f s: %.3f m/s\n", state.time(), up);
    state.set_u("height.rate", up);
    if (up < 0.1) state.lock("height");
  });
  const System system = builder.build();

  Simulation simulation(system.default_state(), {.accuracy = 1e-8});
  simulation.run(3.0);
  std::printf("at rest at t = %g s, height %.1e m\n", simulation.state().time(),
              std::max(0.0, simulation.state().q("height")));
}
