#include "apps/sarrus/simulation_summary.h"

#include <fmt/format.h>

#include <cmath>

#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Seconds with a unit that suits them.
std::string seconds(double s) {
  if (s < 1e-3) return fmt::format("{:.3g} µs", 1e6 * s);
  if (s < 1) return fmt::format("{:.3g} ms", 1e3 * s);
  return fmt::format("{:.3g} s", s);
}

/// The energy at both ends, and what its change says: an error where nothing takes or gives energy.
std::string energy_line(const Simulation& simulation, const State& initial) {
  const double before = energy(initial), after = energy(simulation.state());
  double largest = 0;
  bool conserved = initial.layout().motions.empty();
  for (const State& state : simulation.trajectory()) {
    largest = std::max(largest, std::abs(energy(state) - before));
    conserved = conserved && dissipation(state) == 0;
  }
  const std::string line = fmt::format("  energy       {:.6g} J, then {:.6g} J", before, after);
  if (!conserved) return line + "\n";
  return line + fmt::format("; drift {:.2g} J, at most {:.2g} J\n", after - before, largest);
}

}  // namespace

std::string summary(const Simulation& simulation, const State& initial, const SimulationOptions& options) {
  const IntegratorStatistics& done = simulation.statistics();
  const double simulated = simulation.state().time() - initial.time(), wall = simulation.wall_seconds();
  std::string text =
      fmt::format("Simulated {:.6g} s of '{}' in {}", simulated, initial.model().name(), seconds(wall));
  if (simulated > 0 && wall > 0) text += fmt::format(": {:.3g} times real time", simulated / wall);
  text += fmt::format("\n  method       {}, {}\n", options.integrator,
                      options.fixed_step > 0 ? fmt::format("steps of {:g} s", options.fixed_step)
                                             : fmt::format("accuracy {:g}", options.accuracy));
  text += fmt::format("  steps        {}, and {} repeated; {} to {}\n", done.steps,
                      done.error_rejections + done.failure_rejections, seconds(done.smallest_step),
                      seconds(done.largest_step));
  text += fmt::format("  evaluations  {}", done.evaluations);
  if (done.evaluations > 0)
    text += fmt::format(", {} each", seconds(wall / static_cast<double>(done.evaluations)));
  text += '\n' + energy_line(simulation, initial);
  for (const auto& [name, count] : simulation.event_counts())
    text += fmt::format("  event        '{}': {}\n", name, count);
  return text;
}

}  // namespace sarrus
