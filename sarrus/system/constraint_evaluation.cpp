#include "sarrus/system/constraint_evaluation.h"

#include <algorithm>

#include "sarrus/dynamics/node_quantities.h"

namespace sarrus {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

const ConstraintEntry& entry_of(const State& state, const ConstraintSet& set, int member) {
  return *state.layout().constraints[index(set.members[index(member)].constraint)];
}

Vec3<double> vector(const Lane3d& v) { return Vec3<double>(v); }

/// The motion of a point of a node, in world axes.
struct PointMotion {
  Vec3<double> w, v;
};
PointMotion velocity_at(const PositionKinematics<double>& position,
                        const VelocityKinematics<double>& velocity, int node, const Vec3<double>& p_W) {
  const LaneMotion<double>& V = velocity.nodes[index(node)];
  const Vec3<double> w = vector(V.w), arm = p_W - vector(position.nodes[index(node)].p);
  return {w, vector(V.v) + cross(w, arm)};
}
PointMotion acceleration_at(const PositionKinematics<double>& position,
                            const VelocityKinematics<double>& velocity,
                            const AccelerationKinematics<double>& acceleration, int node,
                            const Vec3<double>& p_W) {
  const LaneMotion<double>& A = acceleration.nodes[index(node)];
  const Vec3<double> w = vector(velocity.nodes[index(node)].w),
                     arm = p_W - vector(position.nodes[index(node)].p);
  const Vec3<double> alpha = vector(A.w);
  return {alpha, vector(A.v) + cross(alpha, arm) + cross(w, cross(w, arm))};
}

int node_of(const State& state, const FrameOn<double>& frame) { return state.tree().place(frame.body).node; }

}  // namespace

void find_constraints(const State& state, ConstraintSet& out) {
  const long version = out.version + 1;
  out = {};
  out.version = version;
  const SystemLayout& layout = state.layout();
  for (int c = 0; c < static_cast<int>(layout.constraints.size()); ++c) {
    const ConstraintEntry& entry = *layout.constraints[index(c)];
    if (!state.is_enabled(entry.id)) continue;
    const ConstraintShape& shape = entry.shape;
    out.members.push_back({.constraint = c,
                           .first_row = out.rows,
                           .first_position_row = out.position_rows,
                           .first_velocity_row = out.velocity_rows,
                           .first_frame = out.frames,
                           .first_mobility = out.mobilities,
                           .first_parameter = out.parameters,
                           .first_wrench = out.wrenches,
                           .first_speed = out.speeds});
    ConstraintPlace place{shape.rows(), shape.F.body, {}, {}};
    for (const FrameOn<double>& M : shape.frames) place.frames.push_back(M.body);
    for (const Mobility& mobility : shape.mobilities) place.speeds.push_back(mobility.number());
    out.places.push_back(std::move(place));
    out.rows += shape.rows();
    out.position_rows += shape.position_rows;
    out.velocity_rows += shape.position_rows + shape.velocity_rows;
    out.frames += static_cast<int>(shape.frames.size());
    out.mobilities += static_cast<int>(shape.mobilities.size());
    out.parameters += static_cast<int>(entry.parameters.size());
    out.wrenches += shape.rows() * static_cast<int>(shape.frames.size());
    out.speeds += shape.rows() * static_cast<int>(shape.mobilities.size());
  }
}

