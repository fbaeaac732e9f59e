#include "sarrus/system/internal/constraint_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/couplings.h"

namespace sarrus {

namespace {

/// Tolerances of linearly dependent rows. Up to these errors the parts of a mechanism are taken to fit each
/// other; a larger error is a contradiction. They also leave room on the way past a singular position.
constexpr double dependent_position_tolerance = 1e-6, dependent_velocity_tolerance = 1e-4;

/// The largest of the errors beyond `tolerance(row)`, each relative to its unit error over `time`; `count`
/// returns the number of rows of a constraint.
template <class Count, class Tolerance>
ConstraintError find_largest(const State& state, In<double> errors, const Count& count, double time,
                             const Tolerance& tolerance) {
  ConstraintError largest;
  int row = 0;
  for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members) {
    for (int i = 0; i < count(member); ++i, ++row) {
      const double unit = member.unit_errors[i] / time, size = std::abs(errors[row]) / unit;
      if (!(size <= tolerance(row)) && !(size <= largest.size)) largest = {size, member.constraint, unit};
    }
  }
  return largest;
}
double no_tolerance(int) { return -1; }
double characteristic_time(const State& state) { return state.layout().characteristic_time; }

int position_rows(const ConstraintSet::Member& member) { return member.position_rows; }
int velocity_rows(const ConstraintSet::Member& member) { return member.velocity_rows; }

}  // namespace

ConstraintError largest_position_error(const State& state) {
  return find_largest(state, position_errors(state), position_rows, 1, no_tolerance);
}
ConstraintError largest_velocity_error(const State& state) {
  return find_largest(state, velocity_errors(state), velocity_rows, characteristic_time(state), no_tolerance);
}

ConstraintError ConstraintProjection::unmet_position(const State& state, double tolerance) const {
  return find_largest(state, position_errors(state), position_rows, 1, [&](int row) {
    return positions_.is_dependent(row) ? std::max(tolerance, dependent_position_tolerance) : tolerance;
  });
}
ConstraintError ConstraintProjection::unmet_velocity(const State& state, double tolerance) const {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  const Rows& rows = uses_positions(set, Level::velocity) ? positions_ : velocities_;
  return find_largest(state, velocity_errors(state), velocity_rows, characteristic_time(state), [&](int row) {
    return rows.is_dependent(row) ? std::max(tolerance, dependent_velocity_tolerance) : tolerance;
  });
}

/// Computes W⁻², with zeros for locked and prescribed speeds.
void ConstraintProjection::calc_inverse_squares(const State& state) {
  const IndexSet& held = state[state.layout().system.prescription].speeds;
  inverse_squares_.resize(state.nu());
  for (int k = 0; k < state.nu(); ++k) {
    const double weight = weights_.empty() ? 1 : weights_[k];
    const bool is_held = held.size() > 0 && held.contains(k);
    inverse_squares_[k] = is_held ? 0 : 1 / (weight * weight);
  }
}

/// Factors G·W⁻²·Gᵀ of the rows of a level at this state.
ConstraintProjection::Rows& ConstraintProjection::prepare(const State& state, Level level) {
  const SystemQuantities& known = state.layout().system;
  const ConstraintSet& set = state[known.constraint_set];
  const ConstraintJacobian& G = *state[known.constraint_rows].G;
  Rows& rows = uses_positions(set, level) ? positions_ : velocities_;
  if (rows.version != set.version) {
    Array<GramGroup> groups;
    rows.widths.clear();
    for (std::size_t m = 0; m < set.members.size(); ++m) {
      rows.widths.push_back(level == Level::position ? position_rows(set.members[m])
                                                     : velocity_rows(set.members[m]));
      groups.push_back({rows.widths.back(), G.blocks()[m].speeds});
    }
    rows.gram.emplace(groups);
    rows.X.clear();
    rows.lambda.resize(rows.gram->size());
    rows.version = set.version;
  }
  calc_inverse_squares(state);
  X_.resize(rows.gram->storage_size());
  double* X = X_.data();
  for (std::size_t m = 0; m < rows.widths.size(); ++m) {
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const double* from = G.entries(block);
    for (std::size_t k = 0; k < block.speeds.size(); ++k, X += rows.widths[m], from += block.stride)
      std::copy_n(from, rows.widths[m], X);
  }
  if (X_ == rows.X && inverse_squares_ == rows.inverse_squares) return rows;
  std::swap(X_, rows.X);
  rows.inverse_squares = inverse_squares_;
  rows.alignments.clear();
  for (std::size_t m = 0; m < rows.widths.size(); ++m)
    G.append_alignments(G.blocks()[m], rows.widths[m], rows.alignments);
  rows.gram->factor(rows.X, rows.inverse_squares, rows.alignments, calc_row_error(state));
  return rows;
}

