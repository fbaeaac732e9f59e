#include "sarrus/assemble/internal/assembly_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/sparse/dense_solve.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

constexpr double smallest_damping = 1e-13, largest_damping = 1e8;

double largest_entry(const VectorX<double>& v) { return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff(); }

/// Solves (J·Jᵀ + damping·s·I)·x = b for x, with s the largest diagonal entry of J·Jᵀ.
VectorX<double> solve_damped(const MatrixX<double>& J, const VectorX<double>& b, double damping) {
  MatrixX<double> A = J * J.transpose();
  const double size = A.diagonal().maxCoeff();
  for (;; damping *= 10) {
    MatrixX<double> damped = A;
    damped.diagonal().array() += std::max(damping * size, std::numeric_limits<double>::min());
    VectorX<double> x = VectorX<double>::Zero(b.size());
    if (solve_positive_definite(damped, b, x) || damping > 1) return x;
  }
}

/// Scales a step down so that no angle turns by more than one radian.
void shorten(const AssemblySpace& space, VectorX<double>& y) {
  double largest = 0;
  for (int i = 0; i < space.size(); ++i) {
    const AssemblySpace::Free& free = space.free()[i];
    if (free.is_angle) largest = std::max(largest, std::abs(y[i]) / free.weight);
  }
  if (largest > 1) y /= largest;
}

/// Marks the speeds that `direction` would move out of their ranges, and zeroes their columns. Returns true
/// if there were new ones.
bool freeze(const AssemblySpace& space, const State& state, const VectorX<double>& direction,
            Array<char>& frozen, MatrixX<double>& J) {
  bool more = false;
  frozen.resize(space.free().size(), 0);
  for (int i = 0; i < space.size(); ++i) {
    char& is_frozen = frozen[i];
    if (is_frozen || !space.leaves_range(state, i, direction[i])) continue;
    J.col(i).setZero();
    is_frozen = more = true;
  }
  return more;
}

}  // namespace

VectorX<double> AssemblySearch::calc_residual(const State& state, const AssemblyTarget& target) const {
  VectorX<double> r = space_.calc_errors(state);
  if (target.offset.size() > 0) r -= target.offset;
  for (std::size_t i = 0; i < target.counts.size(); ++i)
    if (!target.counts[i]) r[static_cast<Eigen::Index>(i)] = 0;
  return r;
}

MatrixX<double> AssemblySearch::calc_rows(const State& state, const AssemblyTarget& target) const {
  MatrixX<double> J = space_.calc_jacobian(state);
  for (std::size_t i = 0; i < target.counts.size(); ++i)
    if (!target.counts[i]) J.row(static_cast<Eigen::Index>(i)).setZero();
  return J;
}

bool AssemblySearch::meet(State& state, const AssemblyTarget& target) {
  VectorX<double> r = calc_residual(state, target);
  double damping = 1e-3;
  State trial = state;
  for (int i = 0; i < most_; ++i) {
    if (largest_entry(r) <= tolerance_) return true;
    if (!r.allFinite()) return false;
    MatrixX<double> J = calc_rows(state, target);
    Array<char> frozen;
    freeze(space_, state, -J.transpose() * r, frozen, J);
    if ((J.transpose() * r).norm() <= 1e-10 * J.norm() * r.norm()) return false;
    for (bool better = false; !better;) {
      VectorX<double> y = -J.transpose() * solve_damped(J, r, damping);
      shorten(space_, y);
      trial.set_q(state.q());
      space_.move(trial, y);
      ++iterations_;
      const VectorX<double> next = calc_residual(trial, target);
      better = next.norm() < r.norm();
      if (better) {
        state.set_q(trial.q());
        r = next;
        damping = std::max(0.1 * damping, smallest_damping);
      } else {
        damping *= 8;
        if (damping > largest_damping) return false;
      }
    }
  }
  return largest_entry(r) <= tolerance_;
}

