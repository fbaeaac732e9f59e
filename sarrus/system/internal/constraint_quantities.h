#pragma once
/// @file
#include "sarrus/system/declaration.h"

namespace sarrus::internal {

/// Declares the quantities that every System computes from its constraints; the handles go into the draft's
/// layout.
void declare_constraint_quantities(LayoutDraft& draft);

/// Connects the quantities to the dependencies of the constraints, once all constraints have been added.
void connect_constraint_quantities(LayoutDraft& draft);

/// Forces Gᵀ·λ of the constraints on bodies and speeds.
void calc_constraint_forces(const State& state, AppliedForces& out);
/// The same for given multipliers.
void calc_constraint_forces_of(const State& state, In<double> multipliers, AppliedForces& out);

/// Accelerations under the enabled constraints, of which there is at least one. With a stabilization time T
/// the errors decay like those of a critically damped oscillator (Baumgarte stabilization):
///   ë = −(2/T)·ė − e/T²,   v̇ = −v/T
void calc_constrained_accelerations(const State& state, Accelerations& out);

}  // namespace sarrus::internal
