#pragma once
/// @file
/// When a row of constraints counts as independent of others: one policy for dynamics, projections and
/// studies. A row is compared with itself, so that its unit does not matter: σ is the part of it, in the
/// metric of the matrix A = G·M⁻¹·Gᵀ (or of what stands for M⁻¹), that is at right angles to all others. The
/// pivots of A are squares σ², known to rounding only:
///
///   σ > clear                 independent beyond doubt; elimination by pivots is accurate to 1e-10
///   uncertain < σ ≤ clear     independent by little if σ > least: σ is found by orthogonalization, which
///   does
///                             not square it, and so is what the row demands (weak_rows.h)
///   σ ≤ uncertain             dependent: A cannot tell it from rounding
///
/// Rows that say the same at exact positions only, as in overconstrained mechanisms, differ by as much as
/// positions are off: with relative errors of position ε, `least` is a multiple of ε.

#include <algorithm>

namespace sarrus::row_rank {

inline constexpr double clear = 1e-3, uncertain = 3e-7;
/// So near to a position where rows become dependent, methods without pivots leave it to those that have
/// them, and simulations take care of where their steps lead.
inline constexpr double near_singular = 1e-2;

/// The least independent part of a row, for rows that are uncertain by ε of their size.
inline double least(double row_error) {
  constexpr double least_multiple = 10, largest = 1e-2;
  return std::clamp(least_multiple * row_error, uncertain, largest);
}

}  // namespace sarrus::row_rank
