#pragma once
/// @file
/// The sets K of forces that rows of a cone problem may have, and what makes a force "the right one" in them.
///
/// | kind       | forces r in K         | together with u, the speed of the row(s) plus bias  |
/// |------------|-----------------------|-----------------------------------------------------|
/// | free       | any                   | u = 0                                               |
/// | unilateral | r ≥ 0                 | u ≥ 0, r·u = 0                                      |
/// | limited    | −limit ≤ r ≤ limit    | u = 0, or r = ∓limit against u                      |
/// | contact    | \|D⁻¹·r_T\| ≤ r_n   | u_n ≥ 0, r_n·u_n = 0, and Coulomb's law for r_T, u_T  |
///
/// The rows of a contact are its normal one, then up to five tangential ones (slip, torsion, rolling) with
/// the coefficients D = diag(μ₁, μ₂, …), of which those of torsion and rolling are lengths.

#include <array>

#include "sarrus/base/array_view.h"

namespace sarrus {

enum class ForceSetKind { free, unilateral, limited, contact };

/// The set of one row or, for a contact, of its rows together.
struct ForceSet {
  static constexpr int max_rows = 6;

  ForceSetKind kind = ForceSetKind::free;
  int rows = 1;
  double limit = 0;                             ///< Of a limited row, ≥ 0.
  std::array<double, max_rows - 1> friction{};  ///< Coefficients ≥ 0 of a contact, rows − 1 of them.

  static ForceSet make_free() { return {}; }
  static ForceSet make_unilateral() { return {.kind = ForceSetKind::unilateral}; }
  /// Throws unless 0 ≤ limit.
  static ForceSet make_limited(double limit);
  /// Slip in two directions with one coefficient. Throws unless 0 ≤ friction < ∞.
  static ForceSet make_contact(double friction) { return make_contact({friction, friction}); }
  /// One coefficient per tangential row; none for a contact without friction.
  static ForceSet make_contact(In<double> friction);
};

/// How a row acts in a solution. The mode of a free row is always `holding`.
enum class RowMode {
  open,     ///< No force: a contact that separates, a stop that is not reached.
  holding,  ///< The speed is zero and the force what is needed: a contact that sticks, a limited row that
            ///< holds.
  sliding,  ///< A contact slips: the force is on the boundary of the cone.
  upper,    ///< A limited row gives way with its greatest force.
  lower     ///< A limited row gives way with its least force.
};

}  // namespace sarrus
