#include "apps/sarrus/scenario.h"

#include <algorithm>

#include "sarrus/view/viewer.h"

namespace sarrus {

namespace {

bool has_dry_friction(const LoadedModel& robot) {
  return std::any_of(robot.joints.begin(), robot.joints.end(),
                     [](const LoadedJoint& joint) { return joint.friction > 0; });
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

}  // namespace sarrus
