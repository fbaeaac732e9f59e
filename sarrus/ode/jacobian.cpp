#include "sarrus/ode/internal/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

namespace {

constexpr double rounding_unit = std::numeric_limits<double>::epsilon();

void require_finite_jacobian(const InitialValueProblem& problem, double t, In<double> jacobian,
                             const char* remedy) {
  const auto bad = std::find_if(jacobian.begin(), jacobian.end(), [](double x) { return !std::isfinite(x); });
  if (bad == jacobian.end()) return;
  const int n = problem.dynamic_size(), at = static_cast<int>(bad - jacobian.begin());
  throw NumericalError(
      fmt::format("the derivative of the rate of {} with respect to {} is {} at t = {:.9g}; {}",
                  problem.variable_name(at / n), problem.variable_name(at % n), describe(*bad), t, remedy),
      t, problem.variable_name(at / n), *bad);
}

}  // namespace

void choose_increments(In<double> y, In<double> weights, Out<double> increments) {
  constexpr double smallest_weight = 1e-12, small = 1e-5;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double unit = 1 / std::max(weights[i], smallest_weight);
    increments[i] = std::sqrt(rounding_unit * std::max(small, std::abs(y[i]) / unit)) * unit;
  }
}

void difference_rates(InitialValueProblem& problem, const JacobianPoint& point, In<double> increments,
                      const RateFunction& rate, JacobianScratch scratch, Out<double> jacobian) {
  const int n = problem.dynamic_size(), rows = static_cast<int>(jacobian.size()) / std::max(1, n);
  copy(point.y, scratch.moved);
  const Out<double> rates(scratch.rates.data(), rows);
  for (int j = 0; j < n; ++j) {
    scratch.moved[j] = point.y[j] + increments[j];
    const double step = scratch.moved[j] - point.y[j];
    rate(point.t, scratch.moved, rates);
    scratch.moved[j] = point.y[j];
    for (int i = 0; i < rows; ++i) jacobian[i * n + j] = (rates[i] - point.ydot[i]) / step;
  }
  require_finite_jacobian(problem, point.t, jacobian, "its rates cannot be differenced there");
}

bool calc_exact_jacobian(InitialValueProblem& problem, const JacobianPoint& point, Out<double> jacobian) {
  std::fill(jacobian.begin(), jacobian.end(), 0.0);
  if (!problem.calc_jacobian(point.t, point.y, point.ydot, jacobian)) return false;
  require_finite_jacobian(problem, point.t, jacobian, "look at calc_jacobian() of the problem");
  return true;
}

}  // namespace sarrus::internal
