#include "apps/sarrus/scenario.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/sarrus/text_table.h"
#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

bool has_dry_friction(const LoadedModel& robot) {
  return std::any_of(robot.joints.begin(), robot.joints.end(),
                     [](const LoadedJoint& joint) { return joint.friction > 0; });
}

RunStart start_of(Scenario scenario, const SimulateCommand& command, const LoadedModel& robot) {
  const StateWithValues given = initial_state(robot, scenario.system, command.initial);
  StartState start = find_start_state(given.state, given.set);
  require(start.succeeded, "{}", start.succeeded ? "" : start.remarks.front());
  std::string notes =
      given.note + notes_on_start(start) + notes_on_limits(start.state.model(), start.state.q());
  return {std::move(scenario), std::move(start), std::move(notes)};
}

}  // namespace

/// Time steps serve best where contact or dry friction of joints may act: in a Simulation each of their many
/// hits and stops would end a step, or they would have to yield. Otherwise a Simulation is exact, and
/// stops at the limits are few events.
Scenario make_scenario(const SimulateCommand& command, const LoadedModel& robot,
                       const Array<std::string>& without_limits) {
  const bool has_friction = has_dry_friction(robot);
  const bool may_step = command.stepping == Stepping::always ||
                        (command.stepping == Stepping::where_it_serves && !command.asks_for_simulation());
  SystemBuilder builder =
      may_step ? robot.make_system_builder_without_friction() : robot.make_system_builder();
  const ChosenContact contact = add_contact(builder, robot, command.contact);
  const bool is_shaken = has_friction || contact.is_on();
  const bool takes_steps = command.stepping == Stepping::always || (may_step && is_shaken);
  LimitStops limits = takes_steps || !is_shaken ? LimitStops::hard : LimitStops::springs;
  if (command.stops) limits = LimitStops::springs;
  if (command.no_limits) limits = LimitStops::none;
  add_limit_stops(builder, limits, without_limits);
  const RigidParts rigid = takes_steps ? add_rigid_parts(builder, robot, contact) : RigidParts{};
  if (command.view) Viewer::prepare(builder);
  return {builder.build(), contact, limits, rigid, takes_steps};
}

RunStart begin_run(const SimulateCommand& command, const LoadedModel& robot) {
  RunStart begin = start_of(make_scenario(command, robot), command, robot);
  const Array<std::string> outside = joints_outside_limits(begin.start.state);
  if (begin.scenario.limits != LimitStops::hard || outside.empty()) return begin;
  const bool takes_steps = begin.scenario.takes_steps;
  if (!takes_steps && command.initial.file != "-")  // standard input cannot be read again
    begin = start_of(make_scenario(command, robot, outside), command, robot);
  begin.notes += fmt::format(
      "note: {} outside of the limits: {}\n", counted(outside.size(), "joint"),
      takes_steps ? "the first step moves what it can back within them" : "no stop keeps them there");
  return begin;
}

}  // namespace sarrus
