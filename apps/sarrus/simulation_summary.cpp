#include "apps/sarrus/simulation_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/sarrus/numbers_text.h"
#include "sarrus/system/prescribed_motion.h"

namespace sarrus {

namespace {

double largest(const EnergyBalance& energy) {
  return std::max({std::abs(energy.initial), std::abs(energy.energy()), std::abs(energy.kinetic),
                   std::abs(energy.work_of_forces), std::abs(energy.dissipated), std::abs(energy.by_events)});
}

/// The energy at the start and the end, the parts of the difference, and the rest, which is the integration
/// error.
std::string energy_line(const EnergyBalance& energy, bool has_motions) {
  constexpr double rounding = 1e-12, small = 1e-6;
  std::string line = fmt::format("  energy       {:.6g} J, then {:.6g} J", energy.initial, energy.energy());
  const auto add = [&](const char* what, double amount) {
    const bool is_noise =
        std::abs(amount) < small * largest(energy) && std::abs(amount) < std::abs(energy.imbalance());
    if (std::abs(amount) > rounding * largest(energy) && !is_noise)
      line += fmt::format("; {} {:.6g} J", what, amount);
  };
  add(has_motions ? "put in by motions" : "put in by constraints", energy.work_of_motions);
  add("put in by forces", energy.work_of_forces);
  add("dissipated", energy.dissipated);
  add("changed by events", energy.by_events);
  return line + fmt::format("; error {:.2g} J\n", energy.imbalance());
}

/// The error estimates of the method; some methods have none for fixed steps.
std::string error_line(const IntegratorStatistics& done, const SimulationOptions& options) {
  if (done.steps > 0 && done.largest_error == 0 && options.fixed_step > 0)
    return "  errors       not estimated\n";
  return fmt::format("  errors       at most {:.2g} per step, {:.2g} in total\n",
                     done.largest_error * options.accuracy, done.summed_error);
}

/// The method, and what "auto" did if the motion was stiff.
std::string method_line(const IntegratorStatistics& done, const SimulationOptions& options) {
  const std::string steps = options.fixed_step > 0 ? "steps of " + seconds_text(options.fixed_step)
                                                   : fmt::format("accuracy {:g}", options.accuracy);
  const std::string chosen =
      done.switches > 0 ? fmt::format("; stiff from t = {:.6g} s on: {} of {} steps are implicit (radau5)",
                                      done.first_switch, done.implicit_steps, done.steps)
                        : "";
  return fmt::format("\n  method       {}, {}{}\n", options.integrator, steps, chosen);
}

/// The cost of implicit steps besides evaluations; empty if there were none.
std::string implicit_line(const IntegratorStatistics& done) {
  if (done.jacobians == 0) return "";
  const std::string kind = done.exact_jacobians == done.jacobians ? "exact "
                           : done.exact_jacobians == 0            ? "differenced "
                                                                  : "";
  const std::string some = kind.empty() ? fmt::format(", {} of them exact", done.exact_jacobians) : "";
  return fmt::format("  implicit     {} {}Jacobians{}{}{}\n", done.jacobians, kind, some,
                     done.factorizations > 0 ? fmt::format(", {} factorizations", done.factorizations) : "",
                     done.iterations > 0 ? fmt::format(", {} iterations", done.iterations) : "");
}

}  // namespace

std::string summary(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                    double elsewhere) {
  const IntegratorStatistics& done = simulation.statistics();
  const double simulated = simulation.state().time() - initial.time(), wall = simulation.wall_seconds();
  std::string text =
      fmt::format("Simulated {:.6g} s of '{}' in {}", simulated, initial.model().name(), seconds_text(wall));
  if (simulated > 0 && wall > 0) text += fmt::format(": {} times real time", short_number(simulated / wall));
  text += method_line(done, options);
  const auto rejected = done.error_rejections + done.failure_rejections;
  text += fmt::format("  steps        {}{}", done.steps,
                      rejected > 0 ? fmt::format(" ({} rejected)", rejected) : "");
  if (done.steps > 0)
    text += fmt::format("; {} to {}", seconds_text(done.smallest_step), seconds_text(done.largest_step));
  text += '\n' + error_line(done, options) + fmt::format("  evaluations  {}", done.evaluations);
  if (done.evaluations > 0)
    text += fmt::format(
        ", {} each", seconds_text(std::max(0.0, wall - elsewhere) / static_cast<double>(done.evaluations)));
  text +=
      '\n' + implicit_line(done) + energy_line(simulation.energy_balance(), has_prescribed_motions(initial));
  for (const auto& [name, last_time] : simulation.last_event_times())
    text += fmt::format("  event        '{}': {}\n", name, simulation.event_counts().at(name));
  return text;
}

std::string doubts(const Simulation& simulation, const State& initial, const SimulationOptions& options,
                   const MotionRecord& motion) {
  constexpr double much = 0.1, many_per_second = 5000;
  std::string text;
  const EnergyBalance energy = simulation.energy_balance();
  const double size = std::max(largest(energy), motion.greatest_kinetic_energy());
  if (!(std::abs(energy.imbalance()) <= much * size))
    text += fmt::format(
        "warning: the energy is off by {:.2g} J, as much as there is: the motion cannot be trusted; {}\n",
        energy.imbalance(),
        options.fixed_step > 0 ? "take shorter steps, or leave --fixed-step out" : "give a finer --accuracy");
  const double simulated = simulation.state().time() - initial.time();
  const auto steps = static_cast<double>(simulation.statistics().steps);
  const bool suits_stiffness = simulation.statistics().jacobians > 0 || options.integrator == "auto";
  if (simulated > 0 && options.fixed_step == 0 && !suits_stiffness && steps / simulated > many_per_second &&
      steps > 1000)
    text += fmt::format(
        "note: {} steps per simulated second: stiff forces such as friction may keep them short; "
        "--integrator auto or --integrator bdf is often much faster then\n",
        short_number(steps / simulated));
  return text;
}

}  // namespace sarrus
