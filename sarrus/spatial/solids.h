#pragma once
/// @file
/// Inertias of homogeneous simple solids and thin shells. Unless a function states otherwise, the frame's
/// origin is the center of mass and the frame's axes are the solid's axes of symmetry; X * M places the solid
/// elsewhere. Masses and sizes must be positive and finite; otherwise an Error is thrown.

#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// A particle of given mass at `position`: the inertia is about the frame's origin.
RigidInertia<double> point_mass(double mass, const Vec3<double>& position);

/// A box with full edge lengths `lengths` along x, y and z.
RigidInertia<double> solid_brick(double mass, const Vec3<double>& lengths);
/// A ball.
RigidInertia<double> solid_sphere(double mass, double radius);
/// An ellipsoid with semi-axes `radii` along x, y and z.
RigidInertia<double> solid_ellipsoid(double mass, const Vec3<double>& radii);
/// A circular cylinder along z.
RigidInertia<double> solid_cylinder(double mass, double radius, double length);
/// A cylinder along z of given length (without the caps), closed by a hemisphere at each end.
RigidInertia<double> solid_capsule(double mass, double radius, double length);
/// A circular cone along z. Its base, of given radius, lies in the plane z = 0 around the origin, and its
/// apex is at (0, 0, height): the center of mass is at (0, 0, height/4), and the inertia is about the origin.
RigidInertia<double> solid_cone(double mass, double radius, double height);

/// A straight line of mass from −end_to_end/2 to +end_to_end/2.
RigidInertia<double> thin_rod(double mass, const Vec3<double>& end_to_end);
/// A flat disk in the plane z = 0.
RigidInertia<double> thin_disk(double mass, double radius);
/// The thin surface of a ball.
RigidInertia<double> spherical_shell(double mass, double radius);
/// A thin tube along z, open at both ends.
RigidInertia<double> cylindrical_shell(double mass, double radius, double length);
/// The thin surface of a box, all six sides with the same mass per area.
RigidInertia<double> brick_shell(double mass, const Vec3<double>& lengths);

}  // namespace sarrus
