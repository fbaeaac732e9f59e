#include "sarrus/rigid/internal/joint_loads.h"

#include <algorithm>
#include <cmath>

#include "sarrus/system/internal/constraint_quantities.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

bool JointLoads::begin(RigidRows& rows, const RowMemory& memory) {
  loaded_.clear();
  for (int i = 0; i < static_cast<int>(rows.groups().size()); ++i) {
    const RowGroup& group = rows.groups()[i];
    if (group.load < 0) continue;
    const RowForce* last = memory.find(group, i);
    loaded_.push_back({i, last != nullptr ? last->load : 0});
    rows.set_load(i, loaded_.back().load);
  }
  return !loaded_.empty();
}

/// A wrench on body 2 at a point, and its opposite on body 1.
void JointLoads::add_pair(const State& state, int body1, int body2, const Vec3<double>& point,
                          const Vec3<double>& force, const Vec3<double>& moment) {
  for (const auto& [body, sign] : {std::pair{body2, 1.0}, {body1, -1.0}}) {
    const Vec3<double> arm = point - pose(state, FrameOn<double>(body)).p;
    on_bodies_.add(body, {sign * (moment + cross(arm, force)), sign * force});
  }
}

/// Rows that act on speeds of joints act within the joints, and load none of them.
void JointLoads::add_forces(const State& state, const Array<RowForce>& forces, int first_bilateral,
                            const RigidRows& rows) {
  on_bodies_.clear();
  on_bodies_.add(applied_forces(state));
  for (int i = 0; i < first_bilateral; ++i) {
    const RowGroup& group = rows.groups()[i];
    if (group.kind == ForceSetKind::contact)
      add_pair(state, group.body1, group.body2, group.point, forces[i].force, forces[i].moment);
    for (const PointSpeed& part : rows.parts(group))
      add_pair(state, part.body1, part.body2, part.point, forces[i].force.x * part.direction,
               forces[i].force.x * part.turn);
  }
  const SystemLayout& layout = state.layout();
  const int count = layout.constraints.empty() ? 0 : state[layout.system.constraint_set].rows;
  if (count == 0) return;
  multipliers_.clear();
  for (int i = 0; i < count; ++i) multipliers_.push_back(forces[first_bilateral + i].force.x);
  calc_constraint_forces_of(state, multipliers_, on_bodies_);
}

/// What holds with less than the friction of both loads is solved already.
bool JointLoads::settle(const State& state, In<double> u, In<double> udot, const Array<RowForce>& forces,
                        int first_bilateral, RigidRows& rows, double tolerance) {
  add_forces(state, forces, first_bilateral, rows);
  calc_inverse_dynamics(state.tree(), state.q(), u, udot, on_bodies_.on_bodies(), inverse_dynamics_,
                        Out<double>(tau_), {.gravity = state.is_enabled(state.layout().gravity)});
  bool is_settled = true;
  for (Loaded& loaded : loaded_) {
    const JointLoad& joint = rows.load(rows.groups()[loaded.group]);
    const Force<double> reaction =
        calc_joint_reaction(state.tree(), inverse_dynamics_, on_bodies_.on_bodies(), joint.body);
    const double before = loaded.load;
    loaded.load = joint.of(reaction.f);
    rows.set_load(loaded.group, loaded.load);
    const RowForce& force = forces[loaded.group];
    const double least = joint.dynamic_friction * std::min(before, loaded.load);
    const bool holds = force.mode == RowMode::holding && std::abs(force.force.x) <= least;
    is_settled = is_settled && (holds || std::abs(loaded.load - before) <= tolerance * loaded.load);
  }
  return is_settled;
}

void JointLoads::keep(Array<RowForce>& forces) const {
  for (const Loaded& loaded : loaded_) forces[loaded.group].load = loaded.load;
}

}  // namespace sarrus::internal
