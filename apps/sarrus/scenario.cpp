#include "apps/sarrus/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/sarrus/text_table.h"
#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

/// In a Simulation each stop and start of a joint with dry friction is an event. The friction of more joints
/// than this, which shake each other with their stops, is left to time steps or yields.
constexpr std::size_t few_frictions = 10;

std::size_t count_dry_frictions(const LoadedModel& robot) {
  return static_cast<std::size_t>(std::count_if(robot.joints.begin(), robot.joints.end(),
                                                [](const LoadedJoint& joint) { return joint.friction > 0; }));
}

/// The joint that decides the motion of a joint.
std::string leader_of(const LoadedModel& robot, std::string joint) {
  for (std::size_t i = 0; i < robot.joints.size() && robot.joint(joint).mimic; ++i)
    joint = robot.joint(joint).mimic->joint;
  return joint;
}

/// True if loops, couplings or joints that follow others may tie joints with dry friction to each other: a
/// Simulation then refuses it.
bool ties_dry_friction(const LoadedModel& robot) {
  if (!robot.loops.empty() || !robot.couplings.empty()) return true;
  std::set<std::string> leaders;
  for (const LoadedJoint& joint : robot.joints)
    if (joint.friction > 0 && !leaders.insert(leader_of(robot, joint.joint)).second) return true;
  return false;
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

/// Time steps serve best where contact may act, or the dry friction of many joints: in a Simulation each of
/// their many hits and stops would end a step. Otherwise a Simulation is more accurate and quicker, and what
/// happens at limits and to dry friction are few events. In a Simulation with contact both yield.
Scenario make_scenario(const SimulateCommand& command, const LoadedModel& robot,
                       const Array<std::string>& without_limits) {
  const bool may_step = command.stepping == Stepping::where_it_serves && !command.asks_for_simulation();
  const std::size_t frictions = count_dry_frictions(robot);
  SystemBuilder builder = robot.make_system_builder_without_friction();
  ChosenContact contact = add_contact(builder, robot, command.contact);
  const bool is_exact =
      !contact.is_on() && frictions <= few_frictions && (frictions == 0 || !ties_dry_friction(robot));
  const bool takes_steps = command.stepping == Stepping::always || (may_step && !is_exact);
  if (frictions > 0 && !takes_steps && !is_exact) {
    builder = robot.make_system_builder();
    contact = add_contact(builder, robot, command.contact);
  }
  LimitStops limits = takes_steps || is_exact ? LimitStops::hard : LimitStops::springs;
  if (command.stops) limits = LimitStops::springs;
  if (command.no_limits) limits = LimitStops::none;
  add_limit_stops(builder, limits, without_limits);
  RigidParts rigid;
  if (takes_steps)
    rigid = add_rigid_parts(builder, robot, contact);
  else if (is_exact)
    rigid.frictions = add_dry_friction(builder, robot);
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
