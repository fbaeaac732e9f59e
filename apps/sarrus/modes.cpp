#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/modes_json.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/linearize/equilibrium_branch.h"

namespace sarrus {

namespace {

struct ModesCommand {
  ModelFile model{};
  InitialState initial{};
  Array<std::string> inputs{}, outputs{};
  std::string vary{};  ///< The parameter over which equilibria are followed; empty: none.
  double vary_to = 0;
  bool here = false;
  bool json = false;
};

/// A damping ratio without the sign of a zero.
double rounded(double ratio) { return std::abs(ratio) < 5e-5 ? 0 : ratio; }

/// The states that move most in a mode, with their amplitudes.
std::string shape_text(const Linearization& linear, const LinearMode& mode) {
  constexpr double small = 0.1;
  constexpr int most = 4;
  Array<int> order;
  for (int i = 0; i < linear.positions; ++i) order.push_back(i);
  std::sort(order.begin(), order.end(),
            [&](int a, int b) { return std::abs(mode.shape[a]) > std::abs(mode.shape[b]); });
  const double largest = order.empty() ? 0 : std::abs(mode.shape[order[0]]);
  std::string text;
  for (int i = 0; i < std::min(most, static_cast<int>(order.size())); ++i) {
    const std::complex<double> amount = mode.shape[order[i]] / mode.shape[order[0]];
    if (std::abs(mode.shape[order[i]]) <= small * largest) break;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", linear.states[order[i]]);
    if (i > 0)
      text += fmt::format(" {:.2f}∠{:.0f}°", std::abs(amount), std::arg(amount) * 180 / std::numbers::pi);
  }
  return text;
}

std::string table_text(const Linearization& linear, const Array<LinearMode>& modes) {
  TextTable table({"mode", "frequency, Hz", "damping ratio", "time constant, s", "eigenvalue, 1/s", "moves"});
  for (int i = 0; i < static_cast<int>(modes.size()); ++i) {
    const LinearMode& mode = modes[i];
    const double rate = mode.eigenvalue.real();
    table.row({std::to_string(i + 1),
               mode.is_oscillation() ? fmt::format("{:.5g}", mode.frequency() / (2 * std::numbers::pi)) : "–",
               mode.is_oscillation() ? fmt::format("{:.4f}", rounded(mode.damping_ratio())) : "–",
               std::abs(rate) > 1e-9 * std::max(1.0, std::abs(mode.eigenvalue))
                   ? fmt::format("{:.4g}", 1 / std::abs(rate))
                   : "–",
               fmt::format("{:.5g}{}", rate,
                           mode.is_oscillation() ? fmt::format(" ± {:.5g}i", mode.frequency()) : ""),
               shape_text(linear, mode)});
  }
  return table.text();
}

/// The state about which the model is linearized: an equilibrium near the start, or the start itself.
State center(const ModesCommand& command, const State& start) {
  if (command.here) return start;
  EquilibriumResult found = find_equilibrium(start, {.search = EquilibriumSearch::nearest});
  if (!found.succeeded) found = find_equilibrium(start);
  require(
      found.succeeded,
      "no equilibrium was found near the given values: {}\nGive others with --set, or --here for the small "
      "motions about a state that is none.",
      found.text());
  return std::move(found.state);
}

/// Takes "PARAMETER=VALUE".
void take_vary(const std::string& text, ModesCommand& command) {
  const std::size_t equals = text.rfind('=');
  require_usage(equals != std::string::npos && equals > 0, "--vary {}: write PARAMETER=VALUE", text);
  command.vary = text.substr(0, equals);
  command.vary_to = parse_number("--vary", text.substr(equals + 1), "the value at which to end");
}

/// Equilibria over a parameter, about fifteen of them, and all that is special.
std::string branch_text(const EquilibriumBranch& branch) {
  constexpr int most = 15;
  const int count = static_cast<int>(branch.points.size()), stride = (count + most - 1) / most;
  TextTable table({branch.parameter, "modes that grow", "slowest mode, 1/s"});
  for (int i = 0; i < count; ++i) {
    if (i % stride != 0 && i != count - 1) continue;
    const BranchPoint& point = branch.points[i];
    std::string slowest;
    if (!point.modes.empty()) {
      const LinearMode& mode = point.modes.front();
      slowest = fmt::format("{:.5g}{}", mode.eigenvalue.real(),
                            mode.is_oscillation() ? fmt::format(" ± {:.5g}i", mode.frequency()) : "");
    }
    table.row({fmt::format("{:.6g}", point.parameter), std::to_string(point.growing), slowest});
  }
  std::string text = table.text();
  for (const SpecialPoint& special : branch.special) text += fmt::format("{}\n", special.text());
  if (branch.special.empty()) text += "Nothing special on the way: no fold, no other branch, no flutter.\n";
  if (!branch.reached) text += fmt::format("It ends early: {}.\n", branch.obstacle);
  return text;
}

int print_branch(const ModesCommand& command, const State& start) {
  const EquilibriumBranch branch = follow_equilibria(start, command.vary, {.to = command.vary_to});
  if (command.json)
    fmt::print("{}\n", branch_json(branch));
  else
    fmt::print("Equilibria from {} = {:.6g} to {:.6g}:\n{}", command.vary, branch.points.front().parameter,
               command.vary_to, branch_text(branch));
  return 0;
}

int print_modes(const ModesCommand& command) {
  const LoadedModel robot = load(command.model);
  const System system = robot.make_system();
  const StateWithValues given = initial_state(robot, system, command.initial);
  const StartState start = find_start_state(given.state, given.set);
  say(warnings(robot.report) + (start.succeeded ? notes_on_start(start) : ""));
  if (!command.vary.empty()) return print_branch(command, center(command, start.state));
  Array<RecordedOutput> outputs;
  for (const std::string& name : command.outputs) outputs.emplace_back(name);
  const Linearization linear =
      linearize(center(command, start.state), {.inputs = command.inputs, .outputs = outputs});
  const Array<LinearMode> modes = calc_modes(linear);
  if (command.json) {
    fmt::print("{}\n", modes_json(linear, modes));
    return 0;
  }
  const auto growing = std::count_if(modes.begin(), modes.end(), [](const LinearMode& mode) {
    return mode.eigenvalue.real() > 1e-6 * std::max(1.0, std::abs(mode.eigenvalue));
  });
  fmt::print("Small motions about {}: {} of positions and {} of speeds.\n{}{}\n",
             command.here ? "the given state" : "an equilibrium",
             counted(static_cast<std::size_t>(linear.positions), "deviation"), linear.speeds,
             table_text(linear, modes),
             growing == 0 ? "No motion grows."
                          : fmt::format("{} of them {}.", growing, growing == 1 ? "grows" : "grow"));
  return 0;
}

}  // namespace

Command modes_command() {
  const auto given = std::make_shared<ModesCommand>();
  Command command("modes", "linear equations of small motions: frequencies, damping, shapes, stability");
  add_model_options(command, given->model);
  add_initial_options(command, given->initial);
  command.flag("--here", "about the given state, even if it is no equilibrium", given->here)
      .option("--input", "PARAMETER", "a parameter as an input of the equations; repeats", given->inputs)
      .option("--output", "NAME", "a value of the state as an output; repeats", given->outputs)
      .option("--vary", "PARAMETER=VALUE",
              "follow the equilibrium as a parameter goes to a value: buckling, snap-through, flutter",
              [given](const std::string& text) { take_vary(text, *given); })
      .flag("--json", "print the matrices A, B, C, D and the modes as JSON", given->json)
      .example("sarrus modes examples/crane.urdf", "how the crane swings")
      .example("sarrus modes examples/crane.urdf --vary gravity.z=-1.62", "and how on the moon")
      .runs([given] { return print_modes(*given); });
  return command;
}

}  // namespace sarrus
