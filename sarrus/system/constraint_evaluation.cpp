#include "sarrus/system/internal/constraint_evaluation.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/internal/index.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/system/internal/constraint_members.h"
#include "sarrus/system/internal/non_finite.h"

namespace sarrus::internal {

namespace {

/// The arguments of each constraint in turn.
class Arguments {
 public:
  explicit Arguments(const State& state)
      : state_(state),
        set_(state[known(state).constraint_set]),
        constants_(state[known(state).constraint_constants]),
        positions_(state[known(state).constraint_positions]) {
    arguments_.state = &state;
  }
  Arguments& with_velocities() {
    velocities_ = &state_[known(state_).constraint_velocities];
    return *this;
  }
  const ConstraintSet& set() const { return set_; }

  /// Arguments of a member of the set.
  const ConstraintArguments<double>& of(const ConstraintSet::Member& member) {
    const std::size_t mobilities = index(member.mobilities);
    arguments_.time = member.reads_time ? state_.time() : 0;
    arguments_.frames = {(velocities_ ? velocities_->frames : positions_.frames).data() + member.first_frame,
                         index(member.frames)};
    if (mobilities > 0) {
      arguments_.q = {positions_.q.data() + member.first_mobility, mobilities};
      if (velocities_) arguments_.u = {velocities_->u.data() + member.first_mobility, mobilities};
    }
    arguments_.parameters = {constants_.parameters.data() + member.first_parameter, index(member.parameters)};
    return arguments_;
  }

 private:
  const State& state_;
  const ConstraintSet& set_;
  const ConstraintConstants& constants_;
  const ConstraintPositions& positions_;
  const ConstraintVelocities* velocities_ = nullptr;
  ConstraintArguments<double> arguments_;
};

ConstraintConstants::Frame locate(const State& state, const FrameOn<double>& frame,
                                  const Pose<double>& X_BF) {
  const BodyPlace<double>& place = state.tree().place(frame.body);
  const Pose<double> X_KF = place.X_KB * X_BF;
  return {place.node, X_KF.R.matrix(), X_KF.p};
}

/// The pose of a constraint's frame on its body. Any code may have set it, so it is checked.
const Pose<double>& checked_place(const State& state, const ConstraintEntry& entry, std::size_t i) {
  const Pose<double>& X = state[entry.frames[i]];
  require(all_finite({X.p.x, X.p.y, X.p.z}) && distance_from_rotation(X.R) <= rotation_tolerance,
          "the place '{}' of constraint '{}' was set to one that is not: its origin is ({}, {}, {}) and its "
          "orientation is {}; set a Pose of finite numbers with a rotation",
          state.layout().discretes[entry.frames[i].index].name, state.layout().name_of(entry.id), X.p.x,
          X.p.y, X.p.z, distance_from_rotation(X.R) <= rotation_tolerance ? "a rotation" : "no rotation");
  return X;
}

/// The acceleration of M relative to F, in F's axes: with v and w the relative velocity in world axes and r
/// the arms to M's origin,
///   α = α_M − α_F − ω_F×w,   a = a_M − a_F − 2·ω_F×v
class RelativeAcceleration {
 public:
  RelativeAcceleration(const State& state, const AccelerationKinematics<double>& A)
      : position_(state[known(state).position]), velocity_(state[known(state).velocity]), A_(A) {}

  Motion<double> operator()(int node_F, int node_M, const LaneRotation<double>& R_FW, const Lane3d& p_WM,
                            const Motion<double>& V_FM) const {
    const LaneMotion<double> M = at(node_M, p_WM);
    if (node_F == 0) return {Vec3<double>(R_FW * M.w), Vec3<double>(R_FW * M.v)};
    const LaneMotion<double> F = at(node_F, p_WM);
    const Lane3d& w_F = velocity_.nodes[node_F].w;
    const LaneRotation<double> R_WF = transpose(R_FW);
    const Lane3d w = R_WF * V_FM.w, v = R_WF * V_FM.v;
    return {Vec3<double>(R_FW * (M.w - F.w - cross(w_F, w))),
            Vec3<double>(R_FW * (M.v - F.v - 2.0 * cross(w_F, v)))};
  }

