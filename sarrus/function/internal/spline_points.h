#pragma once
/// @file
/// The data points of a spline, checked.

#include "sarrus/base/array.h"

namespace sarrus::internal {

/// Throws unless x and y have the same length, at least `fewest`, all numbers are finite, and x increases.
/// The message begins with the name of the `spline`.
void check_points(const char* spline, const Array<double>& x, const Array<double>& y, int fewest);

}  // namespace sarrus::internal