/// Δ for the errors e of prepared rows.
void ConstraintProjection::calc_step(Rows& rows, In<double> e, Out<double> step) {
  for (std::size_t i = 0; i < rows.lambda.size(); ++i) rows.lambda[i] = -e[i];
  rows.gram->solve(Out<double>(rows.lambda));
  std::fill(step.begin(), step.end(), 0.0);
  const double *X = rows.X.data(), *lambda = rows.lambda.data();
  for (std::size_t m = 0; m < rows.widths.size(); ++m) {
    for (const int k : rows.gram->groups()[m].rows)
      for (int i = 0; i < rows.widths[m]; ++i) step[k] += *X++ * lambda[i];
    lambda += rows.widths[m];
  }
  for (std::size_t k = 0; k < step.size(); ++k) step[k] *= rows.inverse_squares[k];
}

void ConstraintProjection::calc_position_step(const State& state, In<double> e, Out<double> step) {
  calc_step(prepare(state, Level::position), e, step);
}

bool ConstraintProjection::project_positions(State& state, double tolerance, int largest_number_of_steps) {
  if (set_driven_positions(state) && largest_position_error(state).size <= tolerance) return true;
  step_.resize(state.nu()), rates_.resize(state.nq());
  double size = largest_position_error(state).size, best = size, previous = size;
  best_.assign(state.q().begin(), state.q().end());
  for (int i = 0; i < largest_number_of_steps && !(size <= tolerance); ++i) {
    calc_step(prepare(state, Level::position), position_errors(state), Out<double>(step_));
    calc_qdot(state.tree(), state.q(), step_, Out<double>(rates_));
    for (int k = 0; k < state.nq(); ++k) rates_[k] += state.q(k);
    normalize_quaternions(state.model(), Out<double>(rates_));
    state.set_q(rates_);
    size = largest_position_error(state).size;
    if (!std::isfinite(size)) break;
    if (size < best) best = size, best_.assign(state.q().begin(), state.q().end());
    if (size > 100 * best) break;
    if (size < 1e-6 && size > 0.5 * previous) break;  // the rest belongs to dependent rows
    previous = size;
  }
  if (size <= tolerance) return true;
  state.set_q(best_);
  return best <= tolerance;
}

bool ConstraintProjection::project_velocities(State& state, double tolerance) {
  if (set_driven_velocities(state) && largest_velocity_error(state).size <= tolerance) return true;
  step_.resize(state.nu());
  for (int i = 0; i < 4; ++i) {
    if (largest_velocity_error(state).size <= tolerance) return true;
    calc_step(prepare(state, Level::velocity), velocity_errors(state), Out<double>(step_));
    for (int k = 0; k < state.nu(); ++k) step_[k] += state.u(k);
    state.set_u(step_);
  }
  return largest_velocity_error(state).size <= tolerance;
}

/// G·v of the rows of a level.
void ConstraintProjection::calc_images(const Rows& rows, const ConstraintJacobian& G, In<double> v,
                                       Array<double>& e) const {
  e.assign(rows.lambda.size(), 0.0);
  double* to = e.data();
  for (std::size_t m = 0; m < rows.widths.size(); ++m) {
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const double* from = G.entries(block);
    for (const int k : block.speeds) {
      for (int i = 0; i < rows.widths[m]; ++i) to[i] += from[i] * v[k];
      from += block.stride;
    }
    to += rows.widths[m];
  }
}

void ConstraintProjection::project_velocity_error(const State& state, Out<double> u_error) {
  Rows& rows = prepare(state, Level::velocity);
  step_.resize(u_error.size());
  calc_images(rows, constraint_jacobian(state), In<double>(u_error.data(), u_error.size()), errors_);
  calc_step(rows, errors_, Out<double>(step_));
  for (std::size_t k = 0; k < step_.size(); ++k) u_error[k] += step_[k];
}

void ConstraintProjection::project_position_error(const State& state, Out<double> q_error) {
  Rows& rows = prepare(state, Level::position);
  step_.resize(state.nu()), rates_.resize(state.nq());
  calc_speeds(state.tree(), state.q(), In<double>(q_error.data(), q_error.size()), Out<double>(step_));
  calc_images(rows, constraint_jacobian(state), step_, errors_);
  calc_step(rows, errors_, Out<double>(step_));
  calc_qdot(state.tree(), state.q(), step_, Out<double>(rates_));
  for (std::size_t k = 0; k < rates_.size(); ++k) q_error[k] += rates_[k];
}

}  // namespace sarrus
