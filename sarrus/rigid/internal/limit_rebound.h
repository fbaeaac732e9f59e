#pragma once
/// @file
#include "sarrus/complementarity/cone_problem.h"

namespace sarrus::internal {

/// ½·vᵀ·M·v. Sets `momentum` to M·v.
double calc_kinetic_energy(const RowOperator& rows, In<double> v, Array<double>& momentum);

/// Laws of impact may add energy where friction or several contacts act together [Kane 1984]. If `rebound`
/// has more kinetic energy than `energy`, only as much of it is taken as has that energy: v = v₀ + θ·(v₁ −
/// v₀), between the speeds v₀ of `plastic`, without restitution, and v₁ of `rebound`.
void limit_rebound(const RowOperator& rows, double energy, const ConeSolution& plastic,
                   ConeSolution& rebound);

}  // namespace sarrus::internal
