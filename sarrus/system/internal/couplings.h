#pragma once
/// @file
/// Elimination of dependent speeds. Some constraints couple speeds in fixed proportions, as gears and mimic
/// joints do; others are formulas that give coordinates as functions of others. If a State has no other
/// constraints, the recursion of forward dynamics eliminates the dependent speeds (coupled_speeds.h) and
/// costs hardly more than without constraints. Their multipliers are computed when they are read.

#include "sarrus/base/array.h"
#include "sarrus/loops/internal/coupling_rows.h"
#include "sarrus/system/internal/formula_couplings.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// The enabled constraints in the form of dependent speeds that follow others.
struct Couplings {
  Array<CouplingRows> rows;                          ///< Set if all constraints are fixed proportions.
  mutable std::optional<FormulaCouplings> formulas;  ///< Set if there are formulas.
  /// None if the couplings cannot be eliminated. Solving changes its workspace only.
  mutable std::optional<CoupledSpeeds> speeds;
};

/// Finds the couplings of a State. There are none if a constraint is not of this kind, if rows depend on each
/// other, if motions are prescribed or joints locked, or if a coupling connects joints so far apart that
/// elimination would not pay.
void find_couplings(const State& state, Couplings& out);
/// True if accelerations are computed by eliminating dependent speeds. With a stabilization time they are
/// not.
bool follow_couplings(const State& state);

/// True if formulas give coordinates.
bool has_driven_coordinates(const State& state);
/// Sets the coordinates or speeds that formulas give to their values. Returns false if there are none.
bool set_driven_positions(State& state);
bool set_driven_velocities(State& state);

/// Accelerations of dependent and independent speeds.
void calc_coupled_accelerations(const State& state, const ForwardDynamicsOptions<double>& options,
                                Accelerations& out);
/// Lagrange multipliers λ of all rows, whichever method found the accelerations. Those of couplings follow
/// from the generalized forces that the motion requires on the dependent speeds.
void calc_multipliers(const State& state, ConstraintMultipliers& out);

}  // namespace sarrus::internal