bool AssemblySearch::continue_to_zero(State& state) {
  const VectorX<double> e0 = space_.calc_errors(state);
  State trial = state;
  double s = 0, step = 0.1;
  while (s < 1) {
    const double next = std::min(1.0, s + step);
    trial.set_q(state.q());
    if (meet(trial, {(1 - next) * e0, {}})) {
      s = next, step *= 1.5;
      state.set_q(trial.q());
    } else {
      step *= 0.3;
      if (step < 1e-3) return false;
    }
  }
  return true;
}

bool AssemblySearch::meet_one_by_one(State& state) {
  if (state.layout().constraints.empty()) return true;
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  const VectorX<double> e = space_.calc_errors(state);
  const auto rows_of = [&](std::size_t m) {
    return state.layout().constraints[set.members[m].constraint]->shape.position_rows;
  };
  Array<std::size_t> order(set.members.size());
  std::iota(order.begin(), order.end(), 0);
  Array<double> sizes;
  for (const std::size_t m : order)
    sizes.push_back(e.segment(set.members[m].first_position_row, rows_of(m)).norm());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return sizes[a] < sizes[b]; });
  AssemblyTarget target;
  target.counts.assign(e.size(), 0);
  bool met = true;
  const Array<ConstraintSet::Member> members = set.members;
  for (const std::size_t m : order) {
    std::fill_n(target.counts.begin() + members[m].first_position_row, rows_of(m), 1);
    met = meet(state, target);
  }
  return met;
}

/// The null-space step −(I − J⁺·J)·y, without speeds that would leave their range.
VectorX<double> AssemblySearch::calc_tangent_step(const State& state, const VectorX<double>& y) const {
  MatrixX<double> J = space_.calc_jacobian(state);
  Array<char> frozen(space_.free().size(), 0);  // at the end of their ranges
  VectorX<double> step;
  do {
    step = -y;
    for (int k = 0; k < space_.size(); ++k)
      if (frozen[k]) step[k] = 0;
    if (J.rows() > 0) step += J.transpose() * solve_damped(J, -(J * step), smallest_damping);
  } while (freeze(space_, state, step, frozen, J));
  return step;
}

bool AssemblySearch::go(State& state, VectorX<double> step) {
  shorten(space_, step);
  space_.move(state, step);
  return meet(state);
}

void AssemblySearch::approach(State& state) {
  State trial = state;
  VectorX<double> y = space_.calc_difference(state);
  bool left_hill = false;
  for (int i = 0; i < most_; ++i) {
    const VectorX<double> step = calc_tangent_step(state, y);
    if (step.norm() <= 1e-9 * (1 + y.norm())) {
      if (left_hill || !leave_hill(state)) return;
      left_hill = true;
      y = space_.calc_difference(state);
      continue;
    }
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * y.squaredNorm();
    double length = 1;
    for (bool better = false; !better; length *= 0.5) {
      if (length < 1e-6) return;
      trial.set_q(state.q());
      if (!go(trial, length * step)) continue;
      const VectorX<double> next = space_.calc_difference(trial);
      better = next.squaredNorm() < y.squaredNorm() - 1e-4 * length * step.squaredNorm() + rounding;
      if (better) y = next;
    }
    state.set_q(trial.q());
  }
}

bool AssemblySearch::leave_hill(State& state) {
  const double before = space_.calc_difference(state).norm();
  if (before == 0) return false;
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  VectorX<double> aside(space_.size());
  for (double& x : aside) x = number(random);
  const VectorX<double> step = calc_tangent_step(state, aside);
  if (step.norm() < 1e-6) return false;  // no direction is free
  State trial = state;
  if (!go(trial, 0.01 * before / step.norm() * step)) return false;
  if (!(space_.calc_difference(trial).norm() < before * (1 - 1e-7))) return false;
  state.set_q(trial.q());
  return true;
}

}  // namespace sarrus::internal
