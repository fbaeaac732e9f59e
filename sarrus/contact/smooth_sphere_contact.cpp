#include "sarrus/contact/smooth_sphere_contact.h"

#include <array>
#include <cmath>

#include "sarrus/system/declaration.h"

namespace sarrus {

namespace {

/// ½·(1 + tanh(x))
double smooth_switch(double x) { return 0.5 + 0.5 * std::tanh(x); }

/// s below 0.9, 1 beyond 1.1; in between its slope falls from 1 to 0 as 1 − t³·(10 − 15·t + 6·t²), so that it
/// is C².
double rounded_ramp(double s) {
  constexpr double from = 0.9, width = 0.2;
  const double t = (s - from) / width;
  if (t <= 0) return s;
  if (t >= 1) return 1;
  return from + width * (t - t * t * t * t * (2.5 + t * (t - 3)));
}

}  // namespace

SmoothSphereContact::SmoothSphereContact(Place sphere, double radius, Place plane,
                                         const ContactMaterial& material, const SmoothSphereOptions& options)
    : at_{std::move(sphere), std::move(plane)},
      options_(options),
      radius_(radius),
      modulus_(material.modulus),
      dissipation_(material.dissipation),
      static_friction_(material.static_friction),
      dynamic_friction_(material.dynamic_friction),
      viscous_friction_(material.viscous_friction) {}

std::vector<Dependency> SmoothSphereContact::declare(Declaration& declaration) {
  at_.find(declaration);
  radius_.declare(declaration, "radius", "m", ParameterRange::above(0));
  modulus_.declare(declaration, "modulus", "Pa", ParameterRange::above(0));
  dissipation_.declare(declaration, "dissipation", "s/m", ParameterRange::at_least(0));
  static_friction_.declare(declaration, "static_friction", "", ParameterRange::at_least(0));
  dynamic_friction_.declare(declaration, "dynamic_friction", "", ParameterRange::at_least(0));
  viscous_friction_.declare(declaration, "viscous_friction", "s/m", ParameterRange::at_least(0));
  return {declaration.quantities().position, declaration.quantities().velocity};
}

double SmoothSphereContact::elastic_force(const State& state, double depth) const {
  const double k = 0.5 * std::cbrt(state[modulus_] * state[modulus_]);
  const double squared = depth * depth + options_.depth_constant * options_.depth_constant;
  return 4.0 / 3 * k * std::sqrt(state[radius_] * k) * std::pow(squared, 0.75) *
         smooth_switch(options_.depth_steepness * depth);
}

SmoothSphereContact::Touch SmoothSphereContact::touch(const State& state) const {
  const double radius = state[radius_], depth = radius - at_.height(state);
  // The contact point is in the middle of the overlap.
  const PointOnPlane::Motion motion = at_.motion(state, -radius + 0.5 * depth);
  const double c = state[dissipation_], rate = -motion.v.z, elastic = elastic_force(state, depth);
  const double release = c > 0 ? smooth_switch(options_.speed_steepness * (rate + 2 / (3 * c))) : 1;
  const double slip = std::sqrt(motion.v.x * motion.v.x + motion.v.y * motion.v.y +
                                options_.speed_constant * options_.speed_constant);
  const double s = slip / options_.transition_speed;
  const double mu =
      rounded_ramp(s) * (state[dynamic_friction_] +
                         2 * (state[static_friction_] - state[dynamic_friction_]) / (1 + s * s)) +
      state[viscous_friction_] * slip;
  return {motion.p, motion.v, depth, rate, elastic, elastic * (1 + 1.5 * c * rate) * release, mu / slip};
}

Vec3<double> SmoothSphereContact::force(const State& state) const {
  const Touch at = touch(state);
  const double friction = -at.normal * at.friction_per_speed;
  return {friction * at.v.x, friction * at.v.y, at.normal};
}

void SmoothSphereContact::add_forces(const State& state, AppliedForces& forces) const {
  at_.add(state, touch(state).p, force(state), forces);
}

double SmoothSphereContact::potential_energy(const State& state) const {
  // Gauss's formula of five points on intervals from where the force has vanished to the depth.
  static constexpr std::array<double, 3> points{0.0, 0.5384693101056831, 0.9061798459386640};
  static constexpr std::array<double, 3> weights{0.5688888888888889, 0.4786286704993665, 0.2369268850561891};
  const double depth = state[radius_] - at_.height(state), begin = -20 / options_.depth_steepness;
  if (depth <= begin) return 0;
  const int intervals = 8 + static_cast<int>((depth - begin) * options_.depth_steepness);
  const double half = 0.5 * (depth - begin) / intervals;
  double sum = 0;
  for (int i = 0; i < intervals; ++i) {
    const double middle = begin + (2 * i + 1) * half;
    sum += weights[0] * elastic_force(state, middle);
    for (std::size_t k = 1; k < points.size(); ++k)
      sum += weights[k] * (elastic_force(state, middle - half * points[k]) +
                           elastic_force(state, middle + half * points[k]));
  }
  return half * sum;
}

double SmoothSphereContact::dissipation(const State& state) const {
  const Touch at = touch(state);
  const double slip_squared = at.v.x * at.v.x + at.v.y * at.v.y;
  return (at.normal - at.elastic) * at.rate + at.normal * at.friction_per_speed * slip_squared;
}

}  // namespace sarrus
