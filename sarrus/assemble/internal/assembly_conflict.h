#pragma once
/// @file
/// Reasons why a mechanism cannot be assembled. At a minimum of the sum of squared errors Jᵀ·e = 0: taken as
/// forces, the errors of the constraints are in equilibrium. Those that are not zero push against each other,
/// against the ends of ranges, and against held coordinates.

#include "sarrus/assemble/internal/assembly_space.h"
#include "sarrus/base/array.h"

namespace sarrus::internal {

/// Position errors over all rows of the constraints.
VectorX<double> calc_open_positions(const State& state);
/// The least-squares residual of the velocity errors over all rows, which no speeds can remove. Prescribed
/// and held speeds stay fixed.
VectorX<double> calc_open_velocities(const State& state, const Array<int>& held = {});
/// The least-squares residual of the acceleration errors over all rows.
VectorX<double> calc_open_accelerations(const State& state);

/// The constraints with these errors, largest first; those far below the largest are left out.
Array<AssemblyConflict> name_open(const State& state, const VectorX<double>& rows, MotionLevel level,
                                  double tolerance);
/// True if a row's error is significant compared with the largest.
bool is_open(const VectorX<double>& rows, int row);

/// The conflicts at the position level, largest first.
Array<AssemblyConflict> find_opposition(const AssemblySpace& space, const State& state, double tolerance);

/// A description of the conflicts in words.
std::string describe(const Array<AssemblyConflict>& opposing);

}  // namespace sarrus::internal
