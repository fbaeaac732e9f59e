#include <fmt/format.h>

#include "apps/sarrus/commands.h"
#include "apps/sarrus/evaluation.h"
#include "apps/sarrus/evaluation_text.h"

namespace sarrus {

void evaluate(const EvaluateCommand& command) {
  require(command.states.empty() != (command.random == 0),
          "say which states: either --states FILE.json or --random N");
  const UrdfRobot robot = load(command.model);
  const std::vector<GivenState> states = command.random > 0
                                             ? random_states(robot.model, command.random, command.seed)
                                             : read_states(robot.model, command.states);
  const std::vector<Evaluation> evaluations = evaluate_states(robot.model, states);
  fmt::print("{}", command.json ? json_text(robot.model, states, evaluations)
                                : table_text(robot.model, states, evaluations));
}

}  // namespace sarrus
