#pragma once
/// @file
/// How the jump of the speeds by an impulse changes. With p the impulse at a point of a body, Λ those of the
/// constraints and of held joints, and G their rows,
///   M·Δu = Jᵀ·p + Gᵀ·Λ,   G·Δu = 0
/// At small changes of the position, of p and of parameters the jump changes by
///   M·δΔu − Gᵀ·δΛ = δ(Jᵀ·p + Gᵀ·Λ − M·Δu),   G·δΔu = −δG·Δu      at fixed Δu and Λ on the right-hand sides
/// which the factors that gave Δu itself solve. M·Δu changes like inverse dynamics at rest without gravity,
/// the rows like those of accelerations (state_derivatives.h). It does not change with the speeds.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/place.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct ImpulseDerivatives {
  VectorX<double> jump;      ///< Δu.
  VectorX<double> impulses;  ///< Λ of the rows of all constraints.
  /// ∂Δu/∂δ with δq = N·δ; by the impulse, three columns for its angular and three for its linear part; and
  /// by the values, in their order.
  MatrixX<double> jump_by_dq, jump_by_impulse, jump_by_values;
  /// The same of Λ. If rows follow from others, these are the smallest changes that the motion requires.
  MatrixX<double> impulses_by_dq, impulses_by_impulse, impulses_by_values;
  /// Names of constraints and ports that were differenced, and of the values whose columns were.
  Array<std::string> differenced;
};

/// The derivatives of the jump by an impulse as apply_impulse() takes it, by the position, the impulse, and
/// values by name as in linearize(). Those by parameters of constraints are exact, masses and places are
/// differenced and extrapolated. Throws an Error that names an element that acts in time steps only, or a
/// constraint whose rows depend on speeds.
///
///     calc_impulse_derivatives(state, "hand", {2.5, 0, 0}, {}, {"rod.length"}).jump_by_dq
ImpulseDerivatives calc_impulse_derivatives(const State& state, const Place& at, const Vec3<double>& impulse,
                                            const Vec3<double>& angular = {0, 0, 0},
                                            const Array<std::string>& values = {});

}  // namespace sarrus
