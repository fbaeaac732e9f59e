#pragma once
/// @file
/// Static equilibrium: coordinates at which, with all speeds zero, the forces of elements and gravity and
/// those of constraints balance each other; and what small motions about it do. With Z the motions that
/// constraints permit and K, M the stiffness and the mass matrix,
///   Zᵀ·f(q) = 0,   e(q) = 0;      Zᵀ·K·Z·y = ω²·Zᵀ·M·Z·y
/// A negative ω² is a motion away from equilibrium that grows like exp(√−ω²·t).

#include "sarrus/base/array.h"
#include "sarrus/diagnose/equilibrium_modes.h"

namespace sarrus {

/// What is looked for.
enum class EquilibriumSearch {
  stable,   ///< Downhill, as if with much damping; an equilibrium that is not stable is left.
  nearest,  ///< Newton's method: any equilibrium near the start, stable or not.
};

struct EquilibriumOptions {
  EquilibriumSearch search = EquilibriumSearch::stable;
  Array<std::string> hold{};  ///< Coordinates, or joints with all of theirs, that stay where they are.
  double tolerance = 1e-9;  ///< Of forces, in parts of the weight or of the forces at the start, the larger.
  int iterations = 300;
};

struct EquilibriumResult {
  State state;  ///< At rest, assembled; in equilibrium if it succeeded.
  bool succeeded = false;
  double residual = 0;  ///< The largest force on a permitted motion of unit size (N, N·m).
  int iterations = 0;
  Stability stability = Stability::stable;
  Array<EquilibriumMode> modes{};  ///< Of an equilibrium that was found.
  std::string obstacle{};          ///< Why the start cannot be assembled; empty if it can.

  /// One or two sentences: how it went.
  std::string text() const;
};

/// Looks for an equilibrium from a state on, which is assembled first.
EquilibriumResult find_equilibrium(const State& start, const EquilibriumOptions& options = {});

}  // namespace sarrus
