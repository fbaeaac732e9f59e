#include "apps/sarrus/diagnose.h"

#include <fmt/format.h>

#include "apps/sarrus/meet_constraints.h"
#include "sarrus/format/urdf_system.h"

namespace sarrus {

int diagnose(const DiagnoseCommand& command) {
  const UrdfRobot robot = load(command.model);
  const System system = make_system_builder(robot).build();
  const MetConstraints start = meet_constraints(initial_state(robot, system, command.initial));
  fmt::print(stderr, "{}", start.note);
  Diagnosis diagnosis = diagnose(start.state);
  diagnosis.position_error = start.position_error;
  if (command.json)
    fmt::print("{}\n", diagnosis_json(diagnosis));
  else
    for (const std::string& sentence : diagnosis.sentences()) fmt::print("{}\n", sentence);
  return static_cast<int>(diagnosis.health());
}

}  // namespace sarrus
