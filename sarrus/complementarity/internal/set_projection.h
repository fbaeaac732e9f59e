#pragma once
/// @file
/// Projections onto force sets. Contacts are scaled: with û_T = D·u_T and r_T = D·r̂_T, which leaves the power
/// r·u what it is, every cone is {|r̂_T| ≤ r_n}, whatever the friction, and is its own dual.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/complementarity/force_set.h"

namespace sarrus::internal {

/// The factor of row i of a set: u → û, r̂ → r.
inline double row_scale(const ForceSet& set, int i) { return i == 0 ? 1.0 : set.friction[i - 1]; }

/// |x_T| of the rows of a contact.
inline double tangential_norm(const ForceSet& set, const double* x) {
  double sum = 0;
  for (int i = 1; i < set.rows; ++i) sum += x[i] * x[i];
  return std::sqrt(sum);
}

/// De Saxcé's shift of the normal row: |û_T| of a contact, 0 of others.
inline double calc_shift(const ForceSet& set, const double* u) {
  return set.kind == ForceSetKind::contact ? tangential_norm(set, u) : 0.0;
}

/// Replaces x by the nearest point of the set.
inline void project(const ForceSet& set, double* x) {
  switch (set.kind) {
    case ForceSetKind::free:
      return;
    case ForceSetKind::unilateral:
      x[0] = std::max(x[0], 0.0);
      return;
    case ForceSetKind::limited:
      x[0] = std::clamp(x[0], -set.limit, set.limit);
      return;
    case ForceSetKind::contact:
      break;
  }
  const double t = tangential_norm(set, x);
  if (t <= x[0]) return;
  // On the boundary, a·(1, x_T/t) with a = (x_n + t)/2, unless x is in the polar cone.
  const double a = t <= -x[0] ? 0.0 : 0.5 * (x[0] + t);
  x[0] = a;
  for (int i = 1; i < set.rows; ++i) x[i] *= a == 0 ? 0.0 : a / t;
}

/// The derivative of the projection at x, by rows.
inline void calc_projection_derivative(const ForceSet& set, const double* x, double* block) {
  const int n = set.rows;
  std::fill(block, block + n * n, 0.0);
  const double t = tangential_norm(set, x);
  const bool inside = set.kind == ForceSetKind::free || (set.kind == ForceSetKind::unilateral && x[0] > 0) ||
                      (set.kind == ForceSetKind::limited && std::abs(x[0]) < set.limit) ||
                      (set.kind == ForceSetKind::contact && t <= x[0]);
  if (inside) {
    for (int i = 0; i < n; ++i) block[i * n + i] = 1;
    return;
  }
  if (set.kind != ForceSetKind::contact || t <= -x[0]) return;
  // ½·w·wᵀ + (a/t)·(1 − d·dᵀ)_T with d = x_T/t, w = (1, d), a = (x_n + t)/2.
  const double turn = 0.5 * (x[0] + t) / t;
  block[0] = 0.5;
  for (int i = 1; i < n; ++i) {
    block[i] = block[i * n] = 0.5 * x[i] / t;
    for (int j = 1; j < n; ++j)
      block[i * n + j] = (0.5 - turn) * (x[i] / t) * (x[j] / t) + (i == j ? turn : 0.0);
  }
}

/// The least t > 0 at which r + t·d, from forces r within a set, comes to the boundary between two modes;
/// infinity: there is none. Forces that slide on the boundary of their cone slide on until they are zero.
inline double calc_way_to_boundary(const ForceSet& set, const double* r, const double* d) {
  constexpr double never = std::numeric_limits<double>::infinity();
  constexpr double thin = 1e-9;  // of the cone, relative to its axis: these forces slide
  if (set.kind == ForceSetKind::free) return never;
  if (set.kind == ForceSetKind::limited) {
    const double left = d[0] > 0 ? set.limit - r[0] : d[0] < 0 ? set.limit + r[0] : 0;
    return left > 0 ? left / std::abs(d[0]) : never;
  }
  const double open = d[0] < 0 ? -r[0] / d[0] : never;
  if (set.kind == ForceSetKind::unilateral) return open;
  // r_n² − |r_T|² = c + 2·b·t + a·t² = 0
  double a = d[0] * d[0], b = r[0] * d[0], c = r[0] * r[0];
  for (int k = 1; k < set.rows; ++k) a -= d[k] * d[k], b -= r[k] * d[k], c -= r[k] * r[k];
  const double root = b * b - a * c;
  if (c <= thin * r[0] * r[0] || root < 0) return open;
  const double q = -b - std::copysign(std::sqrt(root), b);
  double way = open;
  for (const double t : {q / a, c / q})
    if (t > 0) way = std::min(way, t);
  return way;
}

/// The mode of a set whose forces and speeds meet in x = r̂ − û/g.
inline RowMode find_mode(const ForceSet& set, const double* x) {
  switch (set.kind) {
    case ForceSetKind::free:
      return RowMode::holding;
    case ForceSetKind::unilateral:
      return x[0] > 0 ? RowMode::holding : RowMode::open;
    case ForceSetKind::limited:
      return x[0] > set.limit ? RowMode::upper : x[0] < -set.limit ? RowMode::lower : RowMode::holding;
    case ForceSetKind::contact:
      break;
  }
  if (x[0] <= 0) return RowMode::open;
  return tangential_norm(set, x) <= x[0] ? RowMode::holding : RowMode::sliding;
}

}  // namespace sarrus::internal
