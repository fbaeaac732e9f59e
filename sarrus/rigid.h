#pragma once
/// @file
/// Rigid contact and other elements whose forces are bounded: dry friction, hard stops, ropes, ratchets,
/// freewheels, clutches, limited motors; time stepping.

#include "sarrus/rigid/bearing_friction.h"
#include "sarrus/rigid/clutch.h"
#include "sarrus/rigid/dry_friction.h"
#include "sarrus/rigid/freewheel.h"
#include "sarrus/rigid/hard_stops.h"
#include "sarrus/rigid/ratchet.h"
#include "sarrus/rigid/rigid_contact.h"
#include "sarrus/rigid/rope.h"
#include "sarrus/rigid/speed_limit.h"
#include "sarrus/rigid/time_stepping.h"
#include "sarrus/rigid/torque_limited_motor.h"
#include "sarrus/rigid/unilateral_constraint.h"