 private:
  /// Acceleration of the point of a node that is at p.
  LaneMotion<double> at(int node, const Lane3d& p) const {
    const LaneMotion<double>& A = A_.nodes[node];
    const Lane3d r = p - position_.nodes[node].p, &w = velocity_.nodes[node].w;
    return {A.w, A.v + cross(A.w, r) + cross(w, cross(w, r))};
  }
  const PositionKinematics<double>& position_;
  const VelocityKinematics<double>& velocity_;
  const AccelerationKinematics<double>& A_;
};

}  // namespace

void find_constraints(const State& state, ConstraintSet& out) {
  const long version = out.version + 1;
  out = {};
  out.version = version;
  const SystemLayout& layout = state.layout();
  for (int c = 0; c < static_cast<int>(layout.constraints.size()); ++c) {
    const ConstraintEntry& entry = *layout.constraints[c];
    if (!state.is_enabled(entry.id)) continue;
    const ConstraintShape& shape = entry.shape;
    const int frames = static_cast<int>(shape.frames.size()),
              mobilities = static_cast<int>(shape.mobilities.size());
    out.members.push_back({.constraint = c,
                           .element = entry.element.get(),
                           .unit_errors = entry.unit_errors.data(),
                           .rows = shape.rows(),
                           .position_rows = shape.position_rows,
                           .velocity_rows = shape.position_rows + shape.velocity_rows,
                           .frames = frames,
                           .mobilities = mobilities,
                           .parameters = static_cast<int>(entry.parameters.size()),
                           .reads_time = shape.reads_time,
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
    const ConstraintSet::Member& member = out.members.back();
    out.rows += member.rows, out.position_rows += member.position_rows;
    out.velocity_rows += member.velocity_rows;
    out.frames += frames, out.mobilities += mobilities, out.parameters += member.parameters;
    out.wrenches += member.rows * frames, out.speeds += member.rows * mobilities;
  }
}

void calc_constraint_constants(const State& state, ConstraintConstants& out) {
  out.F.clear(), out.M.clear(), out.parameters.clear();
  for (const ConstraintSet::Member& member : state[known(state).constraint_set].members) {
    const ConstraintEntry& entry = entry_of(state, member);
    const bool has_frames = !entry.shape.frames.empty();
    out.F.push_back(
        locate(state, entry.shape.F, has_frames ? checked_place(state, entry, 0) : Pose<double>{}));
    for (std::size_t f = 0; f < entry.shape.frames.size(); ++f)
      out.M.push_back(locate(state, entry.shape.frames[f], checked_place(state, entry, f + 1)));
    for (const Parameter parameter : entry.parameters) out.parameters.push_back(state[parameter]);
  }
}

void calc_constraint_positions(const State& state, ConstraintPositions& out) {
  const ConstraintSet& set = state[known(state).constraint_set];
  const ConstraintConstants& constants = state[known(state).constraint_constants];
  const PositionKinematics<double>& position = state[known(state).position];
  out.R_FW.resize(set.members.size());
  out.p_WM.resize(set.frames), out.frames.resize(set.frames);
  out.q.resize(set.mobilities);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    if (member.frames > 0) {
      const ConstraintConstants::Frame& F = constants.F[m];
      const NodePosition<double>& node_F = position.nodes[F.node];
      const LaneRotation<double> R_FW = out.R_FW[m] = transpose(node_F.R * F.R_KF);
      const Lane3d p_WF = node_F.p + node_F.R * F.p_KF;
      for (int f = 0; f < member.frames; ++f) {
        const std::size_t to = index(member.first_frame + f);
        const ConstraintConstants::Frame& M = constants.M[to];
        const NodePosition<double>& node_M = position.nodes[M.node];
        const Lane3d p_WM = out.p_WM[to] = node_M.p + node_M.R * M.p_KF;
        const LaneRotation<double> R_FM = R_FW * (node_M.R * M.R_KF).matrix();
        out.frames[to].X = {Rotation<double>(R_FM.matrix()), Vec3<double>(R_FW * (p_WM - p_WF))};
      }
    }
    for (int k = 0; k < member.mobilities; ++k) {
      const Mobility& mobility = entry_of(state, member).shape.mobilities[k];
      out.q[member.first_mobility + k] = mobility.has_coordinate() ? mobility.q(state) : 0;
    }
  }
}

void calc_constraint_velocities(const State& state, ConstraintVelocities& out) {
  const ConstraintSet& set = state[known(state).constraint_set];
  const ConstraintConstants& constants = state[known(state).constraint_constants];
  const ConstraintPositions& positions = state[known(state).constraint_positions];
  const PositionKinematics<double>& position = state[known(state).position];
  const VelocityKinematics<double>& velocity = state[known(state).velocity];
  out.frames.resize(set.frames), out.u.resize(set.mobilities);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const LaneRotation<double>& R_FW = positions.R_FW[m];
    for (int f = 0; f < member.frames; ++f) {
      const std::size_t to = index(member.first_frame + f);
      const Lane3d& p_WM = positions.p_WM[to];
      // The velocity of M relative to F is that of M less that of the point of F's body at M's origin.
      const auto at = [&](int node) {
        const LaneMotion<double>& V = velocity.nodes[node];
        return LaneMotion<double>{V.w, V.v + cross(V.w, p_WM - position.nodes[node].p)};
      };
      const LaneMotion<double> F = at(constants.F[m].node), M = at(constants.M[to].node);
      out.frames[to] = {positions.frames[to].X,
                        {Vec3<double>(R_FW * (M.w - F.w)), Vec3<double>(R_FW * (M.v - F.v))}};
    }
    for (int k = 0; k < member.mobilities; ++k)
      out.u[member.first_mobility + k] = entry_of(state, member).shape.mobilities[k].u(state);
  }
}

void calc_constraint_rows(const State& state, bool with_velocities, ConstraintRowsOfAll& out) {
  Arguments arguments(state);
  if (with_velocities) arguments.with_velocities();
  const ConstraintSet& set = arguments.set();
  const Tree<double>& tree = state.tree();
  if (out.version != set.version) {
    out.G.emplace(tree, set.places), out.version = set.version;
    out.G->set_unit_changes(state.layout().speed_unit_changes);
  }
  const PositionKinematics<double>& position = state[known(state).position];
  const ConstraintPositions& positions = state[known(state).constraint_positions];
  out.wrenches.resize(set.wrenches), out.speeds.resize(set.speeds);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    Force<double>* wrenches = out.wrenches.data() + member.first_wrench;
    double* speeds = out.speeds.data() + member.first_speed;
    std::fill_n(wrenches, member.rows * member.frames, Force<double>::zero());
    std::fill_n(speeds, member.rows * member.mobilities, 0.0);
    member.element->calc_rows(arguments.of(member), {wrenches, speeds, member.frames, member.mobilities});
    out.G->set(tree, position, static_cast<int>(m),
               {&positions.R_FW[m], positions.p_WM.data() + member.first_frame, wrenches, speeds});
  }
}

