#include "sarrus/ode/internal/initial_step.h"

#include <algorithm>
#include <cmath>

#include "sarrus/ode/internal/sums.h"

namespace sarrus::internal {

double choose_initial_step(const BeginOfIntegration& begin,
                           const std::function<void(double, In<double>, Out<double>)>& rate,
                           ScratchArrays scratch) {
  const auto size = [&](In<double> x) {
    return begin.problem.measure_error(begin.t, begin.y, x, begin.options.norm).size / begin.options.accuracy;
  };
  // (a) – (b): a step in which y would change by a hundredth
  const double d0 = size(begin.y), d1 = size(begin.ydot);
  double h0 = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : 0.01 * d0 / d1;

  // (c) – (d): an estimate of ÿ from a step of Euler's method; a shorter one if that cannot be computed
  double d2 = 0;
  for (int attempts = 0; attempts < 10; ++attempts, h0 /= 4) try {
      set_sum(begin.y, h0, begin.ydot, scratch.y);
      rate(begin.t + h0, scratch.y, scratch.ydot);
      set_sum(scratch.ydot, -1, begin.ydot, scratch.difference);
      d2 = size(scratch.difference) / h0;
      if (std::isfinite(d2)) break;
    } catch (const std::exception&) {
      d2 = 0;
    }

  // (e) – (f): h₁^k·max(|ẏ|, |ÿ|) = 0.01
  const double steepest = std::isfinite(d2) ? std::max(d1, d2) : d1;
  const double h1 =
      steepest <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / steepest, 1.0 / begin.error_exponent);
  return std::min(100 * h0, h1);
}

}  // namespace sarrus::internal
