#include "sarrus/ode/internal/stiffness_watch.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

namespace {

/// Steps with a larger h·|λ| are stable only if the fast motion is damped, and then it is soon gone: what
/// keeps them short is stability. Above the second border one step counts as three.
constexpr double stiff_border = 1.4, certain_border = 2.5;
/// The border of stability on the imaginary axis.
constexpr double imaginary_border = 1;
constexpr int strikes_needed = 45, pardons_needed = 6;
/// The share of the work that trials may cost.
constexpr double share_of_trials = 0.02;
/// Steps over which costs are compared, and the number of comparisons that have to be lost: in so many steps
/// an implicit method damps what instability of the explicit one has stirred up.
constexpr int window_length = 8, bad_windows_needed = 6;
/// Evaluations of a step of the implicit method, about.
constexpr double implicit_evaluations = 12;
/// Evaluations of a step of the explicit method.
constexpr double explicit_evaluations = 6;
/// A factorization of a dense matrix of n equations, in evaluations per n²: measured with robots.
constexpr double factorization_cost = 0.002;
constexpr double growth_of_patience = 2, greatest_patience = 1e6;

}  // namespace

StiffnessWatch::StiffnessWatch(int n, int equations)
    : n_(n),
      equations_(equations),
      trial_cost_(n + window_length * bad_windows_needed *
                          (implicit_evaluations + 0.5 * factorization_cost * equations_ * equations_)) {}

void StiffnessWatch::reset() { *this = StiffnessWatch(static_cast<int>(n_), static_cast<int>(equations_)); }

double StiffnessWatch::cost(const IntegratorStatistics& statistics) const {
  return static_cast<double>(statistics.evaluations) +
         factorization_cost * equations_ * equations_ * static_cast<double>(statistics.factorizations);
}

bool StiffnessWatch::is_stiff(double stiffness, std::int64_t evaluations) {
  unseen_ = 0;
  mean_stiffness_ += 0.1 * (stiffness - mean_stiffness_);
  if (stiffness > stiff_border) {
    strikes_ += stiffness > certain_border ? 3 : 1;
    pardons_ = 0;
  } else if (strikes_ > 0 && ++pardons_ == pardons_needed) {
    strikes_ = 0;
  }
  const double spent = static_cast<double>(evaluations - began_at_) / patience_;
  if (strikes_ >= strikes_needed && spent >= trial_cost_) return true;
  return mean_stiffness_ >= imaginary_border && share_of_trials * spent >= trial_cost_;
}

void StiffnessWatch::begin_implicit(double h, double rate, const IntegratorStatistics& now) {
  explicit_step_ = h;
  explicit_reach_ = h * rate;
  window_cost_ = cost(now), window_time_ = 0;
  window_steps_ = bad_windows_ = good_windows_ = 0;
}

bool StiffnessWatch::is_too_expensive(double h, double rate, const IntegratorStatistics& now) {
  // The explicit method takes steps up to its border of stability, but hardly longer ones than the implicit.
  explicit_step_ = std::min(h, explicit_reach_ / rate);
  window_time_ += h;
  return ++window_steps_ == window_length && end_window(now);
}

bool StiffnessWatch::end_window(const IntegratorStatistics& now) {
  const double implicit_cost = (cost(now) - window_cost_) / window_time_;
  const bool is_bad = implicit_cost > explicit_evaluations / explicit_step_;
  bad_windows_ = is_bad ? bad_windows_ + 1 : 0;
  good_windows_ += is_bad ? -1 : 1;
  window_cost_ = cost(now), window_time_ = 0, window_steps_ = 0;
  return bad_windows_ == bad_windows_needed;
}

void StiffnessWatch::begin_explicit(const IntegratorStatistics& now) {
  const bool paid = good_windows_ > 0;
  patience_ = paid ? 1 : std::min(greatest_patience, patience_ * growth_of_patience);
  began_at_ = now.evaluations;
  unseen_ = strikes_ = pardons_ = 0;
  mean_stiffness_ = 0;
}

}  // namespace sarrus::internal
