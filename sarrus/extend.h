#pragma once
/// @file
/// What extensions are made of: joints, functions, force elements, constraints and rigid elements of your
/// own; parameters, variables, quantities, measures and events that a System declares; initial-value problems
/// for the integrators.

#include "sarrus/force/custom_force.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/custom.h"
#include "sarrus/joint/function_based.h"
#include "sarrus/joint/joint_from_pose.h"
#include "sarrus/joint/joints.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/ode/linear_solver.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/constraint.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/measures.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"
#include "sarrus/system/step_guard.h"
