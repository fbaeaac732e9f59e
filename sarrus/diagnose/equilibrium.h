#pragma once
/// @file
/// Static equilibrium: coordinates at which, with all speeds zero, the forces of elements, gravity and
/// constraints are in balance; and the modes of small motions about it. With Z a basis of the motions that
/// constraints permit and K, M the stiffness and the mass matrix,
///   Zᵀ·f(q) = 0,   e(q) = 0;      Zᵀ·K·Z·y = ω²·Zᵀ·M·Z·y
/// A negative ω² is a motion away from equilibrium that grows like exp(√−ω²·t).

#include "sarrus/base/array.h"
#include "sarrus/diagnose/equilibrium_modes.h"

namespace sarrus {

/// The kind of equilibrium to search for.
enum class EquilibriumSearch {
  stable,   ///< Descent, as in heavily damped motion; the search leaves an unstable equilibrium.
  nearest,  ///< Newton's method: any equilibrium near the start, stable or not.
};

struct EquilibriumOptions {
  EquilibriumSearch search = EquilibriumSearch::stable;
  /// Names of coordinates, or of joints with all their coordinates, that stay fixed.
  Array<std::string> hold{};
  /// Tolerance of forces, relative to the weight or the forces at the start, whichever is larger.
  double tolerance = 1e-9;
  int iterations = 300;
};

struct EquilibriumResult {
  State state;  ///< At rest, assembled; in equilibrium if it succeeded.
  bool succeeded = false;
  double residual = 0;  ///< The largest force along a permitted motion of unit size (N, N·m).
  int iterations = 0;
  Stability stability = Stability::stable;
  Array<EquilibriumMode> modes{};  ///< Modes of the equilibrium, if one was found.
  std::string obstacle{};          ///< The reason why the start cannot be assembled; empty if it can.

  /// A summary in one or two sentences.
  std::string text() const;
};

/// Searches for an equilibrium from a state, which is assembled first.
EquilibriumResult find_equilibrium(const State& start, const EquilibriumOptions& options = {});

}  // namespace sarrus
