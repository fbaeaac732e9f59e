#pragma once
/// @file
#include "sarrus/system/declaration.h"

namespace sarrus {

/// Declares what every System computes of its constraints; the handles go into the draft's layout.
void declare_constraint_quantities(LayoutDraft& draft);

/// Tells the quantities what the constraints read, once all have been added.
void connect_constraint_quantities(LayoutDraft& draft);

/// What the multipliers exert on bodies and speeds.
void calc_constraint_forces(const State& state, AppliedForces& out);

/// Accelerations under the enabled constraints, of which there is at least one. With a stabilization time T
/// their errors die away as those of a critically damped oscillator, after Baumgarte:
///   ë = −(2/T)·ė − e/T²,   v̇ = −v/T
void calc_constrained_accelerations(const State& state, Accelerations& out);

}  // namespace sarrus
