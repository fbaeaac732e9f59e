#include <algorithm>
#include <cmath>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/simulate.h"
#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/format/table_file.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/ode/method_advice.h"

namespace sarrus {

namespace {

void check_integrator(const std::string& name) {
  const Array<std::string> names = integrator_names();
  require_usage(std::find(names.begin(), names.end(), name) != names.end(),
                "--integrator {}: there is no such method; {}", name, method_advice(name));
}

Command::Take positive(const char* option, double& to) {
  return [option, &to](const std::string& text) {
    to = parse_number(option, text, "a number of seconds");
    require_usage(to > 0, "{} {}: give more than zero seconds", option, text);
  };
}

void take_duration(const std::string& text, double& to) {
  to = parse_number("--duration", text, "a number of seconds");
  require_usage(to >= 0, "--duration {}: a simulation cannot go back; give zero or more seconds", text);
}

void take_accuracy(const std::string& text, double& to) {
  to = parse_number("--accuracy", text, "a number");
  require_usage(to >= 1e-15 && to <= 1, "--accuracy {}: give a number between 1e-15 and 1, such as 1e-4",
                text);
}

void check(const SimulateCommand& command) {
  const bool has_output = !command.output.empty();
  require_usage(has_output || command.every == 0 || command.realtime, "--every needs --output or --realtime");
  require_usage(has_output || command.columns.empty(), "--columns needs --output");
  require_usage(!has_output || command.output != command.final_state,
                "--output and --final name the same file");
  require_usage(
      (command.output == "-" ? 1 : 0) + (command.final_state == "-" ? 1 : 0) + (command.json ? 1 : 0) <= 1,
      "only one of --output, --final and --json can write to standard output");
  require_usage(command.model.path != "-" || command.initial.file != "-",
                "only one file can be - (standard input)");
  require_usage(
      !command.view || !(command.realtime || command.json || has_output || !command.final_state.empty()),
      "--view shows the motion in the browser; leave --realtime, --json, --output and --final out, or give "
      "them without --view");
  require_usage(command.view || (command.address.port == 0 && command.address.token.empty()),
                "--port and --token are those of a view; add --view");
  const bool takes_steps = command.stepping == Stepping::always;
  require_usage(!takes_steps || !(command.realtime || command.view || command.stops),
                "--stepper takes rigid steps; leave --stops, --realtime and --view out");
  require_usage(!takes_steps || !command.has_integrator,
                "--stepper has its own method; leave --integrator out");
  require_usage(
      !takes_steps || !command.has_accuracy || command.fixed_step == 0,
      "--stepper takes steps of one length with --fixed-step, or of the lengths that --accuracy permits; "
      "leave one of them out");
  require_usage(!command.stops || !command.no_limits, "leave --stops or --no-limits out");
  require_usage(!command.realtime || !command.json, "--json cannot be combined with --realtime");
  require_usage(command.fixed_step == 0 || (command.integrator != "bdf" && command.integrator != "adams"),
                "--fixed-step {}: {} chooses the length and the order of its steps; leave one of them out",
                command.fixed_step, command.integrator);
}

void add_options(Command& command, SimulateCommand& to) {
  command
      .option("--duration", "T", "simulated seconds (default: 10)",
              [&to](const std::string& text) { take_duration(text, to.duration); })
      .option("--accuracy", "A", "error tolerance of a step (default: 1e-4)",
              [&to](const std::string& text) {
                take_accuracy(text, to.accuracy);
                to.has_accuracy = true;
              })
      .option("--integrator", "NAME", "the method (default: auto); see below",
              [&to](const std::string& name) {
                check_integrator(name);
                to.integrator = name;
                to.has_integrator = true;
              })
      .option("--fixed-step", "H", "steps of this many seconds, whatever their error",
              positive("--fixed-step", to.fixed_step));
  command
      .flag("--stepper",
            "rigid contact, hard joint limits and friction that sticks, in steps of 1 ms or --fixed-step, or "
            "to an --accuracy",
            [&to] { to.stepping = Stepping::always; })
      .flag("--no-stepper", "a simulation to an accuracy, in which contact yields a little",
            [&to] { to.stepping = Stepping::never; })
      .flag("--stops", "joint limits as stiff springs with damping", to.stops)
      .flag("--no-limits", "joints may leave their limits", to.no_limits);
  add_contact_options(command, to.contact);
  add_initial_options(command, to.initial);
  command
      .option("--output", "FILE", "a file for the motion: .csv, .npz or .sto; - for CSV on standard output",
              [&to](const std::string& path) {
                if (path != "-") {
                  try {
                    require_table_ending(path);
                  } catch (const Error& error) {
                    throw UsageError(fmt::format("--output {}", error.what()));
                  }
                }
                to.output = path;
              })
      .option("--columns", "NAME,…", "columns of the output (default: all variables and energies)",
              to.columns)
      .option("--every", "DT", "seconds between the states in the output (default: every step)",
              positive("--every", to.every))
      .option("--final", "STATE",
              "a file for the last state: .json, or else binary; - for JSON on standard output",
              to.final_state)
      .flag("--realtime", "at the pace of the clock, printing the coordinates", to.realtime)
      .flag("--view", "live in the browser, at the pace of the clock", to.view)
      .flag("--quiet", "no progress, no notes and no summary", to.quiet)
      .flag("--json", "print the summary and the motion's ranges as JSON", to.json);
  add_address_options(command, to.address);
}

}  // namespace

Command simulate_command() {
  const auto given = std::make_shared<SimulateCommand>();
  Command command("simulate", "simulate a model from an initial state");
  add_model_options(command, given->model);
  add_options(command, *given);
  command
      .example("sarrus simulate examples/crane.urdf --set lift=0.5 --duration 2", "let a crane's boom fall")
      .example("sarrus simulate examples/crane.urdf --every 0.01 --output motion.csv", "keep the motion")
      .example(
          "sarrus simulate examples/crane.urdf --duration 5 --final half.json && "
          "sarrus simulate examples/crane.urdf --initial half.json",
          "continue where another run ended")
      .example("sarrus simulate examples/dog.urdf --base free --set root_joint.z=0.6 --duration 5",
               "drop a dog on the ground")
      .example("sarrus simulate examples/dog.urdf --base free --stepper --accuracy 1e-3 --duration 5",
               "the same with steps as long as the accuracy permits")
      .example("sarrus simulate examples/dog.urdf --base free --accuracy 1e-5 --duration 5",
               "the same with contact that yields, to an accuracy")
      .remark("Methods: " + join(integrator_names(), ", ") +
              ". auto is dormand-prince5, and radau5 while the motion is stiff.")
      .remark(
          "Units are SI, angles in radians. With contact, or dry friction in more than ten joints, a run "
          "takes time steps, in which contact, limits and friction are rigid; without, or with --no-stepper, "
          "--accuracy, --integrator, --realtime or --view, it is a simulation to an accuracy, in which "
          "contact yields. The summary says which. "
          "Collision shapes "
          "touch each other and the ground if something is free to fall (--base free) or --contact is given; "
          "those that "
          "overlap in the default position, and neighbors, do not. Ctrl-C ends a run "
          "and keeps the results so far.")
      .runs([given] {
        check(*given);
        return simulate(*given);
      });
  return command;
}

}  // namespace sarrus
