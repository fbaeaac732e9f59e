#pragma once
/// @file
/// f(x) = Σ aᵢ·xᵢ + c.

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"

namespace sarrus {

/// Σ coefficients[i]·x[i] + offset, of as many arguments as there are coefficients.
Function linear(Array<double> coefficients, double offset = 0);

}  // namespace sarrus
