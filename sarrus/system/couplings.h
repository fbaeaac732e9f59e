#pragma once
/// @file
/// Constraints that tie speeds in fixed proportions, as gears and mimic joints do, and formulas that give
/// coordinates as functions of others: where a State has no other constraints, the speeds that follow are
/// taken into the recursion of forward dynamics (coupled_speeds.h), which then takes hardly longer than
/// without them. What they exert is computed when it is asked for.

#include "sarrus/base/array.h"
#include "sarrus/loops/coupling_rows.h"
#include "sarrus/system/formula_couplings.h"
#include "sarrus/system/layout.h"

namespace sarrus {

/// The enabled constraints as speeds that follow others.
struct Couplings {
  Array<CouplingRows> rows;                          ///< Where all are proportions, or
  mutable std::optional<FormulaCouplings> formulas;  ///< where there are formulas.
  mutable std::optional<CoupledSpeeds> speeds;       ///< Or none. Solving changes memory only.
};

/// Finds them. There are none where a constraint is not of this
/// kind, where rows depend on each other, where motions are prescribed or joints locked, and where a coupling
/// ties joints that are so far apart that it would not pay.
void find_couplings(const State& state, Couplings& out);
/// Whether accelerations are those of speeds that follow others. With a stabilization time they are not.
bool follow_couplings(const State& state);

/// Whether formulas give coordinates.
bool has_driven_coordinates(const State& state);
/// Lets the coordinates and speeds that formulas give follow the others. False if none are given so.
bool set_driven_positions(State& state);
bool set_driven_velocities(State& state);

/// Accelerations of the speeds that follow and of all others.
void calc_coupled_accelerations(const State& state, const ForwardDynamicsOptions<double>& options,
                                Accelerations& out);
/// λ of all rows, however they were solved: of couplings the forces that the motion takes on the speeds that
/// follow, which multipliers have to exert.
void calc_multipliers(const State& state, ConstraintMultipliers& out);

}  // namespace sarrus
