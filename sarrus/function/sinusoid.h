#pragma once
/// @file
/// f(x) = a·sin(ω·x + φ) + b.

#include "sarrus/function/function.h"

namespace sarrus {

/// amplitude·sin(frequency·x + phase) + offset; the frequency is in radians per unit of x.
Function sinusoid(double amplitude, double frequency, double phase = 0, double offset = 0);

}  // namespace sarrus
