#include "sarrus/sensitivity/internal/linear_projection.h"

#include <algorithm>
#include <cmath>

#include "sarrus/dynamics/coordinates.h"
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

}  // namespace

LinearProjection::LinearProjection(Array<double> speed_weights, const Array<NamedValue>& parameters)
    : parameters_(parameters),
      positions_(MotionLevel::position, speed_weights),
      velocities_(MotionLevel::velocity, std::move(speed_weights)) {}

/// G and S as dense matrices.
LinearProjection::Level LinearProjection::take_rows(const State& state, FactoredRows& rows) {
  rows.update(state);
  const int nu = state.nu();
  Level level{MatrixX<double>(rows.size(), nu), MatrixX<double>(nu, rows.size())};
  Array<double> unit(nu, 0.0), images;
  for (int k = 0; k < nu; ++k) {
    unit[k] = 1;
    rows.calc_images(unit, images);
    level.G.col(k) = as_vector(images);
    unit[k] = 0;
  }
  unit.assign(rows.size(), 0.0);
  for (int i = 0; i < rows.size(); ++i) {
    unit[i] = 1;
    rows.calc_step(unit, {level.S.col(i).data(), count(nu)});
    unit[i] = 0;
  }
  return level;
}

/// Central differences of the errors by parameters.
void LinearProjection::difference_errors(const State& state, MatrixX<double>& position,
                                         MatrixX<double>& velocity) const {
  const auto columns = static_cast<Eigen::Index>(parameters_.size());
  position.resize(static_cast<Eigen::Index>(position_errors(state).size()), columns);
  velocity.resize(static_cast<Eigen::Index>(velocity_errors(state).size()), columns);
  State moved = state;
  for (int i = 0; i < static_cast<int>(parameters_.size()); ++i) {
    const double p = value(state, parameters_[i]), h = 6e-6 * std::max(std::abs(p), 1e-3);
    set_value(moved, parameters_[i], p + h);
    position.col(i) = as_vector(position_errors(moved));
    velocity.col(i) = as_vector(velocity_errors(moved));
    set_value(moved, parameters_[i], p - h);
    position.col(i) = (position.col(i) - as_vector(position_errors(moved))) / (2 * h);
    velocity.col(i) = (velocity.col(i) - as_vector(velocity_errors(moved))) / (2 * h);
    moved = state;
  }
}

void LinearProjection::calc(const State& state, const MotionDerivatives& motion) {
  const int nq = state.nq(), nu = state.nu(), nz = state.nz();
  by_y_.setIdentity(nq + nu + nz, nq + nu + nz);
  by_parameters_.setZero(nq + nu + nz, static_cast<Eigen::Index>(parameters_.size()));
  const Level of_q = take_rows(state, positions_), of_u = take_rows(state, velocities_);
  if (of_u.G.rows() == 0) return;
  MatrixX<double> position_by_p, velocity_by_p;
  if (!parameters_.empty()) difference_errors(state, position_by_p, velocity_by_p);

  const MatrixX<double> N = coordinate_rates(state, false), N_inverse = coordinate_rates(state, true);
  MatrixX<double> turn_by_q = N_inverse, turn_by_p = MatrixX<double>::Zero(nu, by_parameters_.cols());
  if (of_q.G.rows() > 0) {
    const MatrixX<double> step = of_q.S * (of_q.G * N_inverse);
    turn_by_q += step;
    by_y_.topLeftCorner(nq, nq) += N * step;
    if (!parameters_.empty()) {
      turn_by_p = of_q.S * position_by_p;
      by_parameters_.topRows(nq) = N * turn_by_p;
    }
  }
  by_y_.block(nq, nq, nu, nu) += of_u.S * of_u.G;
  if (!parameters_.empty()) by_parameters_.middleRows(nq, nu) = of_u.S * velocity_by_p;
  if (!motion.is_constrained()) return;  // rows in fixed proportions
  const Rows v_dq(motion.constraints().velocity_by_dq().data(), of_u.G.rows(), nu);
  by_y_.block(nq, 0, nu, nq) += of_u.S * (v_dq * turn_by_q);
  if (!parameters_.empty()) by_parameters_.middleRows(nq, nu) += of_u.S * (v_dq * turn_by_p);
  if (nz == 0) return;
  const Rows v_z(motion.constraints().velocity_by_z().data(), of_u.G.rows(), nz);
  by_y_.block(nq, nq + nu, nu, nz) += of_u.S * v_z;
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
