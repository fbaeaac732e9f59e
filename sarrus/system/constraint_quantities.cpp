#include "sarrus/system/internal/constraint_quantities.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/internal/layout_draft.h"
#include "sarrus/system/internal/prescribed_rates.h"

namespace sarrus::internal {

namespace {

/// Applied generalized forces less those that the rates in `udot` require (inverse dynamics), and the
/// accelerations of the bodies at these rates.
void calc_rest(const State& state, In<double> udot, ConstraintWorkspace& memory, Array<double>& rest) {
  const SystemLayout& layout = state.layout();
  const SystemQuantities& known = layout.system;
  const AppliedForces& forces = state[known.forces];
  const PositionKinematics<double>& position = state[known.position];
  const VelocityKinematics<double>& velocity = state[known.velocity];
  calc_acceleration_kinematics(state.tree(), position, velocity, udot, memory.A);
  memory.inverse.calc(state.tree(), position, velocity, memory.A,
                      state[known.constraint_factors].dynamics->inertias(), forces.on_bodies(),
                      Out<double>(rest), {.gravity = state.is_enabled(layout.gravity)});
  const In<double> tau = forces.on_speeds();
  for (std::size_t k = 0; k < rest.size(); ++k) rest[k] = (tau.empty() ? 0 : tau[k]) - rest[k];
  const In<double> ports = state[known.port_inertia];
  for (std::size_t k = 0; k < ports.size(); ++k) rest[k] -= ports[k] * udot[k];
}

/// Adds the Baumgarte terms to the wanted accelerations, so that errors decay within a time T.
void add_stabilization(const State& state, double T, Array<double>& wanted) {
  const SystemQuantities& known = state.layout().system;
  const Array<double>&e = state[known.position_errors], &v = state[known.velocity_errors];
  for (const ConstraintSet::Member& member : state[known.constraint_set].members) {
    double* own = wanted.data() + member.first_row;
    const double *own_e = e.data() + member.first_position_row, *own_v = v.data() + member.first_velocity_row;
    for (int i = 0; i < member.position_rows; ++i) own[i] -= 2 / T * own_v[i] + own_e[i] / (T * T);
    for (int i = member.position_rows; i < member.velocity_rows; ++i) own[i] -= own_v[i] / T;
  }
}

/// Checks that dependent rows agree with the rows they depend on: finds the largest acceleration error that
/// remains in them, and the largest term of any row's acceleration to compare it with.
void check_dependent_rows(const ConstrainedDynamics& dynamics, const ConstraintJacobian& G,
                          In<double> increments, ConstraintSolution& solution) {
  solution.inconsistency = 0, solution.acceleration_scale = 0, solution.worst_row = -1;
  if (dynamics.rank() == G.rows()) return;
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (int i = 0; i < block.rows; ++i) {
      const int row = block.first_row + i;
      const double* entry = G.entries(block);
      double error = solution.biases[row], scale = std::abs(error);
      for (const int k : block.speeds) {
        const double part = entry[i] * increments[k];
        error += part, scale = std::max(scale, std::abs(part));
        entry += block.stride;
      }
      solution.acceleration_scale = std::max(solution.acceleration_scale, scale);
      if (dynamics.is_dependent(row) && std::abs(error) > solution.inconsistency)
        solution.inconsistency = std::abs(error), solution.worst_row = row;
    }
}

}  // namespace

void calc_constrained_accelerations(const State& state, Accelerations& out) {
  const SystemQuantities& known = state.layout().system;
  const Prescription& prescription = state[known.prescription];
  const ConstraintJacobian& G = *state[known.constraint_rows].G;
  ConstrainedDynamics& dynamics = *state[known.constraint_factors].dynamics;
  if (!out.constraint_workspace)
    out.constraint_workspace = std::make_shared<ConstraintWorkspace>(state.tree());
  ConstraintWorkspace& memory = *out.constraint_workspace;
  ConstraintSolution& solution = out.constraints;
  solution.in_speeds = false;

  calc_prescribed_rates(state, prescription, out.udot);
  calc_rest(state, out.udot, memory, memory.rest);
  calc_acceleration_errors(state, memory.A, out.udot, solution.biases);
  memory.wanted.resize(solution.biases.size());
  for (std::size_t i = 0; i < memory.wanted.size(); ++i) memory.wanted[i] = -solution.biases[i];
  if (const double T = state[state.layout().stabilization_time]; T > 0)
    add_stabilization(state, T, memory.wanted);
  solution.multipliers.resize(solution.biases.size());
  dynamics.solve(state.tree(), state[known.position], memory.rest, memory.wanted,
                 Out<double>(memory.increments), Out<double>(solution.multipliers));
  check_dependent_rows(dynamics, G, memory.increments, solution);
  for (std::size_t k = 0; k < out.udot.size(); ++k) out.udot[k] += memory.increments[k];
}

void calc_constraint_forces(const State& state, AppliedForces& out) {
  out.clear();
  if (state.layout().constraints.empty()) return;
  calc_constraint_forces_of(state, state[state.layout().system.multipliers].of_rows, out);
}

void calc_constraint_forces_of(const State& state, In<double> multipliers, AppliedForces& out) {
  const SystemQuantities& known = state.layout().system;
  out.clear();
  const ConstraintSet& set = state[known.constraint_set];
  const ConstraintPositions& positions = state[known.constraint_positions];
  const ConstraintRowsOfAll& rows = state[known.constraint_rows];
  const auto origin = [&](int body) {
    return calc_pose(state.tree(), state[known.position], FrameOn<double>(body)).p;
  };
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    const ConstraintPlace& place = set.places[m];
    const Rotation<double> R_WF(transpose(positions.R_FW[m]).matrix());
    const int frames = static_cast<int>(place.frames.size()), speeds = static_cast<int>(place.speeds.size());
    for (int i = 0; i < place.rows; ++i) {
      const double lambda = multipliers[member.first_row + i];
      for (int f = 0; f < frames; ++f) {
        const Force<double> F_M =  // at M's origin, in world axes
            lambda * (R_WF * rows.wrenches[member.first_wrench + i * frames + f]);
        const Vec3<double> p_WM = positions.p_WM[member.first_frame + f];
        const int body_M = place.frames[f];
        out.add(body_M, shift(F_M, origin(body_M) - p_WM));
        out.add(place.F, -shift(F_M, origin(place.F) - p_WM));
      }
      for (int k = 0; k < speeds; ++k)
        out.add_to_speed(place.speeds[k], lambda * rows.speeds[member.first_speed + i * speeds + k]);
    }
  }
}

