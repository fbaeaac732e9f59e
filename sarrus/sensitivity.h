#pragma once
/// @file
/// Gradients of simulations by their start and by parameters, forward and adjoint.

#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/simulation_gradient.h"
#include "sarrus/sensitivity/simulation_sensitivity.h"
