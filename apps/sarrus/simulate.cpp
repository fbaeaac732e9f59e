#include "apps/sarrus/simulate.h"

#include <fmt/format.h>

#include <cmath>

#include "apps/sarrus/interrupt.h"
#include "apps/sarrus/progress_bar.h"
#include "apps/sarrus/simulation_summary.h"
#include "sarrus/format/state_json.h"
#include "sarrus/format/table_file.h"
#include "sarrus/format/urdf_system.h"
#include "sarrus/study/real_time.h"
#include "sarrus/study/tabulate.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/state_file.h"

namespace sarrus {

namespace {

/// "NAME=VALUE" taken apart.
std::pair<std::string, double> assignment(const std::string& text) {
  const std::size_t sign = text.rfind('=');
  require(sign != std::string::npos && sign > 0, "--set {}: write NAME=VALUE, such as --set elbow=0.5", text);
  const std::string name = text.substr(0, sign), number = text.substr(sign + 1);
  std::size_t end = 0;
  double value = 0;
  try {
    value = std::stod(number, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  require(end > 0 && end == number.size(), "--set {}: '{}' is not a number", text, number);
  return {name, value};
}

/// The state to begin with.
State initial_state(const System& system, const SimulateCommand& command) {
  State state = system.default_state();
  if (!command.initial.empty())
    state = command.initial.ends_with(".json") ? load_json(system, command.initial)
                                               : load(system, command.initial);
  std::vector<std::pair<std::string, double>> values;
  for (const std::string& text : command.set) values.push_back(assignment(text));
  set_values(state, values);
  return state;
}

/// What the file says that a simulation does not do.
std::string unheeded(const UrdfRobot& robot) {
  int mimics = 0, limits = 0;
  for (const UrdfJointData& joint : robot.joints) mimics += joint.mimic ? 1 : 0;
  for (const Coordinate& coordinate : robot.model.coordinates())
    limits += std::isfinite(coordinate.limits.lower) || std::isfinite(coordinate.limits.upper) ? 1 : 0;
  std::string text;
  if (mimics > 0)
    text += fmt::format("note: {} joints are to follow others; here they move freely\n", mimics);
  if (limits > 0) text += fmt::format("note: {} coordinates have limits; nothing stops them there\n", limits);
  return text;
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
  if (!command.output.empty()) require_table_ending(command.output);
  const UrdfRobot robot = load(command.model);
  const System system = make_system_builder(robot).build();
  const State initial = initial_state(system, command);
  if (!command.quiet) fmt::print(stderr, "{}", unheeded(robot));
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
