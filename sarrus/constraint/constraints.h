#pragma once
/// @file
/// The list of all constraints. To add one: write sarrus/constraint/my_constraint.h, include it here, name it
/// in the list below, and add a row to tests/constraint/constraint_rows.cpp. Nothing else in the library
/// names a constraint.

// A point of one body coincides with a point of another.
#include "sarrus/constraint/ball_constraint.h"
// A belt runs over pulleys without slip.
#include "sarrus/constraint/belt_constraint.h"
// The rate of a speed is constant.
#include "sarrus/constraint/constant_acceleration_constraint.h"
// The angle between an axis on one body and an axis on another is constant.
#include "sarrus/constraint/constant_angle_constraint.h"
// A coordinate is constant.
#include "sarrus/constraint/constant_coordinate_constraint.h"
// All axes on one body stay parallel to those on another.
#include "sarrus/constraint/constant_orientation_constraint.h"
// A speed is constant.
#include "sarrus/constraint/constant_speed_constraint.h"
// Coordinates obey an equation.
#include "sarrus/constraint/coordinate_coupler_constraint.h"
// A wheel or coin stays on a plane and slides or rolls.
#include "sarrus/constraint/disk_on_plane_contact.h"
// A coordinate is a function of others.
#include "sarrus/constraint/driven_coordinate_constraint.h"
// Two coordinates are in proportion.
#include "sarrus/constraint/gear_constraint.h"
// A straight edge stays on another and slides or rolls.
#include "sarrus/constraint/line_on_line_contact.h"
// Two bodies do not slip along a direction at a point of a third.
#include "sarrus/constraint/no_slip_constraint.h"
// An axis on one body stays parallel to an axis on another.
#include "sarrus/constraint/parallel_axes_constraint.h"
// A point stays in a plane.
#include "sarrus/constraint/point_in_plane_constraint.h"
// A point stays on a line.
#include "sarrus/constraint/point_on_line_constraint.h"
// A point sticks to a plane.
#include "sarrus/constraint/point_on_plane_contact.h"
// A coordinate follows a function of time.
#include "sarrus/constraint/prescribed_coordinate_constraint.h"
// Two points keep their distance.
#include "sarrus/constraint/rod_constraint.h"
// A rope of constant length runs through points on many bodies.
#include "sarrus/constraint/rope_constraint.h"
// Speeds obey an equation.
#include "sarrus/constraint/speed_coupler_constraint.h"
// A sphere stays on a plane and slides or rolls.
#include "sarrus/constraint/sphere_on_plane_contact.h"
// A sphere stays on another and slides or rolls.
#include "sarrus/constraint/sphere_on_sphere_contact.h"
// Two frames coincide.
#include "sarrus/constraint/weld_constraint.h"

namespace sarrus {

/// The list.
#define SARRUS_CONSTRAINTS(X)       \
  X(BallConstraint)                 \
  X(BeltConstraint)                 \
  X(ConstantAccelerationConstraint) \
  X(ConstantAngleConstraint)        \
  X(ConstantCoordinateConstraint)   \
  X(ConstantOrientationConstraint)  \
  X(ConstantSpeedConstraint)        \
  X(CoordinateCouplerConstraint)    \
  X(DiskOnPlaneContact)             \
  X(DrivenCoordinateConstraint)     \
  X(GearConstraint)                 \
  X(LineOnLineContact)              \
  X(NoSlipConstraint)               \
  X(ParallelAxesConstraint)         \
  X(PointInPlaneConstraint)         \
  X(PointOnLineConstraint)          \
  X(PointOnPlaneContact)            \
  X(PrescribedCoordinateConstraint) \
  X(RodConstraint)                  \
  X(RopeConstraint)                 \
  X(SpeedCouplerConstraint)         \
  X(SphereOnPlaneContact)           \
  X(SphereOnSphereContact)          \
  X(WeldConstraint)

// The functions of these constraints for numbers and dual numbers are compiled once, in constraints.cpp.
#define SARRUS_LIST_ENTRY(C) extern template class ConstraintOf<C>;
SARRUS_CONSTRAINTS(SARRUS_LIST_ENTRY)
#undef SARRUS_LIST_ENTRY

}  // namespace sarrus
