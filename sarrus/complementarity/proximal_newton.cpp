#include "sarrus/complementarity/internal/proximal_newton.h"

namespace sarrus::internal {
namespace {

constexpr int max_newton_steps = 200;
constexpr int max_line_search = 60;

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
  problem.calc_row_speeds(v_, u_);
  int numbers = 0;
  for (const ForceSet& set : problem.sets) numbers += set.rows * set.rows;
  blocks_.resize(numbers);
}

void ProximalNewton::renew_shifts(double part) {
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    shift_[i] += part * (calc_shift(set, u_.data() + first) - shift_[i]);
  });
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
  change_ = r_ - center_;
  center_ = r_;
  return steps;
}

}  // namespace sarrus::internal
