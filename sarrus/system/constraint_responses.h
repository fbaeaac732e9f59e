#pragma once
/// @file
/// Constraints in a State: their errors, their forces, and operators for the equations of motion. With e the
/// position errors and v the velocity errors,
///   ė and v = G·u + drift,   M·u̇ = f + Gᵀ·λ

#include <string_view>

#include "sarrus/base/array.h"
#include "sarrus/scalar/matrix.h"
#include "sarrus/spatial/motion_force.h"
#include "sarrus/spatial/pose.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/state.h"

namespace sarrus {

class ConstraintJacobian;

/// Errors of all enabled constraints: of position rows; of position and velocity rows at the velocity level;
/// of all rows at the accelerations of the state.
In<double> position_errors(const State& state);
In<double> velocity_errors(const State& state);
Array<double> acceleration_errors(const State& state);
/// Lagrange multipliers λ of all rows.
In<double> multipliers(const State& state);

/// Errors and multipliers of one constraint; empty if it is disabled.
In<double> position_errors(const State& state, ElementId constraint);
In<double> velocity_errors(const State& state, ElementId constraint);
Array<double> acceleration_errors(const State& state, ElementId constraint);
In<double> multipliers(const State& state, ElementId constraint);

/// The wrench that a constraint exerts on the body of its frame M, about M's origin, in F's axes; the
/// opposite acts on the body of F. `frame` is the number of the frame M.
Force<double> constraint_force(const State& state, ElementId constraint, int frame = 0);
/// The generalized forces of a constraint on the speeds that it reads directly, in the order of declaration.
Array<double> constraint_mobility_forces(const State& state, ElementId constraint);
/// The forces of all constraints on bodies and speeds.
const AppliedForces& constraint_forces(const State& state);
/// The power of a constraint's forces: zero if it is satisfied and does not depend on time.
double constraint_power(const State& state, ElementId constraint);
/// The power of all constraint forces together.
double constraint_power(const State& state);

/// The multipliers of minimal weighted norm Σ w·λ², for sharing the load among redundant rows: the larger the
/// weight of a row, the less load it carries. Accelerations are the same.
Array<double> calc_shared_multipliers(const State& state, In<double> weights);
/// The largest acceleration error that no multipliers can remove, because rows contradict each other, and its
/// constraint (a number in the layout, or −1).
struct Contradiction {
  double size = 0;
  int constraint = -1;
};
Contradiction acceleration_contradiction(const State& state);

/// The name of the constraint that a row belongs to.
std::string constraint_name(const State& state, int row);

/// The largest error of some rows, each relative to its unit error; at the velocity level, to its unit error
/// per characteristic time.
struct ConstraintError {
  double size = 0;
  int constraint = -1;  ///< Number in the layout, or −1: none.
  double unit = 1;      ///< The unit error of the row: size·unit is the error in m, rad, m/s ...
};
ConstraintError largest_position_error(const State& state);
ConstraintError largest_velocity_error(const State& state);

// --- Frames
/// The pose of a frame of a constraint on its body: number 0 is F, the next ones are the frames M.
Pose<double> constraint_frame(const State& state, std::string_view constraint, int frame);
/// Moves a frame of a constraint on its body: a target that moves, a hole drilled elsewhere.
void set_constraint_frame(State& state, std::string_view constraint, int frame, const Pose<double>& X_BF);

// --- Operators
/// The constraint Jacobian G of all enabled constraints, with products.
const ConstraintJacobian& constraint_jacobian(const State& state);
/// The terms of the acceleration errors of all rows beyond G·u̇, at the positions and velocities of the
/// state.
Array<double> calc_constraint_biases(const State& state);
/// The Delassus matrix A = G·M⁻¹·Gᵀ as a dense matrix; prescribed and locked speeds are taken as free.
MatrixX<double> calc_constraint_compliance(const State& state);
/// Solves the KKT system M·x = f + Gᵀ·λ, G·x = b for x and λ; prescribed speeds are held.
void solve_constrained(const State& state, In<double> f, In<double> b, Out<double> x, Out<double> lambda);
/// The generalized forces that given rates and multipliers require beyond those that elements and gravity
/// apply: τ = M·u̇ + c − f − Gᵀ·λ.
void calc_inverse_dynamics(const State& state, In<double> udot, In<double> lambda, Out<double> tau);

}  // namespace sarrus