void calc_position_errors(const State& state, Array<double>& e) {
  Arguments arguments(state);
  e.assign(arguments.set().position_rows, 0.0);
  for (const ConstraintSet::Member& member : arguments.set().members) {
    if (member.position_rows == 0) continue;
    member.element->calc_errors(arguments.of(member),
                                Out<double>(e.data() + member.first_position_row, member.position_rows));
  }
}

double calc_row_error(const State& state) {
  const Array<double>& e = state[known(state).position_errors];
  const ConstraintSet& set = state[known(state).constraint_set];
  const ConstraintJacobian& G = *state[known(state).constraint_rows].G;
  double largest = 0;  // squares
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const double* own = e.data() + set.members[m].first_position_row;
    for (int i = 0; i < set.members[m].position_rows; ++i)
      if (const double square = G.aligned_square(G.blocks()[m], i); square > 0)
        largest = std::max(largest, own[i] * own[i] / square);
  }
  return std::sqrt(largest);
}

void calc_velocity_errors(const State& state, Array<double>& v) {
  Arguments arguments(state);
  arguments.with_velocities();
  const ConstraintSet& set = arguments.set();
  const ConstraintJacobian& G = *state[known(state).constraint_rows].G;
  const In<double> u = state.u();
  v.assign(set.velocity_rows, 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const int count = member.velocity_rows;
    if (count == 0) continue;
    double* own = v.data() + member.first_velocity_row;
    member.element->calc_drifts(arguments.of(member), Out<double>(own, count));
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const double* coefficients = G.entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < count; ++i) own[i] += coefficients[i] * u[k];
      coefficients += block.stride;
    }
  }
}

void calc_acceleration_errors(const State& state, const AccelerationKinematics<double>& A, In<double> udot,
                              Array<double>& a) {
  Arguments arguments(state);
  arguments.with_velocities();
  const ConstraintSet& set = arguments.set();
  const ConstraintConstants& constants = state[known(state).constraint_constants];
  const ConstraintPositions& positions = state[known(state).constraint_positions];
  const ConstraintVelocities& velocities = state[known(state).constraint_velocities];
  const ConstraintRowsOfAll& rows = state[known(state).constraint_rows];
  const RelativeAcceleration relative(state, A);
  a.assign(set.rows, 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const int count = member.rows, frames = member.frames;
    double* own = a.data() + member.first_row;
    member.element->calc_biases(arguments.of(member), Out<double>(own, count));
    const Force<double>* wrenches = rows.wrenches.data() + member.first_wrench;
    for (int f = 0; f < frames; ++f) {
      const std::size_t at = index(member.first_frame + f);
      const Motion<double> A_FM = relative(constants.F[m].node, constants.M[at].node, positions.R_FW[m],
                                           positions.p_WM[at], velocities.frames[at].V);
      for (int i = 0; i < count; ++i) own[i] += dot(A_FM, wrenches[i * frames + f]);
    }
    const double* speeds = rows.speeds.data() + member.first_speed;
    for (int i = 0; i < count && member.mobilities > 0; ++i)
      for (const int k : set.places[m].speeds) own[i] += *speeds++ * udot[k];
  }
}

}  // namespace sarrus::internal
