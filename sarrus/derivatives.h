#pragma once
/// @file
/// Derivatives of inverse, forward and hybrid dynamics by state and parameters, of the motion of frames and
/// of momentum; second derivatives; derivatives of the motion of a State, of impulses and of assemblies.

#include "sarrus/derivatives/constrained_dynamics_derivatives.h"
#include "sarrus/derivatives/dynamics_products.h"
#include "sarrus/derivatives/forward_dynamics_derivatives.h"
#include "sarrus/derivatives/forward_dynamics_products.h"
#include "sarrus/derivatives/frame_derivatives.h"
#include "sarrus/derivatives/hybrid_dynamics_derivatives.h"
#include "sarrus/derivatives/momentum_derivatives.h"
#include "sarrus/derivatives/parameter_derivatives.h"
#include "sarrus/linearize/assembly_derivatives.h"
#include "sarrus/linearize/impulse_derivatives.h"
#include "sarrus/linearize/value_derivatives.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/second_derivatives/second_derivatives.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/state_derivatives.h"
