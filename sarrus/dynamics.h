#pragma once
/// @file
/// Algorithms on Trees, in any scalar of the list: kinematics, Jacobians, inverse, forward and hybrid
/// dynamics, mass matrix, momentum and energy. Those for specialists are in algorithms.h.

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/dynamics/mass_times.h"
#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/dynamics/subtree_properties.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/lie.h"
