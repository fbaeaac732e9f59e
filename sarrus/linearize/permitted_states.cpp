#include "sarrus/linearize/internal/permitted_states.h"

#include <algorithm>
#include <limits>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/constraint_freedom.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/state_derivatives.h"

namespace sarrus::internal {

namespace {

/// Positions and velocities are projected until errors are this part of their unit errors, far below what
/// differences would notice; larger ones, up to the second number, are accepted where rounding prevents that.
constexpr double exact = 1e-14, acceptable = 1e-9;

/// Makes the rows of a basis that have the largest entries unit rows, one after the other (Gauss–Jordan
/// elimination of columns). Returns their numbers.
Array<int> reduce(MatrixX<double>& basis) {
  Array<int> pivots;
  for (Eigen::Index column = 0; column < basis.cols(); ++column) {
    Eigen::Index row = 0, best = 0;
    basis.rightCols(basis.cols() - column).cwiseAbs().maxCoeff(&row, &best);
    basis.col(column).swap(basis.col(column + best));
    basis.col(column) /= basis(row, column);
    for (Eigen::Index other = 0; other < basis.cols(); ++other)
      if (other != column) basis.col(other) -= basis(row, other) * basis.col(column);
    pivots.push_back(static_cast<int>(row));
  }
  return pivots;
}

}  // namespace

PermittedDirections::PermittedDirections(const State& state, MotionLevel level) {
  const ConstraintFreedom freedom(state, level);
  MatrixX<double> motions = freedom.calc_motions();
  const Array<int>& free = freedom.free_speeds();
  const Array<int> pivots = reduce(motions);
  // In the order of the speeds.
  Array<int> order(pivots.size());
  for (int i = 0; i < static_cast<int>(order.size()); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](int a, int b) { return pivots[a] < pivots[b]; });
  basis.setZero(state.nu(), motions.cols());
  for (int i = 0; i < static_cast<int>(order.size()); ++i) {
    independent.push_back(free[pivots[order[i]]]);
    for (int row = 0; row < static_cast<int>(free.size()); ++row)
      basis(free[row], i) = motions(row, order[i]);
  }
}

PermittedStates::PermittedStates(const State& state)
    : state_(state),
      q_(state.q().begin(), state.q().end()),
      u_(state.u().begin(), state.u().end()),
      z_(state.z().begin(), state.z().end()),
      positions_(state, MotionLevel::position),
      speeds_(state, MotionLevel::velocity) {
  const auto hold = [&](const Array<int>& independent, ConstraintProjection& projection) {
    Array<double> weights(state.nu(), 1.0);
    for (const int k : independent) weights[k] = std::numeric_limits<double>::infinity();
    projection.set_weights(weights);
  };
  hold(positions_.independent, position_projection_), hold(speeds_.independent, speed_projection_);
}

Array<std::string> PermittedStates::names() const {
  Array<std::string> names;
  const Model& model = state_.model();
  for (const int k : positions_.independent) {
    const Body* carried = nullptr;
    for (const Body& body : model.bodies())
      if (k >= body.u0 && k < body.u0 + body.nu) carried = &body;
    const bool are_rates = carried->nq == carried->nu && !carried->joint.has_orientation();
    names.push_back(are_rates ? model.coordinates()[carried->q0 + k - carried->u0].name
                              : "turn of " + model.speeds()[k].name);
  }
  for (const int k : speeds_.independent) names.push_back(model.speeds()[k].name);
  for (int i = 0; i < state_.nz(); ++i) names.push_back("z[" + std::to_string(i) + "]");
  return names;
}

bool PermittedStates::move_to(const VectorX<double>& x) {
  const VectorX<double> turn = direction_of_positions(x),
                        faster = speeds_.basis * x.segment(positions(), speeds());
  Array<double> q(q_.size()), u(u_), z(z_);
  calc_qdot<double>(state_.tree(), q_, In<double>(turn.data(), turn.size()), q);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_[i];
  for (int k = 0; k < state_.nu(); ++k) u[k] += faster[k];
  for (int i = 0; i < state_.nz(); ++i) z[i] += x[positions() + speeds() + i];
  state_.set_q(q), state_.set_u(u), state_.set_z(z);
  if (!position_projection_.project_positions(state_, exact) &&
      position_projection_.unmet_position(state_, acceptable).constraint >= 0)
    return false;
  speed_projection_.project_velocities(state_, exact);
  return true;
}

