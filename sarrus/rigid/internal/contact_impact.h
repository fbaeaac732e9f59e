#pragma once
/// @file
/// The impact of one contact with dry friction, integrated over its normal impulse p [Routh 1905; Keller
/// 1986]. With the velocity u = (n, t₁, t₂) of body 2 relative to body 1 at the contact and G = J·M⁻¹·Jᵀ,
///
///     du/dp = G·(1, f),   f = −μ_d·u_T/|u_T| in slip;   u_T stays zero if that needs |f| ≤ μ_s
///
/// from u⁻ to the end of compression, where u_n = 0 and p = p_c with the work W_c = ∫ u_n·dp < 0, and then to
///
///     u_n = −e·u_n⁻ (Newton),   p = (1 + e)·p_c (Poisson),   W = (1 − e²)·W_c (Stronge)
///
/// In the plane, and after a stop of the slip, u is piecewise linear in p. In space the direction of slip
/// turns before that; with dp = |u_T|·dτ its equation has no singularity at the stop.

#include <array>

#include "sarrus/rigid/impact_law.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

struct ContactImpact {
  std::array<Vec3<double>, 3> G{};  ///< Columns for impulses along n, t₁, t₂.
  double static_friction = 0, dynamic_friction = 0;
  double restitution = 0;
  ImpactLaw law = ImpactLaw::poisson;
};

struct ImpactEnd {
  Vec3<double> velocity{}, impulse{};
  bool sticks = false;  ///< It does not slip at the end.
};

ImpactEnd integrate(const ContactImpact& impact, const Vec3<double>& velocity);

}  // namespace sarrus::internal