void calc_constraint_positions(const State& state, const ConstraintSet& set, ConstraintMotions& out) {
  const Tree<double>& tree = state.tree();
  const PositionKinematics<double>& position = state[state.layout().system.position];
  out.frames.resize(index(set.frames)), out.p_WM.resize(index(set.frames));
  out.X_WF.resize(set.members.size());
  out.q.resize(index(set.mobilities)), out.parameters.resize(index(set.parameters));
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    Pose<double>& X_WF = out.X_WF[m];
    if (!entry.shape.frames.empty())
      X_WF = calc_pose(tree, position, FrameOn<double>(entry.shape.F.body, state[entry.frames[0]]));
    for (std::size_t f = 0; f < entry.shape.frames.size(); ++f) {
      const auto to = index(member.first_frame) + f;
      const Pose<double> X_WM =
          calc_pose(tree, position, FrameOn<double>(entry.shape.frames[f].body, state[entry.frames[f + 1]]));
      out.frames[to].X = X_WF.inverse_times(X_WM);
      out.p_WM[to] = X_WM.p;
    }
    for (std::size_t k = 0; k < entry.shape.mobilities.size(); ++k) {
      const Mobility& mobility = entry.shape.mobilities[k];
      out.q[index(member.first_mobility) + k] = mobility.has_coordinate() ? mobility.q(state) : 0;
    }
    for (std::size_t p = 0; p < entry.parameters.size(); ++p)
      out.parameters[index(member.first_parameter) + p] = state[entry.parameters[p]];
  }
}

void calc_constraint_velocities(const State& state, const ConstraintSet& set,
                                const ConstraintMotions& positions, ConstraintMotions& out) {
  out = positions;
  out.u.resize(index(set.mobilities));
  const PositionKinematics<double>& position = state[state.layout().system.position];
  const VelocityKinematics<double>& velocity = state[state.layout().system.velocity];
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    for (std::size_t f = 0; f < entry.shape.frames.size(); ++f) {
      const auto to = index(member.first_frame) + f;
      const Vec3<double>& p_WM = out.p_WM[to];
      const Rotation<double>& R_WF = out.X_WF[m].R;
      // F's body carries M's origin along; what is left is seen from F.
      const PointMotion F = velocity_at(position, velocity, node_of(state, entry.shape.F), p_WM),
                        M = velocity_at(position, velocity, node_of(state, entry.shape.frames[f]), p_WM);
      out.frames[to].V = {R_WF.inverse_times(M.w - F.w), R_WF.inverse_times(M.v - F.v)};
    }
    for (std::size_t k = 0; k < entry.shape.mobilities.size(); ++k)
      out.u[index(member.first_mobility) + k] = entry.shape.mobilities[k].u(state);
  }
}

void calc_constraint_accelerations(const State& state, const ConstraintSet& set,
                                   const ConstraintMotions& velocities,
                                   const AccelerationKinematics<double>& A, In<double> udot,
                                   ConstraintMotions& out) {
  out = velocities;
  out.udot.resize(index(set.mobilities));
  const PositionKinematics<double>& position = state[state.layout().system.position];
  const VelocityKinematics<double>& velocity = state[state.layout().system.velocity];
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    const int node_F = node_of(state, entry.shape.F);
    const Rotation<double>& R_WF = out.X_WF[m].R;
    const Vec3<double> w_F = vector(velocity.nodes[index(node_F)].w);
    for (std::size_t f = 0; f < entry.shape.frames.size(); ++f) {
      const auto to = index(member.first_frame) + f;
      const Vec3<double>& p_WM = out.p_WM[to];
      const PointMotion F = acceleration_at(position, velocity, A, node_F, p_WM),
                        M = acceleration_at(position, velocity, A, node_of(state, entry.shape.frames[f]),
                                            p_WM);
      // Relative to F's body where it is at M's origin: α = α_M − α_F − ω_F×ω, a = a_M − a_F − 2·ω_F×v.
      const Vec3<double> w = R_WF * out.frames[to].V.w, v = R_WF * out.frames[to].V.v;
      out.frames[to].A = {R_WF.inverse_times(M.w - F.w - cross(w_F, w)),
                          R_WF.inverse_times(M.v - F.v - 2.0 * cross(w_F, v))};
    }
    for (std::size_t k = 0; k < entry.shape.mobilities.size(); ++k)
      out.udot[index(member.first_mobility) + k] =
          udot.empty() ? 0 : udot[entry.shape.mobilities[k].number()];
  }
}

