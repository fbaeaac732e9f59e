#pragma once
/// @file
/// A smooth step from one constant to another: f = y₀ + (y₁ − y₀)·s(t), t = (x − x₀)/(x₁ − x₀) clamped to [0,
/// 1], with the quintic s(t) = 10t³ − 15t⁴ + 6t⁵, whose first two derivatives vanish at both ends.

#include "sarrus/function/function.h"

namespace sarrus {

/// y0 up to x0, y1 from x1 on, and a quintic blend in between: C² everywhere. x1 may be less than x0: then
/// the value is y1 up to x1 and y0 from x0 on.
Function smooth_step(double x0, double x1, double y0, double y1);

}  // namespace sarrus
