#include "apps/sarrus/simulate.h"

#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/interrupt.h"
#include "apps/sarrus/meet_constraints.h"
#include "apps/sarrus/progress_bar.h"
#include "apps/sarrus/simulation_summary.h"
#include "sarrus/format/state_json.h"
#include "sarrus/format/table_file.h"
#include "sarrus/format/urdf_system.h"
#include "sarrus/study/real_time.h"
#include "sarrus/study/tabulate.h"
#include "sarrus/system/state_file.h"

namespace sarrus {

namespace {

/// What the file says that a simulation does not do.
std::string unheeded(const UrdfRobot& robot) {
  int limits = 0;
  for (const Coordinate& coordinate : robot.model.coordinates())
    limits += std::isfinite(coordinate.limits.lower) || std::isfinite(coordinate.limits.upper) ? 1 : 0;
  return limits > 0 ? fmt::format("note: {} coordinates have limits; nothing stops them there\n", limits)
                    : "";
}

SimulationOptions simulation_options(const SimulateCommand& command) {
  SimulationOptions options;
  options.accuracy = command.accuracy;
  options.integrator = command.integrator;
  options.fixed_step = command.fixed_step;
  options.every = command.every;
  options.energy_balance = true;
  for (const std::string& column : command.columns) options.outputs.emplace_back(column);
  return options;
}

/// Lines with time and coordinates at the pace of the clock.
void simulate_in_real_time(const State& initial, const SimulateCommand& command) {
  const InterruptWatch watch;
  const auto show = [&](const State& state) {
    if (!command.quiet) {
      fmt::print("t = {:8.3f} s ", state.time());
      for (int i = 0; i < std::min(state.nq(), 8); ++i) fmt::print(" {:9.4f}", state.q(i));
      fmt::print("{}\n", state.nq() > 8 ? " …" : "");
      std::fflush(stdout);
    }
    return !watch.interrupted();
  };
  RealTimeOptions pace;
  if (command.every > 0) pace.frame_rate = 1 / command.every;
  const RealTimeReport report =
      run_in_real_time(initial, command.duration, show, simulation_options(command), pace);
  fmt::print("{} frames, {} late by at most {:.3g} s\n", report.frames, report.late, report.largest_delay);
}

void write_results(const Simulation& simulation, const SimulateCommand& command) {
  if (!command.output.empty()) {
    const Table table = command.columns.empty() ? tabulate(simulation.trajectory()) : simulation.outputs();
    write_table(table, command.output);
    fmt::print("  {} states to {}\n", table.rows(), command.output);
  }
  if (command.final_state.empty()) return;
  if (command.final_state.ends_with(".json"))
    save_json(simulation.state(), command.final_state);
  else
    save(simulation.state(), command.final_state);
  fmt::print("  last state to {}\n", command.final_state);
}

}  // namespace

void simulate(const SimulateCommand& command) {
  require(command.duration >= 0, "--duration {}: a simulation cannot go back; give zero or more seconds",
          command.duration);
  if (!command.output.empty()) require_table_ending(command.output);
  const UrdfRobot robot = load(command.model);
  const System system = make_system_builder(robot).build();
  const MetConstraints start = meet_constraints(initial_state(robot, system, {command.initial, command.set}));
  require(start.failure.empty(), "{}", start.failure);
  const State& initial = start.state;
  if (!command.quiet) fmt::print(stderr, "{}{}", start.note, unheeded(robot));
  if (command.realtime) return simulate_in_real_time(initial, command);

  const InterruptWatch watch;
  std::string failure;
  SimulationOptions options = simulation_options(command);
  {
    ProgressBar bar(!command.quiet);
    options.progress = [&](const SimulationProgress& progress) {
      bar.show(progress);
      return !watch.interrupted();
    };
    Simulation simulation(initial, options);
    Outcome outcome = Outcome::finished;
    try {
      outcome = simulation.run(command.duration);
    } catch (const Error& error) {
      failure = error.what();
    }
    bar.clear();
    if (!command.quiet) fmt::print("{}", summary(simulation, initial, options));
    if (outcome == Outcome::interrupted)
      fmt::print("  interrupted at t = {:.6g} s\n", simulation.state().time());
    write_results(simulation, command);
  }
  require(failure.empty(), "{}", failure);
}

}  // namespace sarrus
