#pragma once
/// @file
/// Linear equations of small motions about a State, their modes and how these move, frequency responses.

#include "sarrus/linearize/equilibrium_branch.h"
#include "sarrus/linearize/linear_modes.h"
#include "sarrus/linearize/linearization.h"
#include "sarrus/linearize/mode_motion.h"
#include "sarrus/scalar/eigen.h"
