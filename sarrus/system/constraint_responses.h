#pragma once
/// @file
/// What constraints do in a State: their errors, the forces they exert, and how they act on the equations of
/// motion. With e the errors of positions and v those of velocities,
///   ė and v = G·u + drift,   M·u̇ = f + Gᵀ·λ

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_set.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// Errors of all enabled constraints: rows of positions; rows of positions and velocities; all rows, at the
/// accelerations of the state.
In<double> position_errors(const State& state);
In<double> velocity_errors(const State& state);
Array<double> acceleration_errors(const State& state);
/// λ of all rows.
In<double> multipliers(const State& state);

/// The same of one constraint; nothing if it is disabled.
In<double> position_errors(const State& state, ElementId constraint);
In<double> velocity_errors(const State& state, ElementId constraint);
Array<double> acceleration_errors(const State& state, ElementId constraint);
In<double> multipliers(const State& state, ElementId constraint);

/// The wrench that a constraint exerts on the body of its frame M, at M's origin, in the axes of F, whose
/// body feels the opposite; `frame` counts the frames M.
Force<double> constraint_force(const State& state, ElementId constraint, int frame = 0);
/// What a constraint exerts on the speeds that it reads directly, in the order in which it declared them.
Array<double> constraint_mobility_forces(const State& state, ElementId constraint);
/// What all constraints exert on bodies and speeds.
const AppliedForces& constraint_forces(const State& state);
/// The power of a constraint's forces: zero where it is satisfied and does not depend on time.
double constraint_power(const State& state, ElementId constraint);
/// That of all constraints together.
double constraint_power(const State& state);

/// The multipliers when redundant rows share their load so that Σ w·λ² is least, with a weight per row: the
/// larger, the less a row bears. Accelerations are the same.
Array<double> calc_shared_multipliers(const State& state, In<double> weights);
/// The largest error of acceleration that no multipliers remove, because rows contradict each other, and the
/// constraint that has it (a number in the layout, or −1).
struct Contradiction {
  double size = 0;
  int constraint = -1;
};
Contradiction acceleration_contradiction(const State& state);

/// The name of the constraint that a row belongs to.
std::string constraint_name(const State& state, int row);

// --- Operators
/// G of all enabled constraints, and products with it.
const ConstraintJacobian& constraint_jacobian(const State& state);
/// What the errors of acceleration of all rows have beyond G·u̇, at the positions and velocities of the state.
Array<double> calc_constraint_biases(const State& state);
/// A = G·M⁻¹·Gᵀ in full; prescribed and locked speeds are taken as free.
MatrixX<double> calc_constraint_compliance(const State& state);
/// x and λ of  M·x = f + Gᵀ·λ, G·x = b;  prescribed speeds are held.
void solve_constrained(const State& state, In<double> f, In<double> b, Out<double> x, Out<double> lambda);
/// The forces on the speeds that rates and multipliers take beyond those that elements and gravity apply:
/// τ = M·u̇ + c − f − Gᵀ·λ.
void calc_inverse_dynamics(const State& state, In<double> udot, In<double> lambda, Out<double> tau);

}  // namespace sarrus
