#pragma once
/// @file
/// How a position that fulfills the constraints moves when lengths, places or time change: with the position
/// errors e(q, p) and their rows G, the smallest change δ of the position, in the directions of the speeds,
/// that keeps e = 0,
///   G·δ + ∂e/∂p = 0,   |W·δ| → min
/// It is the derivative of what assembly and projections do.

#include <string>

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct AssemblyDerivatives {
  Array<std::string> names;  ///< Of the columns.
  MatrixX<double> position;  ///< δ, with δq = N·δ: one row for each speed, one column for each value.
  double error = 0;          ///< Estimate of the largest error of a column, relative to its largest entry.
};

/// The derivatives by parameters, masses, places, gravity, and "time", by their names as in linearize(), at a
/// state that is assembled. `weights` are the costs of a unit change of each speed, infinite for one that is
/// held; empty: all one. Locked joints are held too, and coordinates that are given follow their functions. A
/// change that no small motion follows, as with redundant constraints, is an Error.
AssemblyDerivatives calc_assembly_derivatives(const State& state, const Array<std::string>& values,
                                              const Array<double>& weights = {});

}  // namespace sarrus
