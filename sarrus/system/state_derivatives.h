#pragma once
/// @file
/// How the accelerations of a State change with its coordinates, speeds and auxiliary variables, exactly:
///   δu̇ = by_dq·δ + by_u·δu + by_z·δz,   δq = N(q)·δ
/// and how the multipliers of its constraints and the rates of its auxiliary variables do. Directions of
/// coordinates are those of the speeds: a quaternion has three. Force elements give their own derivatives
/// (ForceElement::add_derivatives), constraints theirs by dual numbers (constraint.h), the recursions theirs
/// (inverse_dynamics_derivatives.h).

#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct StateDerivatives {
  MatrixX<double> by_dq, by_u, by_z;  ///< ∂u̇/∂δ, ∂u̇/∂u and ∂u̇/∂z.
  /// ∂λ/∂δ, ∂λ/∂u and ∂λ/∂z of the multipliers of all rows of the enabled constraints. If rows follow from
  /// others, multipliers are not unique: these are the smallest changes that the motion requires.
  MatrixX<double> multipliers_by_dq, multipliers_by_u, multipliers_by_z;
  MatrixX<double> zdot_by_dq, zdot_by_u, zdot_by_z;  ///< ∂ż/∂δ, ∂ż/∂u and ∂ż/∂z.
  /// Derivatives of the velocity errors of the constraints, ∂v/∂δ and ∂v/∂z; ∂v/∂u are their rows.
  MatrixX<double> velocity_errors_by_dq, velocity_errors_by_z;
  /// ∂(N⁻¹·q̇)/∂δ, with N⁻¹ at the state itself: zero for joints whose speeds are the rates of coordinates.
  MatrixX<double> turning_by_dq;
  /// Names of what was differenced because it has no derivatives: force elements, constraints, ports whose
  /// inertia depends on coordinates, rates of auxiliary variables.
  Array<std::string> differenced;
};

/// The derivatives at a state. Throws an Error that names the reason if they are not known: with fast
/// variables, and with prescribed motions that depend on the state.
StateDerivatives calc_state_derivatives(const State& state);
/// The same, or nothing if they are not known.
std::optional<StateDerivatives> find_state_derivatives(const State& state);

}  // namespace sarrus