const State& PermittedStates::at(const VectorX<double>& x) {
  if (!move_to(x)) {
    const ConstraintError unmet = position_projection_.unmet_position(state_, acceptable);
    fail(
        "the state cannot be linearized: next to it the constraint '{}' cannot be satisfied; is it at a "
        "singular position, or not on its constraints?",
        state_.layout().elements[state_.layout().constraints[unmet.constraint]->id.index].name);
  }
  return state_;
}

VectorX<double> PermittedStates::rates() const {
  Array<double> turning(u_.size());
  calc_speeds<double>(state_.tree(), q_, qdot(state_), turning);
  VectorX<double> out(size());
  int i = 0;
  for (const int k : positions_.independent) out[i++] = turning[k];
  for (const int k : speeds_.independent) out[i++] = udot(state_)[k];
  for (const double rate : zdot(state_)) out[i++] = rate;
  return out;
}

/// How speeds follow from positions at fixed independent speeds: changes of the velocity errors, v_q·Z_q·ξ,
/// are made up for by dependent speeds,  J·δu = −v_q·Z_q·ξ.
MatrixX<double> PermittedStates::speeds_by_positions(const MatrixX<double>& errors_by_dq) const {
  MatrixX<double> follow = MatrixX<double>::Zero(state_.nu(), positions());
  if (errors_by_dq.rows() == 0) return follow;
  const ConstraintFreedom freedom(state_, MotionLevel::velocity);
  const MatrixX<double> rows = freedom.calc_rows(), errors = errors_by_dq * positions_.basis;
  Array<int> dependent;  // among the free speeds
  for (int i = 0; i < static_cast<int>(freedom.free_speeds().size()); ++i)
    if (std::find(speeds_.independent.begin(), speeds_.independent.end(), freedom.free_speeds()[i]) ==
        speeds_.independent.end())
      dependent.push_back(i);
  MatrixX<double> J(rows.rows(), static_cast<Eigen::Index>(dependent.size()));
  for (int i = 0; i < static_cast<int>(dependent.size()); ++i) J.col(i) = rows.col(dependent[i]);
  for (int j = 0; j < positions(); ++j) {
    const VectorX<double> change = solve_least_squares(J, -errors.col(j)).x;
    for (int i = 0; i < static_cast<int>(dependent.size()); ++i)
      follow(freedom.free_speeds()[dependent[i]], j) = change[i];
  }
  return follow;
}

PermittedStates::ExactDerivatives PermittedStates::exact_derivatives() const {
  const auto known = find_state_derivatives(state_);
  if (!known) return {};
  if (!known->differenced.empty() || state_.nz() > 0) return {{}, known->differenced};
  const MatrixX<double> speed_by_q = speeds_by_positions(known->velocity_errors_by_dq),
                        turn_by_q = known->turning_by_dq * positions_.basis + speed_by_q,
                        rate_by_q = known->by_dq * positions_.basis + known->by_u * speed_by_q,
                        rate_by_u = known->by_u * speeds_.basis;
  MatrixX<double> A = MatrixX<double>::Zero(size(), size());
  for (int i = 0; i < positions(); ++i) {
    A.block(i, 0, 1, positions()) = turn_by_q.row(positions_.independent[i]);
    A.block(i, positions(), 1, speeds()) = speeds_.basis.row(positions_.independent[i]);
  }
  for (int i = 0; i < speeds(); ++i) {
    A.block(positions() + i, 0, 1, positions()) = rate_by_q.row(speeds_.independent[i]);
    A.block(positions() + i, positions(), 1, speeds()) = rate_by_u.row(speeds_.independent[i]);
  }
  return {A, {}};
}

}  // namespace sarrus::internal
