#pragma once
/// @file
/// Evaluates the enabled constraints of a state, level by level.

#include "sarrus/system/constraint_set.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// Which constraints are enabled.
void find_constraints(const State& state, ConstraintSet& out);

/// Relative positions, velocities, and accelerations of all frames; each level takes over those before it.
/// Accelerations are those that `A` holds, with the rates `udot` that it was computed from (empty: zero).
void calc_constraint_positions(const State& state, const ConstraintSet& set, ConstraintMotions& out);
void calc_constraint_velocities(const State& state, const ConstraintSet& set,
                                const ConstraintMotions& positions, ConstraintMotions& out);
void calc_constraint_accelerations(const State& state, const ConstraintSet& set,
                                   const ConstraintMotions& velocities,
                                   const AccelerationKinematics<double>& A, In<double> udot,
                                   ConstraintMotions& out);

/// The arguments of one constraint's functions.
ConstraintArguments<double> arguments_of(const State& state, const ConstraintSet& set, int member,
                                         const ConstraintMotions& motions);

/// Coefficients of all rows, and G.
void calc_constraint_rows(const State& state, const ConstraintSet& set, const ConstraintMotions& motions,
                          ConstraintRowsOfAll& out);

/// Errors of positions and of velocities, and errors of accelerations for the motions given.
void calc_position_errors(const State& state, const ConstraintSet& set, const ConstraintMotions& positions,
                          std::vector<double>& e);
void calc_velocity_errors(const State& state, const ConstraintSet& set, const ConstraintMotions& velocities,
                          const ConstraintRowsOfAll& rows, std::vector<double>& v);
void calc_acceleration_errors(const State& state, const ConstraintSet& set,
                              const ConstraintMotions& accelerations, const ConstraintRowsOfAll& rows,
                              std::vector<double>& a);

}  // namespace sarrus
