#include "sarrus/contact/stribeck_friction.h"

namespace sarrus {

namespace {

double step5(double s) { return s * s * s * (10 + s * (6 * s - 15)); }

/// The coefficient from the transition speed on, without the viscous part.
double falling_friction(const PairMaterial& m, double s) {
  return s < 3 ? m.static_friction - (m.static_friction - m.dynamic_friction) * step5(0.5 * (s - 1))
               : m.dynamic_friction;
}

}  // namespace

double friction_coefficient(const PairMaterial& material, double v, double transition_speed) {
  return v * friction_coefficient_per_speed(material, v, transition_speed);
}

double friction_coefficient_per_speed(const PairMaterial& material, double v, double transition_speed) {
  const double s = v / transition_speed;
  const double dry = s < 1 ? material.static_friction * s * s * (10 + s * (6 * s - 15)) / transition_speed
                           : falling_friction(material, s) / v;
  return dry + material.viscous_friction;
}

}  // namespace sarrus
