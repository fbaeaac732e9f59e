#pragma once
/// @file
/// Evaluates the enabled constraints of a state, level by level. Each function reads the quantities of the
/// lower levels from the state.

#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// Finds the enabled constraints and numbers their rows.
void find_constraints(const State& state, ConstraintSet& out);

void calc_constraint_constants(const State& state, ConstraintConstants& out);
void calc_constraint_positions(const State& state, ConstraintPositions& out);
void calc_constraint_velocities(const State& state, ConstraintVelocities& out);

/// Computes the coefficients of all rows, and G; `with_velocities` if some of them depend on velocities.
void calc_constraint_rows(const State& state, bool with_velocities, ConstraintRowsOfAll& out);

/// Errors at the position, velocity and acceleration levels; the last for accelerations A of bodies and u̇ =
/// `udot`.
void calc_position_errors(const State& state, Array<double>& e);
void calc_velocity_errors(const State& state, Array<double>& v);
void calc_acceleration_errors(const State& state, const AccelerationKinematics<double>& A, In<double> udot,
                              Array<double>& a);

/// The largest position error relative to the size of its row. It estimates how much the rows differ from
/// those at exact positions: an angle, or a fraction of a length.
double calc_row_error(const State& state);

}  // namespace sarrus::internal
