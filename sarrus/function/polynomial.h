#pragma once
/// @file
/// f(x) = c₀ + c₁·x + c₂·x² + …

#include <vector>

#include "sarrus/function/function.h"

namespace sarrus {

/// The polynomial with these coefficients, in ascending powers.
Function polynomial(std::vector<double> coefficients);

}  // namespace sarrus
