#pragma once
/// @file
namespace sarrus {

/// The norm that turns the errors of many variables into one number.
enum class ErrorNorm {
  rms,       ///< Root mean square: does not grow with the size of the problem.
  infinity,  ///< The largest error.
};

/// Options of all integrators.
struct IntegratorOptions {
  double accuracy = 1e-4;  ///< The largest error of a step, as measured by the problem.
  ErrorNorm norm = ErrorNorm::rms;
  double fixed_step = 0;    ///< Positive: fixed step size, whatever the error.
  double initial_step = 0;  ///< Positive: the first step size to try; otherwise it is chosen.
  double smallest_step = 0, largest_step = 0;  ///< Positive: limits of the step size.
};

}  // namespace sarrus
