#include "sarrus/sensitivity/internal/linear_projection.h"

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/sensitivity/internal/vector_view.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

using Rows = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

std::size_t count(Eigen::Index n) { return n; }

/// N, with q̇ = N·u, or its inverse.
MatrixX<double> coordinate_rates(const State& state, bool is_inverse) {
  const int rows = is_inverse ? state.nu() : state.nq(), columns = is_inverse ? state.nq() : state.nu();
  MatrixX<double> N(rows, columns);
  Array<double> unit(columns, 0.0);
  for (int k = 0; k < columns; ++k) {
    unit[k] = 1;
    const Out<double> column(N.col(k).data(), count(rows));
    is_inverse ? calc_speeds<double>(state.tree(), state.q(), unit, column)
               : calc_qdot<double>(state.tree(), state.q(), unit, column);
    unit[k] = 0;
  }
  return N;
}

/// N·v at positions next to a state, by the directions of the speeds: central differences.
MatrixX<double> difference_rates(const State& state, const VectorX<double>& v, const MatrixX<double>& N) {
  constexpr double step = 6e-6;
  MatrixX<double> change(state.nq(), state.nu());
  VectorX<double> q, above(state.nq()), below(state.nq());
  const Out<double> up(above.data(), count(above.size())), down(below.data(), count(below.size()));
  for (int k = 0; k < state.nu(); ++k) {
    q = as_vector(state.q()) + step * N.col(k);
    calc_qdot<double>(state.tree(), q, v, up);
    q = as_vector(state.q()) - step * N.col(k);
    calc_qdot<double>(state.tree(), q, v, down);
    change.col(k) = (above - below) / (2 * step);
  }
  return change;
}

/// W⁻²; zero for speeds that are given.
VectorX<double> inverse_squares(const State& state, const Array<double>& weights) {
  const IndexSet& given = state[state.layout().system.prescription].speeds;
  VectorX<double> squares(state.nu());
  for (int k = 0; k < state.nu(); ++k)
    squares[k] = given.size() > 0 && given.contains(k) ? 0 : 1 / (weights[k] * weights[k]);
  return squares;
}

In<double> errors_of(const State& state, MotionLevel level) {
  return level == MotionLevel::position ? position_errors(state) : velocity_errors(state);
}

}  // namespace

LinearProjection::LinearProjection(const State& state, Array<double> speed_weights,
                                   const Array<NamedValue>& parameters)
    : parameters_(parameters),
      weights_(std::move(speed_weights)),
      positions_(MotionLevel::position, weights_),
      velocities_(MotionLevel::velocity, weights_),
      turning_(state),
      scaling_(state.model()) {}

/// The rows at a state, and the step that removes its errors.
LinearProjection::Level LinearProjection::take_rows(const State& state, MotionLevel level) {
  FactoredRows& rows = rows_of(level);
  rows.update(state);
  const int nu = state.nu();
  Level of{MatrixX<double>(rows.size(), nu), MatrixX<double>(nu, rows.size()), {}, {}, {}};
  Array<double> unit(nu, 0.0), images;
  for (int k = 0; k < nu; ++k) {
    unit[k] = 1;
    rows.calc_images(unit, images);
    of.G.col(k) = as_vector(images);
    unit[k] = 0;
  }
  unit.assign(rows.size(), 0.0);
  for (int i = 0; i < rows.size(); ++i) {
    unit[i] = 1;
    rows.calc_step(unit, {of.S.col(i).data(), count(nu)});
    unit[i] = 0;
  }
  of.by_parameters.setZero(nu, static_cast<Eigen::Index>(parameters_.size()));
  of.turning.setZero(nu, nu);
  if (rows.size() == 0) return of;
  if (!parameters_.empty()) of.by_parameters = difference_by_parameters(state, level);
  of.step = of.S * as_vector(errors_of(state, level));
  if (of.step.isZero(0)) return of;
  VectorX<double> squares(nu);
  for (int k = 0; k < nu; ++k) squares[k] = weights_[k] * weights_[k];
  const VectorX<double> lambda = of.S.transpose() * squares.cwiseProduct(of.step);
  turning_.calc(state, level, lambda, of.step);
  const MatrixX<double> pulled = inverse_squares(state, weights_).asDiagonal() * turning_.forces();
  of.turning = -pulled - of.S * (of.G * pulled);
  if (level == MotionLevel::position) of.turning += of.S * turning_.velocities();
  return of;
}

