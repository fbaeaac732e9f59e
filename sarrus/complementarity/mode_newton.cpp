#include "sarrus/complementarity/internal/mode_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace sarrus::internal {
namespace {

/// Factors are used again while each step reduces the error to this.
constexpr double quick = 0.1;
/// A solution whose error is above this part of the tolerance gets one more step.
constexpr double clearly_below = 1e-3;
/// Problems whose errors are within this many tolerances at first may be like the last one.
constexpr double alike = 1e6;
/// Problems that pass, at most, before the factors of an earlier one are tried again.
constexpr int longest_pause = 64;
constexpr int steps_per_factorization = 4;
/// The error may grow while modes change, but within so many steps it is to be halved.
constexpr std::size_t patience = 4;
/// Forces and speeds below this neither press nor part, relative to the size of all.
constexpr double touching = 1e-6;

int count_sliding(const Array<RowMode>& modes) {
  return static_cast<int>(std::count(modes.begin(), modes.end(), RowMode::sliding));
}

}  // namespace

void find_modes(const ScaledProblem& problem, const Eigen::VectorXd& r, const Eigen::VectorXd& u,
                Array<RowMode>& modes) {
  modes.resize(problem.sets.size());
  problem.for_each_set([&](int i, const ForceSet& set, int first) {
    double x[ForceSet::max_rows];
    for (int k = 0; k < set.rows; ++k) x[k] = r[first + k] - u[first + k] / problem.compliance[i];
    modes[i] = find_mode(set, x);
  });
}

void ModeNewton::start(const ScaledProblem& problem, int max_sliding) {
  problem_ = &problem;
  max_sliding_ = max_sliding;
  equations_.start(problem);
}

void ModeNewton::evaluate(const Eigen::VectorXd& r, Point& point) {
  problem_->calc_speeds(r, point.v);
  problem_->calc_row_speeds(point.v, point.u);
  point.error = calc_complementarity(*problem_, r, point.u);
  find_modes(*problem_, r, point.u, point.modes);
}

/// What neither presses nor parts is taken to hold at first: bricks of a wall fall together until their
/// forces are known, and rounding decides what bricks side by side do.
void ModeNewton::close_touching_rows(const Eigen::VectorXd& r) {
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    if (set.kind != ForceSetKind::contact && set.kind != ForceSetKind::unilateral) return;
    const double g = problem_->compliance[i], x = r[first] - found_.u[first] / g;
    if (std::abs(x) * std::sqrt(g) <= touching * problem_->size) found_.modes[i] = RowMode::holding;
  });
}

bool ModeNewton::factor(const Eigen::VectorXd& r, const Point& point) {
  if (count_sliding(point.modes) > max_sliding_) return false;
  equations_.factor(r, point.u, point.modes);
  ++factorizations_;
  return true;
}

/// Loads that redundant rows leave open depend on the way by which r was found. Where nothing slides, the
/// equations of the modes are linear, and their solution from r = 0 has the share of equal springs: it is
/// taken if it solves the problem. The factors are those of the modes of `found_`.
bool ModeNewton::share(double tolerance) {
  constexpr int most_steps = 6;  // each leaves of the error what the softness of the equations says
  if (count_sliding(found_.modes) > 0 || found_.modes == unshared_) return false;
  shared_.setZero(problem_->bias.size());
  problem_->for_each_set([&](int i, const ForceSet& set, int first) {
    if (gives_force(found_.modes[i])) shared_[first] = given_force(set, found_.modes[i]);
  });
  double last = std::numeric_limits<double>::infinity();
  for (int step = 0; step < most_steps; ++step) {
    evaluate(shared_, other_);
    if (other_.error <= clearly_below * tolerance) break;
    if (!(other_.error < quick * last)) break;
    last = other_.error;
    equations_.improve(shared_, other_.u);
  }
  if (other_.error <= tolerance) return true;
  unshared_ = found_.modes;
  return false;
}

/// One step from r, with the speeds of `found_`, to `shared_` and `other_`.
void ModeNewton::improve_once(const Eigen::VectorXd& r) {
  shared_ = r;
  equations_.improve(shared_, found_.u);
  evaluate(shared_, other_);
}

/// One more step where the error is not far below the tolerance, and the share of equal springs.
void ModeNewton::finish(Eigen::VectorXd& r, double tolerance) {
  if (!equations_.are_factored_for(found_.modes)) {
    if (count_sliding(found_.modes) > 0 || !factor(r, found_) || !share(tolerance)) return;
  } else {
    if (found_.error <= clearly_below * tolerance) return;
    improve_once(r);
    if (!(other_.error < found_.error)) return;
  }
  r.swap(shared_);
  std::swap(found_, other_);
}

/// A problem much like the last one takes a step with the factors and modes of that. What rests stays so
/// exactly at rest that no further steps are needed. Where bodies move the factors no longer fit, which is
/// seen by the first such step and soon forgotten: how stiff the equations are, it leads far astray.
bool ModeNewton::improve_with_kept_factors(Eigen::VectorXd& r, double tolerance) {
  if (found_.error <= clearly_below * tolerance || found_.error > alike * tolerance) return false;
  if (!equations_.are_factored() || pause_-- > 0) return false;
  improve_once(r);
  if (!(other_.error <= std::min(tolerance, 0.5 * found_.error))) {
    last_pause_ = pause_ = std::min(2 * last_pause_ + 1, longest_pause);
    return false;
  }
  last_pause_ = pause_ = 0;
  r.swap(shared_);
  std::swap(found_, other_);
  return true;
}

bool ModeNewton::improve(Eigen::VectorXd& r, double tolerance, int max_factorizations) {
  start_ = r;
  factorizations_ = 0;
  unshared_.clear();
  equations_.keep_valid_factors();
  double last = std::numeric_limits<double>::infinity();
  std::array<double, patience> errors;  // of the last steps
  errors.fill(last);
  evaluate(r, found_);
  for (int step = 0;; ++step) {
    if (step == 0) {
      if (improve_with_kept_factors(r, tolerance)) return true;
      if (found_.error > tolerance) equations_.drop_factors();
      close_touching_rows(r);
    }
    const double error = found_.error;
    if (error <= tolerance) {
      if (step > 0) finish(r, tolerance);
      return true;
    }
    const bool hopeless = error > 0.5 * *std::max_element(errors.begin(), errors.end());
    if (!std::isfinite(error) || hopeless || step == steps_per_factorization * max_factorizations) break;
    if (!equations_.are_factored_for(found_.modes) || error > quick * last) {
      if (factorizations_ == max_factorizations || !factor(r, found_)) break;
      if (share(tolerance)) {
        r.swap(shared_);
        std::swap(found_, other_);
        return true;
      }
    }
    errors[step % patience] = last = error;
    equations_.improve(r, found_.u);
    evaluate(r, found_);
  }
  r = start_;
  return false;
}

}  // namespace sarrus::internal