ConstraintArguments<double> arguments_of(const State& state, const ConstraintSet& set, int number,
                                         const ConstraintMotions& motions) {
  const ConstraintSet::Member& member = set.members[index(number)];
  const ConstraintEntry& entry = entry_of(state, set, number);
  const auto part = [](const auto& all, int first, std::size_t count) {
    using Element = typename std::decay_t<decltype(all)>::value_type;
    return all.empty() ? In<Element>() : In<Element>(all.data() + first, count);
  };
  const std::size_t mobilities = entry.shape.mobilities.size();
  return {entry.shape.reads_time ? state.time() : 0.0,
          part(motions.frames, member.first_frame, entry.shape.frames.size()),
          part(motions.q, member.first_mobility, mobilities),
          part(motions.u, member.first_mobility, mobilities),
          part(motions.udot, member.first_mobility, mobilities),
          part(motions.parameters, member.first_parameter, entry.parameters.size())};
}

void calc_constraint_rows(const State& state, const ConstraintSet& set, const ConstraintMotions& motions,
                          ConstraintRowsOfAll& out) {
  const Tree<double>& tree = state.tree();
  if (out.version != set.version) out.G.emplace(tree, set.places), out.version = set.version;
  const PositionKinematics<double>& position = state[state.layout().system.position];
  out.wrenches.assign(index(set.wrenches), Force<double>::zero());
  out.speeds.assign(index(set.speeds), 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    Force<double>* wrenches = out.wrenches.data() + member.first_wrench;
    double* speeds = out.speeds.data() + member.first_speed;
    entry.element->calc_rows(arguments_of(state, set, static_cast<int>(m), motions),
                             {wrenches, speeds, static_cast<int>(entry.shape.frames.size()),
                              static_cast<int>(entry.shape.mobilities.size())});
    out.G->set(tree, position, static_cast<int>(m),
               {motions.X_WF[m].R, motions.p_WM.data() + member.first_frame, wrenches, speeds});
  }
}

void calc_position_errors(const State& state, const ConstraintSet& set, const ConstraintMotions& positions,
                          std::vector<double>& e) {
  e.assign(index(set.position_rows), 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    if (entry.shape.position_rows == 0) continue;
    entry.element->calc_errors(
        arguments_of(state, set, static_cast<int>(m), positions),
        Out<double>(e.data() + set.members[m].first_position_row, index(entry.shape.position_rows)));
  }
}

void calc_velocity_errors(const State& state, const ConstraintSet& set, const ConstraintMotions& velocities,
                          const ConstraintRowsOfAll& rows, std::vector<double>& v) {
  v.assign(index(set.velocity_rows), 0.0);
  const In<double> u = state.u();
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    const int count = entry.shape.position_rows + entry.shape.velocity_rows;
    if (count == 0) continue;
    const Out<double> own(v.data() + set.members[m].first_velocity_row, index(count));
    entry.element->calc_drifts(arguments_of(state, set, static_cast<int>(m), velocities), own);
    const ConstraintJacobian::Block& block = rows.G->blocks()[m];
    const double* G = rows.G->entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < count; ++i) own[i] += G[i] * u[k];
      G += block.rows;
    }
  }
}

void calc_acceleration_errors(const State& state, const ConstraintSet& set,
                              const ConstraintMotions& accelerations, const ConstraintRowsOfAll& rows,
                              std::vector<double>& a) {
  a.assign(index(set.rows), 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintEntry& entry = entry_of(state, set, static_cast<int>(m));
    const int count = entry.shape.rows(), frames = static_cast<int>(entry.shape.frames.size()),
              mobilities = static_cast<int>(entry.shape.mobilities.size());
    double* own = a.data() + member.first_row;
    entry.element->calc_biases(arguments_of(state, set, static_cast<int>(m), accelerations),
                               Out<double>(own, index(count)));
    const Force<double>* wrench = rows.wrenches.data() + member.first_wrench;
    const double* speed = rows.speeds.data() + member.first_speed;
    for (int i = 0; i < count; ++i) {
      for (int f = 0; f < frames; ++f)
        own[i] += dot(accelerations.frames[index(member.first_frame + f)].A, *wrench++);
      for (int k = 0; k < mobilities; ++k)
        own[i] += *speed++ * accelerations.udot[index(member.first_mobility + k)];
    }
  }
}

}  // namespace sarrus
