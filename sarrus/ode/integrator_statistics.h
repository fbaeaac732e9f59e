#pragma once
/// @file
#include <cstdint>
#include <limits>

namespace sarrus {

/// Counts and extremes of an integration since its start.
struct IntegratorStatistics {
  std::int64_t steps = 0;               ///< Accepted steps.
  std::int64_t error_rejections = 0;    ///< Steps repeated because their error was too large.
  std::int64_t failure_rejections = 0;  ///< Steps repeated because something could not be computed.
  std::int64_t evaluations = 0;         ///< Evaluations of ẏ.
  std::int64_t projections = 0;         ///< Calls of project().
  std::int64_t restarts = 0;
  std::int64_t jacobians = 0;        ///< Jacobians computed by implicit methods.
  std::int64_t exact_jacobians = 0;  ///< Those of them for which nothing was differenced.
  std::int64_t factorizations = 0;   ///< Factorizations of a matrix γ·1 − ∂ẏ/∂y, real or complex.
  std::int64_t iterations = 0;       ///< Newton iterations of implicit methods.
  std::int64_t implicit_steps = 0;   ///< Accepted steps by an implicit method.
  std::int64_t switches = 0;         ///< Changes of "auto" between its two methods.
  double first_switch = std::numeric_limits<double>::quiet_NaN();  ///< The time of the first; NaN: none.
  double smallest_step = 0, largest_step = 0;                      ///< Lengths of accepted steps.
  double largest_error = 0;  ///< The largest error of an accepted step, relative to the required accuracy.
  /// The sum of the errors of all accepted steps, in the unit of accuracy. It bounds the global error if the
  /// motion does not amplify local errors.
  double summed_error = 0;
};

}  // namespace sarrus
