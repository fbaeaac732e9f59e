#include "apps/sarrus/simulation_summary.h"

#include <fmt/format.h>

#include <cmath>

namespace sarrus {

namespace {

/// Seconds with a unit that suits them.
std::string seconds(double s) {
  if (s < 1e-3) return fmt::format("{:.3g} µs", 1e6 * s);
  if (s < 1) return fmt::format("{:.3g} ms", 1e3 * s);
  return fmt::format("{:.3g} s", s);
}

/// The energy at both ends, what became of the difference, and the rest, which is the error of the
/// integration.
std::string energy_line(const EnergyBalance& energy) {
  std::string line = fmt::format("  energy       {:.6g} J, then {:.6g} J", energy.initial, energy.energy());
  const auto add = [&](const char* what, double amount) {
    if (amount != 0) line += fmt::format("; {} {:.6g} J", what, amount);
  };
  add("put in by motions", energy.work_of_motions);
  add("put in by forces", energy.work_of_forces);
  add("dissipated", energy.dissipated);
  add("changed by events", energy.by_events);
  return line + fmt::format("; error {:.2g} J\n", energy.imbalance());
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
  text += fmt::format("  errors       at most {:.2g} per step, {:.2g} in sum\n",
                      done.largest_error * options.accuracy, done.summed_error);
  text += fmt::format("  evaluations  {}", done.evaluations);
  if (done.evaluations > 0)
    text += fmt::format(", {} each", seconds(wall / static_cast<double>(done.evaluations)));
  text += '\n' + energy_line(simulation.energy_balance());
  for (const auto& [name, count] : simulation.event_counts())
    text += fmt::format("  event        '{}': {}\n", name, count);
  return text;
}

}  // namespace sarrus
