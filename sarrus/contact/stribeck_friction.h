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

namespace sarrus {

/// The coefficient at a speed of slip v ≥ 0.
double friction_coefficient(const PairMaterial& material, double v, double transition_speed);
/// The coefficient divided by v, which is finite at rest.
double friction_coefficient_per_speed(const PairMaterial& material, double v, double transition_speed);

}  // namespace sarrus
