#pragma once
/// @file
/// Evaluates the enabled constraints of a state, level by level. Each function reads the quantities of the
/// levels before it from the state.

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_set.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// Which constraints are enabled.
void find_constraints(const State& state, ConstraintSet& out);

void calc_constraint_constants(const State& state, ConstraintConstants& out);
void calc_constraint_positions(const State& state, ConstraintPositions& out);
void calc_constraint_velocities(const State& state, ConstraintVelocities& out);

/// Coefficients of all rows, and G; `with_velocities` if some of them depend on velocities.
void calc_constraint_rows(const State& state, bool with_velocities, ConstraintRowsOfAll& out);

/// Errors of positions and of velocities, and errors of accelerations A with rates `udot`.
void calc_position_errors(const State& state, Array<double>& e);
void calc_velocity_errors(const State& state, Array<double>& v);
void calc_acceleration_errors(const State& state, const AccelerationKinematics<double>& A, In<double> udot,
                              Array<double>& a);

/// The largest error of a position in parts of the size of its row: by about so much rows differ from what
/// they are at exact positions, an angle or a part of a length.
double calc_row_error(const State& state);

}  // namespace sarrus
