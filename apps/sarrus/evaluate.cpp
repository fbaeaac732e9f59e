#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/evaluation_text.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/standard_streams.h"
#include "apps/sarrus/state_input.h"
#include "apps/sarrus/text_table.h"
#include "sarrus/base/array.h"
#include "sarrus/format/json_text.h"

namespace sarrus {

namespace {

/// The options of `evaluate`: the states of a file, a number of random states, or the state that is set.
struct EvaluateCommand {
  ModelFile model{};
  InitialState initial{};
  std::string states{};
  long random = 0;
  unsigned seed = 1;
  bool json = false;
};

void check(const EvaluateCommand& command) {
  require_usage(!command.states.empty() || command.random > 0 || command.initial.is_given(),
                "say which states: --states FILE, --random N, --set NAME=VALUE or --initial STATE");
  require_usage(command.states.empty() || command.random == 0, "give either --states or --random, not both");
  const int from_standard_input = (command.model.path == "-" ? 1 : 0) + (command.states == "-" ? 1 : 0) +
                                  (command.initial.file == "-" ? 1 : 0);
  require_usage(from_standard_input <= 1, "only one file can be - (standard input)");
}

/// A note on loops and couplings, which are left out.
std::string note_on_loops(const LoadedModel& robot) {
  std::string what;
  if (!robot.loops.empty()) what = counted(robot.loops.size(), "loop");
  if (!robot.couplings.empty())
    what.append(what.empty() ? "" : " and ").append(counted(robot.couplings.size(), "coupling"));
  return what.empty() ? "" : fmt::format("note: evaluate looks at the tree of joints: {} left out\n", what);
}

nlohmann::json parse_named_json(const std::string& text, const std::string& name) {
  try {
    return parse_json(text);
  } catch (const Error& error) {
    fail("'{}': {}", name, error.what());
  }
}

/// The contents of a file of states: a complete State, as `simulate --final` writes it in JSON or binary, or
/// else a list of given states.
struct StatesFile {
  std::optional<State> whole{};
  std::string note{};  ///< On what of the State was left out; or empty.
  nlohmann::json list{};
};
StatesFile read_states_file(const LoadedModel& robot, const System& system, const std::string& path) {
  const std::string bytes = read_input(path), name = input_name(path);
  StatesFile file;
  if (!is_json(path, bytes)) {
    file.whole = read_binary_state(robot, system, bytes, name, file.note);
    return file;
  }
  nlohmann::json json = parse_named_json(bytes, name);
  if (json.is_object() && json.contains("format"))
    file.whole = read_state(system, bytes, name, file.note);
  else
    file.list = std::move(json);
  return file;
}

/// A warning about results that are not finite numbers.
std::string doubts(const Evaluation& evaluation, long number) {
  if (!evaluation.mass_matrix.allFinite() || !evaluation.bias.allFinite() ||
      !evaluation.inverse_dynamics.allFinite() || !std::isfinite(evaluation.kinetic_energy) ||
      !std::isfinite(evaluation.potential_energy))
    return fmt::format("warning: state {}: results are not finite; the values given are too large\n", number);
  if (!evaluation.forward_dynamics.allFinite())
    return fmt::format(
        "warning: state {}: the accelerations of forward dynamics are not defined: no inertia resists some "
        "of the motions; `sarrus diagnose` names their joints\n",
        number);
  return "";
}

/// Prints states one by one.
class Printer {
 public:
  Printer(const LoadedModel& robot, const State& state, const GivenState& base, bool json)
      : base_(base),
        evaluator_(state.model(), state.model_parameters(), mimic_relations(robot, state.model())),
        model_(state.model()),
        text_(json ? make_json_text(model_, state.model_parameters().gravity) : make_table_text(model_)) {
    fmt::print("{}", text_->begin());
  }
  /// Prints a given state, with notes on it.
  void print_given(GivenState state) {
    const std::string where = fmt::format("state {}: ", number_);
    if (const int replaced = evaluator_.follow(state, base_); replaced > 0)
      say(fmt::format("note: {}{} of joints that mimic others {} replaced by what those give\n", where,
                      counted(replaced, "value"), replaced == 1 ? "was" : "were"));
    say(notes_on_limits(model_, state.q, where));
    print(state);
  }
  void print_random(GivenState state) {
    evaluator_.follow(state, state);
    print(state);
  }
  void end() const { fmt::print("{}", text_->end()); }

