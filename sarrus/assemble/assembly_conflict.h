#pragma once
/// @file
/// Why a mechanism cannot be assembled. Where the sum of squared errors is least, Jᵀ·e = 0: read as forces,
/// the errors of the constraints are in balance. Those that are not zero push against each other, against the
/// ends of ranges, and against what is held.

#include "sarrus/assemble/assembly_space.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// Errors of positions, over all rows of the constraints.
VectorX<double> calc_open_positions(const State& state);
/// What speeds cannot remove of the errors of velocities, where the sum of their squares is least, over all
/// rows. Given speeds stay, and so do those that are held.
VectorX<double> calc_open_velocities(const State& state, const Array<int>& held = {});
/// The same of accelerations.
VectorX<double> calc_open_accelerations(const State& state);

/// The constraints that such errors belong to, largest first; those far below the largest are left out.
Array<AssemblyConflict> name_open(const State& state, const VectorX<double>& rows, MotionLevel level,
                                  double tolerance);
/// Whether a row's error is worth naming beside the largest.
bool is_open(const VectorX<double>& rows, int row);

/// What stands in the way of positions, largest first.
Array<AssemblyConflict> find_opposition(const AssemblySpace& space, const State& state, double tolerance);

/// The same in words.
std::string describe(const Array<AssemblyConflict>& opposing);

}  // namespace sarrus
