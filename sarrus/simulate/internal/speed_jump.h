#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The number of rows of all enabled constraints.
int constraint_row_count(const State& state);

/// The jump x of the speeds by generalized impulses f, where the constraints jump by b and prescribed speeds
/// not at all:  M·x = f + Gᵀ·Λ,  G·x = b.
Array<double> solve_for_jump(const State& state, Array<double> f, In<double> b);

}  // namespace sarrus::internal
