#pragma once
/// @file
#include <functional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// How a motion is integrated while it is differentiated, and by what.
struct SensitivityOptions {
  double accuracy = 1e-8;                      ///< The largest error of a step, as in SimulationOptions.
  std::string integrator = "dormand-prince5";  ///< Explicit Runge–Kutta, "radau5" or "auto".
  double fixed_step = 0;                       ///< Positive: steps of this length.
  /// Values of the State by name (named_values.h): parameters of elements, masses, places, gravity.
  Array<std::string> parameters{};
};

/// A number that a State gives: a coordinate, an energy, a distance, a cost.
using StateOutput = std::function<double(const State&)>;

}  // namespace sarrus
