#pragma once
/// @file
/// Stribeck friction without stick: the coefficient rises smoothly from zero at rest to the static value at
/// the transition speed v_t, and falls to the dynamic value at three times that speed. With s = v/v_t and
/// step(s) = s³·(10 − 15·s + 6·s²),
///   μ = μ_s·step(s)                                  s < 1
///   μ = μ_s − (μ_s − μ_d)·step((s − 1)/2)            1 ≤ s < 3
///   μ = μ_d                                          3 ≤ s
/// to which μ_v·v is added. μ is C² in v. A loaded contact creeps: its speed is that at which μ carries the
/// load. [Sherman, Seth, Delp 2011, sec. 5.2]

#include "sarrus/contact/contact_material.h"
#include "sarrus/scalar/real.h"

namespace sarrus::internal {

/// The coefficient divided by the speed of slip v ≥ 0, which is finite at rest.
template <class T>
T friction_coefficient_per_speed(const PairMaterial& m, const T& v, double transition_speed) {
  const double rate = 1 / transition_speed;
  const T s = rate * v, fallen = 0.5 * (s - T(1));
  const T rising = (m.static_friction * rate) * s * s * (T(10) + s * (6.0 * s - T(15)));
  const T step = fallen * fallen * fallen * (T(10) + fallen * (6.0 * fallen - T(15)));
  const T falling =
      T(m.static_friction) - (m.static_friction - m.dynamic_friction) * select(s < T(3), step, T(1));
  return select(s < T(1), rising, falling / select(s < T(1), T(transition_speed), v)) + T(m.viscous_friction);
}
/// The coefficient at a speed of slip v ≥ 0.
template <class T>
T friction_coefficient(const PairMaterial& material, const T& v, double transition_speed) {
  return v * friction_coefficient_per_speed(material, v, transition_speed);
}

}  // namespace sarrus::internal
