// A sampled controller, called a thousand times a second, turns an arm upright with a motor. The run stops
// when the arm first arrives, and continues from there; then the energy balance lists the work of each
// element.

#include <cstdio>
#include <memory>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder model("arm");
  model.body("arm", thin_rod(2.0, {0, 0, 1}));
  model.joint("shoulder", Pin{}, "world", "arm").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  SystemBuilder builder(model.build());
  builder.add("friction", MobilityDamper("shoulder", 0.2));
  const auto motor = std::make_shared<Motor>("shoulder", 25.0);  // N·m at most
  builder.add_force("motor", motor);

  const double goal = 3.14159;
  builder.add(periodically("controller", 0.001, [motor, goal](State& state, EventCall&) {
    state.set(motor->command(), 60 * (goal - state.q(0)) - 12 * state.u(0));
  }));
  builder.on_crossing(
      "arrival", {Source::q}, [goal](const State& state) { return state.q(0) - 0.99 * goal; },
      Crossing::rising, [](State&, EventCall& call) { call.stop("the arm is there"); });

  Simulation simulation(builder.build().default_state(),
                        {.accuracy = 1e-6, .every = 0.5, .energy_balance = true});
  if (simulation.run_until(5.0) == Outcome::stopped)
    std::printf("t = %.4f s: %s\n", simulation.state().time(), simulation.stop_reason().c_str());
  simulation.run_until(5.0);
  std::printf("t = %.4f s: %.4f rad, called %ld times, %zu rows\n", simulation.state().time(),
              simulation.state().q(0), simulation.event_counts().at("controller"),
              simulation.trajectory().size());

  const EnergyBalance balance = simulation.energy_balance();
  for (const ElementEnergy& element : balance.elements)
    std::printf("%-8s  work %7.3f J, lost %6.3f J\n", element.name.c_str(), element.work, element.dissipated);
}
