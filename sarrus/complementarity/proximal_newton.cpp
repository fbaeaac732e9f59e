#include "sarrus/complementarity/internal/proximal_newton.h"

#include <cmath>
#include <limits>

namespace sarrus::internal {
namespace {

constexpr int max_newton_steps = 200;
constexpr int max_line_search = 60;
/// Steps whose directions have this cosine at least are alike.
constexpr double alike_cosine = 0.99;
/// How many renewals are looked at before a drift is skipped, and how many are worth it.
constexpr int renewals_before_skip = 4;
constexpr double least_skip = 2;

/// x = r₀ − (û + s)/R of one set.
void calc_argument(const ForceSet& set, double R, const double* center, double shift, const double* u,
                   double* x) {
  for (int k = 0; k < set.rows; ++k) x[k] = center[k] - (u[k] + (k == 0 ? shift : 0.0)) / R;
}

}  // namespace

void ProximalNewton::start(const ScaledProblem& problem, const Eigen::VectorXd& v, const Eigen::VectorXd& r) {
  problem_ = &problem;
  v_ = v;
  r_ = center_ = r;
  u_.resize(r.size());
  trial_u_.resize(r.size());
  trial_r_.resize(r.size());
  row_direction_.resize(r.size());
  gradient_.resize(v.size());
  momentum_.resize(v.size());
  work_.resize(v.size());
  shift_ = Eigen::VectorXd::Zero(problem.compliance.size());
  change_.resize(0);
  renewals_since_skip_ = 0;
  problem.calc_row_speeds(v_, u_);
  int numbers = 0;
  for (const ForceSet& set : problem.sets) numbers += set.rows * set.rows;
  blocks_.resize(numbers);
}

void ProximalNewton::renew_shifts(double part) {
  shift_change_ = -shift_;
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    shift_[i] += part * (calc_shift(set, u_.data() + first) - shift_[i]);
  });
  shift_change_ += shift_;
}

void ProximalNewton::calc_forces(const Eigen::VectorXd& u, Eigen::VectorXd& r) const {
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double R = regularization * problem_->compliance[i];
    calc_argument(set, R, center_.data() + first, shift_[i], u.data() + first, r.data() + first);
    project(set, r.data() + first);
  });
}

/// Factors H = M + Jᵀ·S·(dP/R)·S·J at the present speeds.
void ProximalNewton::factor() {
  double* block = blocks_.data();
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double R = regularization * problem_->compliance[i];
    double x[ForceSet::max_rows];
    calc_argument(set, R, center_.data() + first, shift_[i], u_.data() + first, x);
    calc_projection_derivative(set, x, block);
    for (int k = 0; k < set.rows; ++k)
      for (int l = 0; l < set.rows; ++l)
        block[k * set.rows + l] *= problem_->scale[first + k] * problem_->scale[first + l] / R;
    block += set.rows * set.rows;
  });
  problem_->rows->factor(blocks_);
}

/// The derivative of the minimized function along the direction at the length a, and its own derivative.
double ProximalNewton::slope(double a, double& curvature) {
  trial_u_ = u_ + a * row_direction_;
  double sum = momentum_slope_ + a * inertia_curvature_;
  curvature = inertia_curvature_;
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    const double R = regularization * problem_->compliance[i], *d = row_direction_.data() + first;
    double x[ForceSet::max_rows], block[ForceSet::max_rows * ForceSet::max_rows];
    calc_argument(set, R, center_.data() + first, shift_[i], trial_u_.data() + first, x);
    calc_projection_derivative(set, x, block);
    project(set, x);
    for (int k = 0; k < set.rows; ++k) {
      sum -= d[k] * x[k];
      for (int l = 0; l < set.rows; ++l) curvature += d[k] * block[k * set.rows + l] * d[l] / R;
    }
  });
  return sum;
}

/// The zero of the increasing slope: Newton steps, kept between the ends of a shrinking interval.
double ProximalNewton::find_step_length() {
  double curvature = 0, low = 0, high = 0, a = 1;
  const double first = slope(0, curvature);
  for (int i = 0; i < max_line_search; ++i) {
    const double s = slope(a, curvature);
    if (std::abs(s) <= 1e-3 * std::abs(first)) break;
    (s < 0 ? low : high) = a;
    double next = a - s / curvature;
    const bool bracketed = high > 0;
    if (!(next > low) || (bracketed && !(next < high))) next = bracketed ? 0.5 * (low + high) : 2 * a;
    if (next == a) break;
    a = next;
  }
  return a;
}

int ProximalNewton::minimize(double tolerance) {
  int steps = 0;
  for (;;) {
    calc_forces(u_, r_);
    work_ = v_ - problem_->free_speeds;
    problem_->rows->multiply_inertia(work_, momentum_);
    problem_->calc_generalized_forces(r_, gradient_);
    gradient_ = momentum_ - gradient_;
    if (steps == max_newton_steps) break;
    factor();
    ++steps;
    direction_ = -gradient_;
    problem_->rows->solve(direction_);
    const double decrement = std::sqrt(std::max(0.0, -gradient_.dot(direction_)));

    problem_->rows->multiply(direction_, row_direction_);
    row_direction_ = row_direction_.cwiseProduct(problem_->scale);
    momentum_slope_ = direction_.dot(momentum_);
    problem_->rows->multiply_inertia(direction_, work_);
    inertia_curvature_ = direction_.dot(work_);
    const double a = decrement <= tolerance ? 1.0 : find_step_length();
    v_ += a * direction_;
    problem_->calc_row_speeds(v_, u_);
    if (decrement <= tolerance) {
      calc_forces(u_, r_);
      break;
    }
  }
  last_change_.swap(change_);
  change_ = r_ - center_;
  center_ = r_;
  ++renewals_since_skip_;
  return steps;
}

/// How many more steps are like the last one: until a set reaches the boundary between two modes, and, where
/// each step is ρ times the one before, their sum ρ + ρ² + … Zero: the last two steps were not alike.
double ProximalNewton::count_alike_steps() const {
  if (last_change_.size() != change_.size()) return 0;
  const double both = change_.dot(last_change_), last = last_change_.squaredNorm();
  if (!(both > alike_cosine * std::sqrt(last * change_.squaredNorm()))) return 0;
  const double ratio = both / last;
  double steps = ratio < 1 ? ratio / (1 - ratio) : std::numeric_limits<double>::infinity();
  problem_->for_each_set([&](int, const ForceSet& set, int first) {
    steps = std::min(steps, calc_way_to_boundary(set, center_.data() + first, change_.data() + first));
  });
  return steps;
}

void ProximalNewton::skip_drift() {
  if (renewals_since_skip_ < renewals_before_skip) return;
  const double steps = count_alike_steps();
  if (!(steps >= least_skip) || !std::isfinite(steps)) return;
  center_ += steps * change_;
  shift_ = (shift_ + steps * shift_change_).cwiseMax(0);
  problem_->for_each_set([&](int, const ForceSet& set, int first) { project(set, center_.data() + first); });
  renewals_since_skip_ = 0;
}

}  // namespace sarrus::internal
