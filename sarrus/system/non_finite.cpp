#include "sarrus/system/internal/non_finite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/model/internal/missing_inertia.h"
#include "sarrus/spatial/internal/finite.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/internal/named_reading.h"

namespace sarrus::internal {

namespace {

/// Throws an Error if the forces of an element are not finite.
void refuse_forces(const State& state) {
  const SystemLayout& layout = state.layout();
  const Model& model = state.model();
  AppliedForces forces(model.body_count(), state.nu());
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    if (!state.is_enabled(layout.force_ids[i])) continue;
    forces.clear();
    add_forces_of(*layout.forces[i], layout.force_ids[i], state, forces);
    const std::string& name = layout.name_of(layout.force_ids[i]);
    for (int b = 0; b < static_cast<int>(forces.on_bodies().size()); ++b) {
      const Force<double>& F = forces.on_body(b);
      require(
          is_finite(F),
          "the force '{}' is not finite at t = {} s: on body '{}' it exerts ({}, {}, {}) N and ({}, {}, {}) "
          "N·m",
          name, state.time(), model.body(b).name, F.f.x, F.f.y, F.f.z, F.t.x, F.t.y, F.t.z);
    }
    for (int k = 0; k < static_cast<int>(forces.on_speeds().size()); ++k)
      require(std::isfinite(forces.on_speed(k)),
              "the force '{}' is not finite at t = {} s: on speed '{}' it is {}", name, state.time(),
              model.speeds()[k].name, forces.on_speed(k));
  }
}

void refuse_given_rates(const State& state, In<double> udot) {
  const Prescription& prescription = state[state.layout().system.prescription];
  for (const Prescription::Part& part : prescription.parts) {
    const Body& body = state.model().body(part.body);
    for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k)
      require(
          std::isfinite(udot[k]),
          "the motion that is prescribed for joint '{}' asks for an acceleration of {} of speed '{}' at t = "
          "{} s; its functions must have two finite derivatives",
          body.joint_name, udot[k], state.model().speeds()[k].name, state.time());
  }
}

void refuse_constraints(const State& state) {
  const SystemLayout& layout = state.layout();
  if (layout.constraints.empty() || state[layout.system.constraint_set].rows == 0) return;
  const ConstraintSet& set = state[layout.system.constraint_set];
  const ConstraintRowsOfAll& rows = state[layout.system.constraint_rows];
  for (const ConstraintSet::Member& member : set.members) {
    bool fine = true;
    for (int i = 0; i < member.rows * member.frames; ++i)
      fine = fine && is_finite(rows.wrenches[member.first_wrench + i]);
    for (int i = 0; i < member.rows * member.mobilities; ++i)
      fine = fine && std::isfinite(rows.speeds[member.first_speed + i]);
    require(fine, "the rows of constraint '{}' are not finite at t = {} s",
            layout.name_of(layout.constraints[member.constraint]->id), state.time());
  }
}

/// Throws an Error if joints have no inertia in their present position.
void refuse_joints(const State& state) {
  const Array<int> speeds = find_speeds_without_inertia(state.model(), state.model_parameters(), state.q(),
                                                        [&](int k) { return needs_no_inertia(state, k); });
  require(speeds.empty(),
          "the accelerations at t = {} s are not defined: {}, or lock it or prescribe its motion",
          state.time(), join(describe_missing_inertia(state.model(), speeds), "; "));
}

}  // namespace

bool needs_no_inertia(const State& state, int speed) {
  const SystemLayout& layout = state.layout();
  if (state[layout.system.prescription].speeds.contains(speed)) return true;
  return std::any_of(layout.ports.begin(), layout.ports.end(), [&](const PortEntry& port) {
    return port.speed == speed && (port.element.system == 0 || state.is_enabled(port.element));
  });
}

void refuse_accelerations(const State& state, In<double> udot) {
  refuse_forces(state);
  refuse_given_rates(state, udot);
  refuse_constraints(state);
  refuse_joints(state);
  const auto bad = std::find_if(udot.begin(), udot.end(), [](double x) { return !std::isfinite(x); });
  fail(
      "the acceleration of speed '{}' is {} at t = {} s, although all forces are finite: speeds or forces "
      "are too "
      "large for numbers, or the position is singular",
      state.model().speeds()[bad - udot.begin()].name, *bad, state.time());
}

}  // namespace sarrus::internal
