#pragma once
/// @file
/// f(x) = Σ aᵢ·xᵢ + c.

#include <vector>

#include "sarrus/function/function.h"

namespace sarrus {

/// Σ coefficients[i]·x[i] + offset, of as many arguments as there are coefficients.
Function linear(std::vector<double> coefficients, double offset = 0);

}  // namespace sarrus
