#include "apps/sarrus/linear_study.h"

#include <algorithm>

#include "apps/sarrus/standard_streams.h"
#include "sarrus/diagnose/equilibrium.h"
#include "sarrus/force/mobility_constant.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

/// Adds a force of its own to every speed whose name no loop or coupling has taken.
void add_joint_forces(SystemBuilder& builder, const LoadedModel& robot) {
  const auto is_taken = [&](const std::string& name) {
    const auto has_name = [&](const auto& part) { return part.name == name; };
    return std::any_of(robot.loops.begin(), robot.loops.end(), has_name) ||
           std::any_of(robot.couplings.begin(), robot.couplings.end(), has_name);
  };
  for (const Body& body : robot.model.bodies())
    for (int k = 0; k < body.nu; ++k) {
      const std::string& name = body.nu == 1 ? body.joint_name : robot.model.speeds()[body.u0 + k].name;
      if (!is_taken(name)) builder.add(name, MobilityConstant({body.joint_name, k}, 0.0));
    }
}

State equilibrium_near(const State& start) {
  EquilibriumResult found = find_equilibrium(start, {.search = EquilibriumSearch::nearest});
  if (!found.succeeded) found = find_equilibrium(start);
  require(
      found.succeeded,
      "no equilibrium was found near the given values: {}\nGive others with --set, or --here for the small "
      "motions about a state that is none.",
      found.text());
  return std::move(found.state);
}

}  // namespace

void add_linear_options(Command& command, LinearStudy& study) {
  add_model_options(command, study.model);
  add_initial_options(command, study.initial);
  command.flag("--here", "about the given state, even if it is no equilibrium", study.here)
      .option("--input", "NAME", "an input of the equations: a joint, for its force, or a parameter; repeats",
              study.inputs)
      .option("--output", "NAME", "a value of the state as an output; repeats", study.outputs);
}

StudiedMechanism find_center(const LinearStudy& study) {
  LoadedModel robot = load(study.model);
  SystemBuilder builder = robot.make_system_builder();
  add_joint_forces(builder, robot);
  const System system = builder.build();
  const StateWithValues given = initial_state(robot, system, study.initial);
  StartState start = find_start_state(given.state, given.set);
  say(warnings(robot.report) + (start.succeeded ? notes_on_start(start) : ""));
  return {std::move(robot), study.here ? std::move(start.state) : equilibrium_near(start.state)};
}

std::string full_input_name(const std::string& given, const State& state) {
  std::string force = given + ".force";
  for (const NamedValue& value : value_names(state))
    if (value.kind == ValueKind::parameter && value.name == force) return force;
  return given;
}

Linearization linearize(const LinearStudy& study, const State& center) {
  LinearizationOptions options;
  for (const std::string& name : study.inputs) options.inputs.push_back(full_input_name(name, center));
  for (const std::string& name : study.outputs) options.outputs.emplace_back(name);
  return linearize(center, options);
}

std::string center_name(const LinearStudy& study) {
  return study.here ? "the given state" : "an equilibrium";
}

}  // namespace sarrus
