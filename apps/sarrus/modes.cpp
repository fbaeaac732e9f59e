#include <fmt/format.h>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/linear_study.h"
#include "apps/sarrus/modes_json.h"
#include "apps/sarrus/modes_page.h"
#include "apps/sarrus/modes_plot.h"
#include "apps/sarrus/modes_text.h"
#include "apps/sarrus/page_output.h"
#include "apps/sarrus/text_table.h"

namespace sarrus {

namespace {

struct ModesCommand {
  LinearStudy study{};
  std::string vary{};  ///< The parameter over which equilibria are followed; empty: none.
  double vary_to = 0;
  std::string svg{};         ///< The file of a plot; empty: none.
  Array<int> shown_modes{};  ///< Numbers from zero; empty: those worth showing.
  PageFiles files{};
  ViewAddress address{};
  bool view = false;
  bool json = false;

  bool shows_motions() const { return view || files.any(); }
};

/// Takes "PARAMETER=VALUE".
void take_vary(const std::string& text, ModesCommand& command) {
  const std::size_t equals = text.rfind('=');
  require_usage(equals != std::string::npos && equals > 0, "--vary {}: write PARAMETER=VALUE", text);
  command.vary = text.substr(0, equals);
  command.vary_to = parse_number("--vary", text.substr(equals + 1), "the value at which to end");
}

void require_consistent(const ModesCommand& command) {
  require_usage(
      !command.shows_motions() || command.vary.empty(),
      "--vary follows equilibria and shows no motions; leave --view, --html, --png and --video out");
  require_usage(!command.shows_motions() || !command.json,
                "--json prints data; leave --view, --html, --png and --video out");
  require_usage(!command.view || !command.files.any(),
                "--view serves the page that --html, --png and --video write; give one or the other");
  require_usage(command.shows_motions() || command.shown_modes.empty(),
                "--mode chooses what is shown; add --view, --html FILE, --png FILE or --video FILE");
}

/// Writes a plot and says so where standard output is for people.
void write_plot(const Plot& plot, const ModesCommand& command) {
  write_svg(plot, command.svg);
  if (!command.json) fmt::print("{}\n", command.svg);
}

int print_branch(const ModesCommand& command, const State& start) {
  const std::string parameter = full_input_name(command.vary, start);
  EquilibriumBranchOptions options{.to = command.vary_to};
  if (!command.svg.empty())  // for curves without corners
    options.step = options.longest_step = 0.005, options.points = 2000;
  const EquilibriumBranch branch = follow_equilibria(start, parameter, options);
  if (command.json)
    fmt::print("{}\n", branch_json(branch));
  else
    fmt::print("Equilibria from {} = {:.6g} to {:.6g}:\n{}", parameter, branch.points.front().parameter,
               command.vary_to, branch_text(branch));
  if (!command.svg.empty()) write_plot(root_locus_plot(branch, start), command);
  return ExitStatus::done;
}

/// Serves or writes the motions of modes; returns the exit status.
int show_motions(const ModesCommand& command, const StudiedMechanism& mechanism, const Linearization& linear,
                 const Array<LinearMode>& modes) {
  const int count = static_cast<int>(modes.size());
  for (const int mode : command.shown_modes)
    require(mode < count, "there is no mode {}: the mechanism has {}", mode + 1,
            counted(modes.size(), "mode"));
  require(count > 0, "nothing moves: there are no modes to show");
  const Page page =
      make_modes_page(mechanism.robot, mechanism.center, linear, modes,
                      command.shown_modes.empty() ? modes_worth_showing(modes) : command.shown_modes);
  if (command.view) return serve(page, command.address);
  write_files(page, command.files);
  return ExitStatus::done;
}

int print_modes(const ModesCommand& command) {
  require_consistent(command);
  const StudiedMechanism mechanism = find_center(command.study);
  if (!command.vary.empty()) return print_branch(command, mechanism.center);
  const Linearization linear = linearize(command.study, mechanism.center);
  const Array<LinearMode> modes = calc_modes(linear);
  if (command.json)
    fmt::print("{}\n", modes_json(linear, modes));
  else
    fmt::print("Small motions about {}: {} of positions and {} of speeds.\n{}", center_name(command.study),
               counted(static_cast<std::size_t>(linear.positions), "deviation"), linear.speeds,
               modes_text(linear, modes));
  if (!command.svg.empty()) write_plot(poles_plot(modes, mechanism.robot.model.name()), command);
  return command.shows_motions() ? show_motions(command, mechanism, linear, modes) : ExitStatus::done;
}

void add_options(Command& command, ModesCommand& to) {
  add_linear_options(command, to.study);
  command
      .option("--vary", "PARAMETER=VALUE",
              "follow the equilibrium as a parameter goes to a value: buckling, snap-through, flutter",
              [&to](const std::string& text) { take_vary(text, to); })
      .flag("--json", "print the matrices A, B, C, D and the modes as JSON", to.json)
      .option("--svg", "FILE", "draw the eigenvalues in the complex plane; with --vary, the root locus",
              to.svg)
      .flag("--view", "show the motions of the modes in the browser", to.view)
      .option(
          "--mode", "N", "a mode to show (default: those that oscillate, the slowest first); repeats",
          [&to](const std::string& text) {
            to.shown_modes.push_back(static_cast<int>(parse_integer("--mode", text, 1, 100000)) - 1);
          },
          true);
  add_page_options(command, to.files);
  add_address_options(command, to.address);
}

}  // namespace

Command modes_command() {
  const auto given = std::make_shared<ModesCommand>();
  Command command("modes", "modes of small motions: frequencies, damping, shapes, stability");
  add_options(command, *given);
  command.example("sarrus modes examples/crane.urdf", "how the crane swings")
      .example("sarrus modes examples/crane.urdf --view", "the same, moving in the browser")
      .example("sarrus modes examples/crane.urdf --vary gravity.z=-1.62", "and how on the moon")
      .example("sarrus modes examples/four_bar.urdf --vary crank=2 --svg locus.svg",
               "how a torque on the crank changes the eigenvalues")
      .runs([given] { return print_modes(*given); });
  return command;
}

}  // namespace sarrus
