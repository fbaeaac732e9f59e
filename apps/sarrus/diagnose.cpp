#include "apps/sarrus/diagnose.h"

#include <fmt/format.h>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/standard_streams.h"

namespace sarrus {

namespace {

struct DiagnoseCommand {
  ModelFile model{};
  InitialState initial{};
  bool json = false;
};

/// Diagnoses a model; returns the exit status: 0 healthy, 1 remarks, 2 faults.
int diagnose(const DiagnoseCommand& command) {
  const LoadedModel robot = load(command.model);
  const System system = robot.make_system();
  const StateWithValues given = initial_state(robot, system, command.initial);
  const StartState start = find_start_state(given.state, given.set);
  say(warnings(robot.report) + (start.succeeded ? notes_on_start(start) : ""));
  Diagnosis diagnosis = diagnose(start.state);
  diagnosis.position_error = start.position_error;
  if (command.json)
    fmt::print("{}\n", diagnosis_json(diagnosis));
  else
    for (const std::string& sentence : diagnosis.sentences()) fmt::print("{}\n", sentence);
  return static_cast<int>(diagnosis.health());
}

}  // namespace

Command diagnose_command() {
  const auto given = std::make_shared<DiagnoseCommand>();
  Command command("diagnose",
                  "degrees of freedom, redundant and contradicting constraints, "
                  "singular positions");
  add_model_options(command, given->model);
  add_initial_options(command, given->initial);
  command.flag("--json", "print JSON instead of sentences", given->json)
      .example("sarrus diagnose examples/four_bar.urdf", "how a four-bar linkage moves")
      .example("sarrus diagnose examples/four_bar.urdf --set crank=1", "the same in another position")
      .remark("Exit status: 0 healthy, 1 remarks, 2 faults (also of the file or of the command line).")
      .runs([given] { return diagnose(*given); })
      .fails_with(2);
  return command;
}

}  // namespace sarrus
