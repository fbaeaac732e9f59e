#include "sarrus/ode/internal/verlet.h"

#include <algorithm>
#include <cmath>

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

constexpr int iteration_limit = 10;
/// Iteration ends when u and z change by less than this fraction of the accuracy.
constexpr double iteration_tolerance = 0.01;
/// The finest tolerance: a little above what rounding allows.
constexpr double finest_tolerance = 1e-14;

}  // namespace

Verlet::Verlet(InitialValueProblem& problem, const IntegratorOptions& options)
    : OneStepMethod(problem, options, 2) {
  predicted_.resize(y_.size()), change_.resize(y_.size());
  qddot_.resize(problem.nq());
}

void Verlet::attempt(double t1) {
  predict(t1);
  correct(t1);
  estimate_error(t1 - time_);
}

void Verlet::predict(double t1) {
  const double h = t1 - time_;
  set_sum(y_, h, ydot_, predicted_);
  copy(predicted_, new_y_);
  problem_.calc_qddot(time_, y_, ydot_, qddot_);
  add_scaled(h * h / 2, qddot_, part(new_y_, 0, problem_.nq()));
  project(t1, new_y_, {});
  evaluate(t1, new_y_, new_ydot_);
}

/// Iterates u, z ← (u₀, z₀) + h/2·((u̇₀, ż₀) + (u̇, ż)), with the rates at the previous values, until it
/// converges. Ends with new_ydot_ at new_y_.
void Verlet::correct(double t1) {
  const double h = t1 - time_;
  const std::size_t nq = problem_.nq();
  const std::size_t integrals = y_.size() - problem_.integrals();
  const double tolerance = std::max(iteration_tolerance * options_.accuracy, finest_tolerance);
  std::fill(change_.begin(), change_.end(), 0.0);
  double size = 0;
  for (int iteration = 0; iteration < iteration_limit; ++iteration) {
    for (std::size_t i = nq; i < integrals; ++i)
      change_[i] = y_[i] + h / 2 * (ydot_[i] + new_ydot_[i]) - new_y_[i];
    size = problem_.measure_error(time_, y_, change_, options_.norm).size;
    // The first change is the difference from Euler's method and says nothing about convergence.
    if (iteration > 0 && size <= tolerance) return set_integrals(h);
    if (!std::isfinite(size)) require_finite("the rate of ", t1, new_ydot_);
    add_scaled(1, change_, new_y_);
    evaluate(t1, new_y_, new_ydot_);
  }
  throw NumericalError(
      fmt::format("speeds and forces at t = {} did not agree after {} iterations: the last change is {:.3g}, "
                  "allowed {:.3g}",
                  t1, iteration_limit, size, tolerance),
      t1, "", size);
}

/// Sets the integrals from the last rates; nothing depends on them.
void Verlet::set_integrals(double h) {
  for (std::size_t i = y_.size() - problem_.integrals(); i < y_.size(); ++i)
    new_y_[i] = y_[i] + h / 2 * (ydot_[i] + new_ydot_[i]);
}

void Verlet::estimate_error(double h) {
  // predicted q = q₀ + h·q̇₀ becomes q₀ + h/2·(q̇₀ + q̇₁)
  const int nq = problem_.nq();
  add_scaled(-h / 2, part(ydot_, 0, nq), part(predicted_, 0, nq));
  add_scaled(h / 2, part(new_ydot_, 0, nq), part(predicted_, 0, nq));
  set_sum(new_y_, -1, predicted_, error_);
}

void Verlet::finish(double t1, bool moved) {
  if (moved) evaluate(t1, new_y_, new_ydot_);
}

}  // namespace sarrus::internal