/// ∂(S·errors)/∂p by central differences.
MatrixX<double> LinearProjection::difference_by_parameters(const State& state, MotionLevel level) {
  FactoredRows& rows = rows_of(level);
  MatrixX<double> change(state.nu(), static_cast<Eigen::Index>(parameters_.size()));
  VectorX<double> above(state.nu()), below(state.nu());
  State moved = state;
  for (int i = 0; i < static_cast<int>(parameters_.size()); ++i) {
    const double p = value(state, parameters_[i]), h = 6e-6 * std::max(std::abs(p), 1e-3);
    const auto step_at = [&](double at, VectorX<double>& step) {
      set_value(moved, parameters_[i], at);
      rows.update(moved);
      rows.calc_step(errors_of(moved, level), {step.data(), count(step.size())});
    };
    step_at(p + h, above), step_at(p - h, below);
    change.col(i) = (above - below) / (2 * h);
    moved = state;
  }
  return change;
}

/// Carries the derivatives of coordinates over a Gauss–Newton step at a state.
void LinearProjection::carry_positions(const State& at, const Level& of) {
  const int nq = at.nq();
  const MatrixX<double> N = coordinate_rates(at, false), N_inverse = coordinate_rates(at, true);
  MatrixX<double> by_turn = N * (of.S * of.G + of.turning);
  if (!of.step.isZero(0)) by_turn += difference_rates(at, of.step, N);
  by_y_.topLeftCorner(nq, nq) += by_turn * (N_inverse * by_y_.topLeftCorner(nq, nq));
  if (parameters_.empty()) return;
  by_parameters_.topRows(nq) += by_turn * (N_inverse * by_parameters_.topRows(nq)) + N * of.by_parameters;
}

/// Takes a step as simulations do, and carries the derivatives over it.
void LinearProjection::take_position_step(State& at) {
  const Level of = take_rows(at, MotionLevel::position);
  carry_positions(at, of);
  VectorX<double> q(at.nq());
  calc_qdot<double>(at.tree(), at.q(), of.step, {q.data(), count(q.size())});
  q += as_vector(at.q());
  scaling_.take(q);
  const auto scale = [&](MatrixX<double>& changes) {
    for (Eigen::Index j = 0; j < changes.cols(); ++j) scaling_.apply(changes.col(j));
  };
  scale(by_y_), scale(by_parameters_);
  normalize_quaternions(at.model(), {q.data(), count(q.size())});
  at.set_q({q.data(), count(q.size())});
}

void LinearProjection::calc(const State& before, const State& after, const MotionDerivatives& motion) {
  const int nq = after.nq(), nu = after.nu(), nz = after.nz();
  by_y_.setIdentity(nq + nu + nz, nq + nu + nz);
  by_parameters_.setZero(nq + nu + nz, static_cast<Eigen::Index>(parameters_.size()));
  if (after[after.layout().system.constraint_set].velocity_rows == 0) return;
  const bool rows_turn = motion.is_constrained();  // others are in fixed proportions
  State at = before;
  constexpr double negligible = 1e-13;
  constexpr int most_steps = 10;
  for (int i = 0; i < most_steps && rows_turn && largest_position_error(at).size > negligible; ++i)
    take_position_step(at);
  at = after;
  if (after[after.layout().system.constraint_set].position_rows > 0)
    carry_positions(at, take_rows(at, MotionLevel::position));

  at.set_u(before.u());
  const Level of = take_rows(at, MotionLevel::velocity);
  by_y_.block(nq, nq, nu, nu) += of.S * of.G;
  if (!parameters_.empty()) by_parameters_.middleRows(nq, nu) = of.by_parameters;
  if (!rows_turn) return;
  const MatrixX<double> N_inverse = coordinate_rates(after, true);
  const Rows v_dq(motion.constraints().velocity_by_dq().data(), of.G.rows(), nu);
  const MatrixX<double> by_q = (of.S * v_dq + of.turning) * N_inverse;
  by_y_.block(nq, 0, nu, nq) += by_q * by_y_.topLeftCorner(nq, nq);
  if (!parameters_.empty()) by_parameters_.middleRows(nq, nu) += by_q * by_parameters_.topRows(nq);
  if (nz == 0) return;
  const Rows v_z(motion.constraints().velocity_by_z().data(), of.G.rows(), nz);
  by_y_.block(nq, nq + nu, nu, nz) += of.S * v_z;
}

void LinearProjection::carry_forward(MatrixX<double>& changes) const {
  changes = by_y_ * changes;
  if (by_parameters_.cols() > 0) changes.rightCols(by_parameters_.cols()) += by_parameters_;
}

void LinearProjection::carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) const {
  if (by_parameters_.cols() > 0) by_parameters += by_parameters_.transpose() * gradient;
  gradient = by_y_.transpose() * gradient;
}

}  // namespace sarrus::internal
