#pragma once
/// @file
/// Constraint rows that concern speeds alone, R·u̇ = b, solved for as many speeds as there are rows:
///   u̇_d = −R_d⁻¹·R_i·u̇_i + R_d⁻¹·b
/// by elimination with the largest entries as pivots. [Featherstone 2008, sec. 8.8]

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coupled_speeds.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

/// The rows of one connected set of speeds.
struct CouplingRows {
  Array<int> rows;                  ///< Row numbers in G.
  Array<FollowingSpeed> following;  ///< The dependent speeds, one per row, for b = 0.
  MatrixX<double> inverse;          ///< R_d⁻¹: a row per dependent speed, a column per element of `rows`.

  /// Computes the multipliers that exert the generalized forces f_d on the dependent speeds: λ = R_d⁻ᵀ·f_d.
  /// `f` is per speed of the tree, `lambda` per row of G.
  void calc_multipliers(In<double> f, Out<double> lambda) const;
};

/// Solves all rows of G, which read speeds directly; empty if rows depend on each other.
std::optional<Array<CouplingRows>> solve_coupling_rows(const Tree<double>& tree, const ConstraintJacobian& G);

}  // namespace sarrus::internal
