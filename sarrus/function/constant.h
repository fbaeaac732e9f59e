#pragma once
/// @file
/// f(x) = c.

#include "sarrus/function/function.h"

namespace sarrus {

/// The function of `arguments` arguments that is `c` everywhere.
Function constant(double c, int arguments = 1);

}  // namespace sarrus
