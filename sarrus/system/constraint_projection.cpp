#include "sarrus/system/internal/constraint_projection.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/couplings.h"

namespace sarrus::internal {

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

ConstraintError ConstraintProjection::unmet_position(const State& state, double tolerance) const {
  return find_largest(state, position_errors(state), position_rows, 1, [&](int row) {
    return positions_.is_dependent(row) ? std::max(tolerance, dependent_position_tolerance) : tolerance;
  });
}
ConstraintError ConstraintProjection::unmet_velocity(const State& state, double tolerance) const {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  const FactoredRows& rows = uses_positions(set, Level::velocity) ? positions_ : velocities_;
  return find_largest(state, velocity_errors(state), velocity_rows, characteristic_time(state), [&](int row) {
    return rows.is_dependent(row) ? std::max(tolerance, dependent_velocity_tolerance) : tolerance;
  });
}

/// The rows of a level, factored at this state.
FactoredRows& ConstraintProjection::prepare(const State& state, Level level) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  FactoredRows& rows = uses_positions(set, level) ? positions_ : velocities_;
  rows.update(state);
  return rows;
}

void ConstraintProjection::calc_position_step(const State& state, In<double> e, Out<double> step) {
  prepare(state, Level::position).calc_step(e, step);
}

bool ConstraintProjection::project_positions(State& state, double tolerance, int largest_number_of_steps) {
  if (set_driven_positions(state) && largest_position_error(state).size <= tolerance) return true;
  step_.resize(state.nu()), rates_.resize(state.nq());
  double size = largest_position_error(state).size, best = size, previous = size;
  best_.assign(state.q().begin(), state.q().end());
  for (int i = 0; i < largest_number_of_steps && !(size <= tolerance); ++i) {
    prepare(state, Level::position).calc_step(position_errors(state), Out<double>(step_));
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
    prepare(state, Level::velocity).calc_step(velocity_errors(state), Out<double>(step_));
    for (int k = 0; k < state.nu(); ++k) step_[k] += state.u(k);
    state.set_u(step_);
  }
  return largest_velocity_error(state).size <= tolerance;
}

void ConstraintProjection::project_velocity_error(const State& state, Out<double> u_error) {
  FactoredRows& rows = prepare(state, Level::velocity);
  step_.resize(u_error.size());
  rows.calc_images(In<double>(u_error.data(), u_error.size()), errors_);
  rows.calc_step(errors_, Out<double>(step_));
  for (std::size_t k = 0; k < step_.size(); ++k) u_error[k] += step_[k];
}

void ConstraintProjection::project_position_error(const State& state, Out<double> q_error) {
  FactoredRows& rows = prepare(state, Level::position);
  step_.resize(state.nu()), rates_.resize(state.nq());
  calc_speeds(state.tree(), state.q(), In<double>(q_error.data(), q_error.size()), Out<double>(step_));
  rows.calc_images(step_, errors_);
  rows.calc_step(errors_, Out<double>(step_));
  calc_qdot(state.tree(), state.q(), step_, Out<double>(rates_));
  for (std::size_t k = 0; k < rates_.size(); ++k) q_error[k] += rates_[k];
}

}  // namespace sarrus::internal

namespace sarrus {

ConstraintError largest_position_error(const State& state) {
  return internal::find_largest(state, position_errors(state), internal::position_rows, 1,
                                internal::no_tolerance);
}
ConstraintError largest_velocity_error(const State& state) {
  return internal::find_largest(state, velocity_errors(state), internal::velocity_rows,
                                internal::characteristic_time(state), internal::no_tolerance);
}

}  // namespace sarrus
