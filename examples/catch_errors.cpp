// Failures are Errors with names and numbers. A numerical failure is a NumericalError with its time and
// variable; the simulation keeps the motion so far.

#include <iostream>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("pendulum");
  model.body("bob", thin_rod(1.0, {0, 0, 1}));
  model.joint("hinge", Pin{}, "world", "bob").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.5});
  SystemBuilder builder(model.build());
  // A force that grows so fast that the motion diverges in finite time.
  builder.add("runaway", CustomForce({Source::q}, [](const State& state, AppliedForces& forces) {
                forces.add_to_speed(0, 50 * std::pow(state.q("hinge"), 3));
              }));
  const System system = builder.build();
  State state = system.default_state();

  try {
    state.set_q("hing", 1);
  } catch (const Error& error) {
    std::cout << error.what() << '\n';
  }

  Simulation simulation(state, {.accuracy = 1e-6});
  try {
    simulation.run(10);
  } catch (const NumericalError& error) {
    std::cout << "ended near t = " << std::round(100 * error.time()) / 100 << " s because of "
              << error.variable() << "; "
              << (simulation.trajectory().size() > 10 ? "the motion so far is kept" : "nothing is kept")
              << '\n';
  }
}