void declare_constraint_quantities(LayoutDraft& draft) {
  Declaration declare(draft, "", {});
  SystemQuantities& known = draft.layout.system;
  known.constraint_set = declare.quantity<ConstraintSet>(
      "enabled constraints", {Source::model, known.prescription}, {},
      [](const State& state, ConstraintSet& out) { find_constraints(state, out); });
  known.constraint_constants = declare.quantity<ConstraintConstants>(
      "frames in constraints", {draft.layout.own_tree, Source::model, known.constraint_set}, {},
      [](const State& state, ConstraintConstants& out) { calc_constraint_constants(state, out); });
  known.constraint_positions = declare.quantity<ConstraintPositions>(
      "positions in constraints", {Source::model, Source::q, known.position, known.constraint_constants}, {},
      [](const State& state, ConstraintPositions& out) { calc_constraint_positions(state, out); });
  known.constraint_velocities = declare.quantity<ConstraintVelocities>(
      "velocities in constraints", {Source::u, known.velocity, known.constraint_positions}, {},
      [](const State& state, ConstraintVelocities& out) { calc_constraint_velocities(state, out); });
  known.constraint_rows =
      declare.quantity<ConstraintRowsOfAll>("rows of constraints", {known.constraint_positions}, {}, {});
  known.position_errors = declare.quantity<Array<double>>(
      "errors of positions", {known.constraint_positions}, {},
      [](const State& state, Array<double>& e) { calc_position_errors(state, e); });
  known.constraint_factors = declare.quantity<ConstraintFactors>(
      "factors under constraints",
      {known.constraint_rows, known.position_errors, known.prescription, known.port_inertia}, {},
      [known](const State& state, ConstraintFactors& out) {
        const long version = state[known.constraint_set].version;
        const ConstraintJacobian& G = *state[known.constraint_rows].G;
        if (out.version != version)
          out.dynamics.emplace(state.tree(), G, state[known.prescription].speeds), out.version = version;
        out.dynamics->factor(state.tree(), state[known.position], G, calc_row_error(state),
                             state[known.port_inertia]);
      });
  known.couplings =
      declare.quantity<Couplings>("couplings", {known.constraint_constants, known.prescription}, {},
                                  [](const State& state, Couplings& out) { find_couplings(state, out); });
  known.velocity_errors = declare.quantity<Array<double>>(
      "errors of velocities", {known.constraint_velocities, known.constraint_rows}, {},
      [](const State& state, Array<double>& v) { calc_velocity_errors(state, v); });
}

void connect_constraint_quantities(LayoutDraft& draft) {
  const SystemQuantities known = draft.layout.system;
  bool time = false, rows_read_velocity = false;
  const auto let_read = [&](int reader, const Dependency& more) { draft.reads[reader].push_back(more); };
  if (!draft.layout.constraints.empty())
    for (const Dependency& more : {Dependency(draft.layout.stabilization_time),
                                   Dependency(known.position_errors), Dependency(known.velocity_errors)})
      let_read(known.accelerations.index, more);
  for (const auto& entry : draft.layout.constraints) {
    let_read(known.constraint_set.index, entry->id);
    for (const Discrete<Pose<double>> frame : entry->frames)
      let_read(known.constraint_constants.index, frame);
    for (const Parameter parameter : entry->parameters) let_read(known.constraint_constants.index, parameter);
    for (const Dependency& more : entry->shape.reads)
      for (const int reader : {known.position_errors.index, known.velocity_errors.index,
                               known.constraint_rows.index, known.accelerations.index})
        let_read(reader, more);
    for (const Dependency& more : entry->shape.rates_read)
      for (const int reader : {known.velocity_errors.index, known.accelerations.index})
        let_read(reader, more);
    time = time || entry->shape.reads_time;
    rows_read_velocity = rows_read_velocity || entry->shape.rows_read_velocity;
  }
  if (time)
    for (const int reader :
         {known.position_errors.index, known.velocity_errors.index, known.constraint_rows.index})
      let_read(reader, Source::time);
  if (rows_read_velocity) let_read(known.constraint_rows.index, known.constraint_velocities);
  draft.layout.quantities[known.constraint_rows.index].compute = [rows_read_velocity](const State& state,
                                                                                      void* value) {
    calc_constraint_rows(state, rows_read_velocity, *static_cast<ConstraintRowsOfAll*>(value));
  };
}

}  // namespace sarrus::internal