 private:
  void print(const GivenState& state) {
    const Evaluation evaluation = evaluator_.evaluate(state);
    say(doubts(evaluation, number_));
    fmt::print("{}", text_->state(state, evaluation, number_++));
  }

  const GivenState& base_;
  Evaluator evaluator_;
  const Model& model_;
  std::unique_ptr<EvaluationText> text_;
  long number_ = 0;
};

int evaluate(const EvaluateCommand& command) {
  check(command);
  const LoadedModel robot = load(command.model);
  say(warnings(robot.report) + note_on_loops(robot));
  const System system = robot.make_system();
  const std::string name = input_name(command.states);
  const StatesFile states =
      command.states.empty() ? StatesFile() : read_states_file(robot, system, command.states);
  StateWithValues initial = initial_state(robot, system, command.initial);
  if (states.whole) {
    require(!command.initial.is_given(), "'{}' is a whole state; give it by --initial, with --set next to it",
            name);
    initial.state = *states.whole;
    initial.note = states.note;
  }
  say(initial.note);
  const State& state = initial.state;
  GivenState base = default_given_state(state.model());
  for (int i = 0; i < state.nq(); ++i) base.q[i] = state.q(i);
  for (int i = 0; i < state.nu(); ++i) base.u[i] = state.u(i);
  Array<GivenState> given{base};
  if (!command.states.empty() && !states.whole) given = read_states(state.model(), states.list, name, base);

  Printer printer(robot, state, base, command.json);
  if (command.random > 0) {
    RandomStates random(state.model(), command.seed);
    for (long i = 0; i < command.random; ++i) printer.print_random(random.next());
  } else {
    for (const GivenState& one : given) printer.print_given(one);
  }
  printer.end();
  return ExitStatus::done;
}

}  // namespace

Command evaluate_command() {
  const auto given = std::make_shared<EvaluateCommand>();
  Command command("evaluate",
                  "poses, mass matrix, inverse and forward dynamics and energies of a model in given states");
  add_model_options(command, given->model);
  command
      .option("--states", "FILE",
              "states: a list of {q, u, udot, tau}, or what `simulate --final` wrote; - for standard input",
              given->states)
      .option(
          "--random", "N", "use this many random states instead",
          [given](const std::string& text) { given->random = parse_integer("--random", text, 1, 1000000); })
      .option("--seed", "S", "of the random states (default: 1)", [given](const std::string& text) {
        given->seed = static_cast<unsigned>(parse_integer("--seed", text, 0, 4294967295L));
      });
  add_initial_options(command, given->initial);
  command.flag("--json", "print JSON with 17 significant digits instead of tables", given->json)
      .example("sarrus evaluate examples/crane.urdf --set lift=0.4 --set extend=0.2", "one state")
      .example("sarrus evaluate examples/crane.urdf --random 3 --json > results.json", "three at random")
      .example(
          "echo '[{\"q\": {\"lift\": 0.4}, \"tau\": {\"lift\": 170}}]' | sarrus evaluate examples/crane.urdf "
          "--states -",
          "by name, from standard input")
      .remark(
          "Joints that mimic others follow them; forces and the mass matrix are then those of the joints "
          "that lead.\n"
          "Damping, friction, loops and couplings are left out: `simulate` obeys them.")
      .runs([given] { return evaluate(*given); });
  return command;
}

}  // namespace sarrus
