// A discrete variable that takes the value of a quantity at the end of every step: the largest height so far.
// The library's extreme() measure works in this way.

#include <cstdio>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("thrown ball");
  model.particle("ball", 1.0);
  model.joint("flight", Translation{}, "world", "ball");
  SystemBuilder builder(model.build());
  Declaration& declare = builder.declare();
  const Discrete<double> highest = declare.discrete<double>("highest", 0.0);
  const Quantity<double> so_far = declare.quantity<double>(
      "highest so far", {highest, Source::q}, 0.0,
      [highest](const State& state, double& value) { value = std::max(state[highest], state.q(2)); });
  declare.update_each_step(highest, so_far);
  const System system = builder.build();

  State state = system.default_state();
  state.set_u(2, 9.81);  // rises for one second, to half of 9.81 m
  Simulation simulation(state, {.accuracy = 1e-6, .largest_step = 0.001});
  simulation.run(1.5);
  std::printf("height %.3f m, highest %.3f m\n", simulation.state().q(2), simulation.state()[highest]);
}
