#include "sarrus/spatial/solids.h"

#include <cmath>

#include "sarrus/base/error.h"

namespace sarrus {

namespace {

void require_positive(double value, const char* solid, const char* name) {
  require(value > 0 && std::isfinite(value),
          "{}: {} = {}, but it must be positive and finite; give it in SI units", solid, name, value);
}

void require_positive(const Vec3<double>& value, const char* solid, const char* name) {
  require(value.x > 0 && value.y > 0 && value.z > 0 && std::isfinite(value.x + value.y + value.z),
          "{}: {} = ({}, {}, {}), but all three must be positive and finite; give them in SI units", solid,
          name, value.x, value.y, value.z);
}

/// A centered body from its mass and its mean squares ⟨x²⟩, ⟨y²⟩, ⟨z²⟩ over the mass:  I_xx = m·(⟨y²⟩ +
/// ⟨z²⟩), ….
RigidInertia<double> from_mean_squares(double mass, const Vec3<double>& square) {
  return {mass, Vec3<double>::zero(),
          mass * Sym3<double>::diagonal(square.y + square.z, square.z + square.x, square.x + square.y)};
}

/// A body of revolution about z, from ⟨x²⟩ = ⟨y²⟩ and ⟨z²⟩.
RigidInertia<double> of_revolution(double mass, double across, double along) {
  return from_mean_squares(mass, {across, across, along});
}

Vec3<double> squares(const Vec3<double>& a) { return {a.x * a.x, a.y * a.y, a.z * a.z}; }

}  // namespace

RigidInertia<double> point_mass(double mass, const Vec3<double>& position) {
  require_positive(mass, "point_mass", "mass");
  require(std::isfinite(position.x + position.y + position.z),
          "point_mass: position = ({}, {}, {}), but it must be finite", position.x, position.y, position.z);
  return RigidInertia<double>::from_central(mass, position, Sym3<double>::zero());
}

RigidInertia<double> solid_brick(double mass, const Vec3<double>& lengths) {
  require_positive(mass, "solid_brick", "mass");
  require_positive(lengths, "solid_brick", "lengths");
  return from_mean_squares(mass, 1.0 / 12 * squares(lengths));
}

RigidInertia<double> solid_sphere(double mass, double radius) {
  require_positive(mass, "solid_sphere", "mass");
  require_positive(radius, "solid_sphere", "radius");
  return of_revolution(mass, radius * radius / 5, radius * radius / 5);
}

RigidInertia<double> solid_ellipsoid(double mass, const Vec3<double>& radii) {
  require_positive(mass, "solid_ellipsoid", "mass");
  require_positive(radii, "solid_ellipsoid", "radii");
  return from_mean_squares(mass, 1.0 / 5 * squares(radii));
}

RigidInertia<double> solid_cylinder(double mass, double radius, double length) {
  require_positive(mass, "solid_cylinder", "mass");
  require_positive(radius, "solid_cylinder", "radius");
  require_positive(length, "solid_cylinder", "length");
  return of_revolution(mass, radius * radius / 4, length * length / 12);
}

// Two hemispheres have the volume of a cylinder of length 4r/3. Along z, a hemisphere starts at l/2, and its
// mean distance and mean squared distance from there are 3r/8 and r²/5:
//   ⟨z²⟩ = (l/2)² + 2·(l/2)·(3r/8) + r²/5.
RigidInertia<double> solid_capsule(double mass, double radius, double length) {
  require_positive(mass, "solid_capsule", "mass");
  require_positive(radius, "solid_capsule", "radius");
  require_positive(length, "solid_capsule", "length");
  const double r = radius, l = length;
  const double caps = 4 * r / (3 * l + 4 * r), middle = 1 - caps;  // fractions of the mass
  return of_revolution(mass, middle * (r * r / 4) + caps * (r * r / 5),
                       middle * (l * l / 12) + caps * (l * l / 4 + 3 * l * r / 8 + r * r / 5));
}

// A slice at distance u from the apex has the fraction 3u²du/h³ of the mass and the radius ρ = r·u/h:
//   ⟨x²⟩ = ⟨ρ²/4⟩ = 3r²/20,  ⟨u⟩ = 3h/4,  ⟨u²⟩ − ⟨u⟩² = 3h²/80.
RigidInertia<double> solid_cone(double mass, double radius, double height) {
  require_positive(mass, "solid_cone", "mass");
  require_positive(radius, "solid_cone", "radius");
  require_positive(height, "solid_cone", "height");
  const RigidInertia<double> central =
      of_revolution(mass, 3 * radius * radius / 20, 3 * height * height / 80);
  return RigidInertia<double>::from_central(mass, {0, 0, height / 4}, central.I);
}

RigidInertia<double> thin_rod(double mass, const Vec3<double>& end_to_end) {
  require_positive(mass, "thin_rod", "mass");
  require(dot(end_to_end, end_to_end) > 0 && std::isfinite(norm(end_to_end)),
          "thin_rod: end_to_end = ({}, {}, {}), but it must be finite and not zero; it is the vector from "
          "one end of the rod to the other",
          end_to_end.x, end_to_end.y, end_to_end.z);
  return {mass, Vec3<double>::zero(), -mass / 12 * cross_cross_lower(end_to_end, end_to_end)};
}

RigidInertia<double> thin_disk(double mass, double radius) {
  require_positive(mass, "thin_disk", "mass");
  require_positive(radius, "thin_disk", "radius");
  return of_revolution(mass, radius * radius / 4, 0);
}

RigidInertia<double> spherical_shell(double mass, double radius) {
  require_positive(mass, "spherical_shell", "mass");
  require_positive(radius, "spherical_shell", "radius");
  return of_revolution(mass, radius * radius / 3, radius * radius / 3);
}

RigidInertia<double> cylindrical_shell(double mass, double radius, double length) {
  require_positive(mass, "cylindrical_shell", "mass");
  require_positive(radius, "cylindrical_shell", "radius");
  require_positive(length, "cylindrical_shell", "length");
  return of_revolution(mass, radius * radius / 2, length * length / 12);
}

// On the two sides perpendicular to x, x² = a²/4; on the other four, ⟨x²⟩ = a²/12.
RigidInertia<double> brick_shell(double mass, const Vec3<double>& lengths) {
  require_positive(mass, "brick_shell", "mass");
  require_positive(lengths, "brick_shell", "lengths");
  const Vec3<double>& l = lengths;
  const Vec3<double> area{l.y * l.z, l.z * l.x, l.x * l.y};
  const double total = area.x + area.y + area.z;
  const auto mean_square = [&](int i) { return l[i] * l[i] * (1.0 / 12 + area[i] / (6 * total)); };
  return from_mean_squares(mass, {mean_square(0), mean_square(1), mean_square(2)});
}

}  // namespace sarrus
