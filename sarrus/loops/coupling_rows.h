#pragma once
/// @file
/// Rows of constraints that concern speeds alone, R·u̇ = b, solved for as many speeds as there are rows:
///   u̇_d = −R_d⁻¹·R_i·u̇_i + R_d⁻¹·b
/// by elimination with the largest entries as pivots. [Featherstone 2008, sec. 8.8]

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/coupled_speeds.h"
#include "sarrus/loops/constraint_jacobian.h"

namespace sarrus {

/// The rows of one set of speeds that hang together.
struct CouplingRows {
  Array<int> rows;                  ///< As G numbers them.
  Array<FollowingSpeed> following;  ///< As many, for b = 0.
  MatrixX<double> inverse;          ///< R_d⁻¹: a row per speed that follows, a column per row.

  /// The multipliers that exert so much on the speeds that follow: λ = R_d⁻ᵀ·f_d. `f` is per speed of the
  /// tree, `lambda` per row of G.
  void calc_multipliers(In<double> f, Out<double> lambda) const;
};

/// All rows of G, which read speeds directly; nothing where rows depend on each other.
std::optional<Array<CouplingRows>> solve_coupling_rows(const Tree<double>& tree, const ConstraintJacobian& G);

}  // namespace sarrus
