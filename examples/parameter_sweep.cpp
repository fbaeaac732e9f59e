// The same mechanism with many values of a parameter, simulated on all cores: a carriage on a spring and a
// damper is let go, and an event stops each run where the carriage turns around, after half a period.

#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const double mass = 2, damping = 4, displaced = 0.1;
  ModelBuilder model("carriage");
  model.particle("carriage", mass);
  model.joint("rail", Slider{}, "world", "carriage").start({displaced});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("rail", 100.0, 0.0));
  builder.add("damper", MobilityDamper("rail", damping));
  builder.on_crossing(
      "turns around", {Source::u}, [](const State& state) { return state.u("rail.rate"); }, Crossing::rising,
      [](State&, EventCall& call) { call.stop("half a period is over"); });
  const System system = builder.build();

  Array<State> starts;
  for (const double stiffness : {50.0, 100.0, 200.0, 400.0, 800.0}) {
    State state = system.default_state();
    state.set(system.parameter("spring.stiffness"), stiffness);
    starts.push_back(state);
  }
  const Array<SimulationResult> results = simulate_all(starts, 10.0, {.accuracy = 1e-9});

  // With δ = c/(2·m) and ω² = k/m − δ², half a period takes π/ω, and leaves e^(−δ·π/ω) of the displacement.
  std::printf(
      "stiffness   half a period (s)     displacement (m)\n"
      "(N/m)       found      formula    found       formula\n");
  for (const SimulationResult& result : results) {
    if (!result.succeeded()) {
      std::printf("%s\n", result.error.c_str());
      continue;
    }
    const State& end = *result.end;
    const double stiffness = end[system.parameter("spring.stiffness")], delta = damping / (2 * mass);
    const double half = std::numbers::pi / std::sqrt(stiffness / mass - delta * delta);
    std::printf("%5.0f       %.6f   %.6f   %.6f   %.6f\n", stiffness, end.time(), half, end.q("rail"),
                -displaced * std::exp(-delta * half));
  }
}
