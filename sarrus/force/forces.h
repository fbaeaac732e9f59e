#pragma once
/// @file
/// The list of all force elements. To add one: write sarrus/force/my_force.h, include it here, and add a row
/// to tests/force/force_rows.cpp (for a port, write a test of its own). Nothing else in the library names a
/// force element; gravity, which every System has, is in sarrus/system/gravity.h.

#include "sarrus/force/constant_force.h"
#include "sarrus/force/constant_torque.h"
#include "sarrus/force/custom_force.h"
#include "sarrus/force/discrete_forces.h"
#include "sarrus/force/drag_spring.h"
#include "sarrus/force/global_damper.h"
#include "sarrus/force/joint_friction.h"
#include "sarrus/force/linear_bushing.h"
#include "sarrus/force/mobility_constant.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/force/mobility_discrete.h"
#include "sarrus/force/mobility_spring.h"
#include "sarrus/force/mobility_stop.h"
#include "sarrus/force/motor.h"
#include "sarrus/force/mutual_force.h"
#include "sarrus/force/rotor_inertia.h"
#include "sarrus/force/thermostat.h"
#include "sarrus/force/two_point_damper.h"
#include "sarrus/force/two_point_force.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/system/gravity.h"
