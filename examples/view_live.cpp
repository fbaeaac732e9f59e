// A double pendulum in the browser, while it moves: drag it, kick it, change the friction of its elbow.
// Without arguments it runs for half a second; with a number, for that many seconds.

#include <cstdlib>
#include <iostream>

#include "sarrus/sarrus.h"
#include "sarrus/view.h"
using namespace sarrus;

int main(int count, char** arguments) {
  const double seconds = count > 1 ? std::strtod(arguments[1], nullptr) : 0.5;

  ModelBuilder model("double pendulum");
  model.body("upper", thin_rod(1.0, {0, 0, 1.0})).body("lower", thin_rod(0.5, {0, 0, 0.6}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({2.0});
  model.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.3});

  // [live]
  SystemBuilder builder(model.build());
  builder.add("friction", MobilityDamper("elbow", 0.01));
  Viewer::prepare(builder);  // so that bodies can be dragged
  const System system = builder.build();

  Viewer viewer(system);
  viewer.add_parameter("friction.damping", 0, 0.1);
  viewer.on_button("Kick", "k", [](State& state) { state.set_u("elbow.rate", state.u("elbow.rate") + 5); });
  if (count > 1) viewer.open();

  Simulation simulation(system.default_state(), {.accuracy = 1e-6, .record = false});
  viewer.run(simulation, seconds);
  // [/live]
  std::cout << "stopped at t = " << simulation.state().time() << " s\n";
}
