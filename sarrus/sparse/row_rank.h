#pragma once
/// @file
/// Criterion for the independence of a constraint row: one policy for dynamics, projections and studies. A
/// row is compared with itself, so that its unit does not matter: σ is the fraction of its norm, in the
/// metric of the Delassus matrix A = G·M⁻¹·Gᵀ (or of what stands for M⁻¹), that is orthogonal to all other
/// rows. The pivots of A are squares σ², known to rounding only:
///
///   σ > clear                 independent beyond doubt; elimination by pivots is accurate to 1e-10
///   uncertain < σ ≤ clear     weakly independent if σ > least: σ is found by orthogonalization, which does
///                             not square it, and so is the row's part of the solution (weak_rows.h)
///   σ ≤ uncertain             dependent: A cannot distinguish it from rounding
///
/// Rows that are redundant only at exact positions, as in overconstrained mechanisms, differ by as much as
/// the positions are in error: with relative errors of position ε, `least` is a multiple of ε.

#include <algorithm>

namespace sarrus::row_rank {

inline constexpr double clear = 1e-3, uncertain = 3e-7;
/// Below this σ a position counts as nearly singular, and simulations check where their steps lead.
inline constexpr double near_singular = 1e-2;

/// Least σ at which a row counts as independent, for rows that are uncertain by ε relative to their size.
inline double least(double row_error) {
  constexpr double least_multiple = 10, largest = 1e-2;
  return std::clamp(least_multiple * row_error, uncertain, largest);
}

}  // namespace sarrus::row_rank
