#pragma once
/// @file
/// f(x) = c₀ + c₁·x + c₂·x² + …

#include "sarrus/base/array.h"
#include "sarrus/function/function.h"

namespace sarrus {

/// The polynomial with these coefficients, in ascending powers.
Function polynomial(Array<double> coefficients);

}  // namespace sarrus
