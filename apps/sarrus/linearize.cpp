#include <fmt/format.h>

#include "apps/sarrus/bode_plot.h"
#include "apps/sarrus/commands.h"
#include "apps/sarrus/linear_study.h"
#include "apps/sarrus/linearization_json.h"
#include "apps/sarrus/linearization_text.h"

namespace sarrus {

namespace {

struct LinearizeCommand {
  LinearStudy study{};
  std::string bode{};  ///< The file of a plot; empty: none.
  FrequencyRange range{};
  bool json = false;
};

std::string equations_of(const Linearization& linear) {
  return fmt::format("ẋ = A·x{}{}", linear.inputs.empty() ? "" : " + B·w",
                     linear.outputs.empty()  ? ""
                     : linear.inputs.empty() ? ",  y = C·x"
                                             : ",  y = C·x + D·w");
}

/// The equations, and the values of coordinates at the state.
std::string json_text(const Linearization& linear, const State& center) {
  nlohmann::ordered_json json = to_json(linear), coordinates = nlohmann::ordered_json::object();
  for (const Coordinate& coordinate : center.model().coordinates())
    coordinates[coordinate.name] = center.q(coordinate.name);
  json["about"] = {{"coordinates", coordinates}};
  return json.dump(2);
}

void require_consistent(const LinearizeCommand& command) {
  require_usage(command.bode.empty() || (!command.study.inputs.empty() && !command.study.outputs.empty()),
                "--bode draws outputs over inputs: give at least one --input and one --output");
  require_usage(!command.bode.empty() || !command.range.is_given(),
                "--from and --to are frequencies of a plot; add --bode FILE.svg");
  require_usage(command.range.from == 0 || command.range.to == 0 || command.range.from < command.range.to,
                "--from {}: give a frequency below --to {}", command.range.from, command.range.to);
}

int print_equations(const LinearizeCommand& command) {
  require_consistent(command);
  const StudiedMechanism mechanism = find_center(command.study);
  const Linearization linear = linearize(command.study, mechanism.center);
  if (command.json)
    fmt::print("{}\n", json_text(linear, mechanism.center));
  else
    fmt::print("Small motions about {}: {}\n{}", center_name(command.study), equations_of(linear),
               linearization_text(linear, mechanism.center));
  if (command.bode.empty()) return ExitStatus::done;
  write_svg(bode_plot(linear, mechanism.center, command.range), command.bode);
  if (!command.json) fmt::print("{}\n", command.bode);
  return ExitStatus::done;
}

void add_bode_options(Command& command, LinearizeCommand& to) {
  const auto take = [](const char* option, double& frequency) {
    return [option, &frequency](const std::string& text) {
      frequency = parse_number(option, text, "a frequency in rad/s");
      require_usage(frequency > 0, "{} {}: give more than zero", option, text);
    };
  };
  command.option("--bode", "FILE", "draw the frequency responses: magnitude and phase, as SVG", to.bode)
      .option("--from", "W", "lowest frequency of the plot in rad/s (default: from the modes)",
              take("--from", to.range.from))
      .option("--to", "W", "highest frequency of the plot in rad/s", take("--to", to.range.to));
}

}  // namespace

Command linearize_command() {
  const auto given = std::make_shared<LinearizeCommand>();
  Command command("linearize", "linear equations of small motions, ẋ = A·x + B·w, y = C·x + D·w");
  add_linear_options(command, given->study);
  add_bode_options(command, *given);
  command.flag("--json", "print names, matrices and their errors as JSON", given->json)
      .example("sarrus linearize examples/crane.urdf --input lift --output lift",
               "how a torque on the boom turns it")
      .example("sarrus linearize examples/crane.urdf --input lift --output lift --bode lift.svg",
               "the same as a frequency response")
      .example("sarrus linearize examples/crane.urdf --set lift=0.5 --here --json",
               "about a state that is no equilibrium, as data")
      .runs([given] { return print_equations(*given); });
  return command;
}

}  // namespace sarrus
