#pragma once
/// @file
/// Static equilibrium: coordinates at which, with all speeds zero, the forces of elements and gravity and
/// those of constraints balance each other; and what small motions about it do. With Z the motions that
/// constraints permit and K, M the stiffness and the mass matrix,
///   Zᵀ·f(q) = 0,   e(q) = 0;      Zᵀ·K·Z·y = ω²·Zᵀ·M·Z·y
/// A negative ω² is a motion away from equilibrium that grows like exp(√−ω²·t).

#include "sarrus/study/diagnosis.h"

namespace sarrus {

/// What is looked for.
enum class EquilibriumSearch {
  stable,   ///< Downhill, as if with much damping; an equilibrium that is not stable is left.
  nearest,  ///< Newton's method: any equilibrium near the start, stable or not.
};

struct EquilibriumOptions {
  EquilibriumSearch search = EquilibriumSearch::stable;
  std::vector<std::string> hold{};  ///< Coordinates, or joints with all of theirs, that stay where they are.
  double tolerance = 1e-9;  ///< Of forces, in parts of the weight or of the forces at the start, the larger.
  int iterations = 300;
};

enum class Stability {
  stable,    ///< Every small motion is driven back.
  neutral,   ///< Some motion is neither driven back nor away, as far as stiffness tells.
  unstable,  ///< Some motion grows.
  rigid,     ///< There is no motion at all.
};
std::string to_string(Stability stability);

/// A small oscillation, or a motion that grows.
struct EquilibriumMode {
  double squared_frequency = 0;  ///< ω², (rad/s)²; not finite where the motion carries no mass.
  Stability stability = Stability::stable;
  std::vector<NamedAmount> motion{};  ///< Speeds, the largest being one.

  /// ω of an oscillation, rad/s; zero of any other.
  double frequency() const;
  /// How fast a motion grows, 1/s; zero of any other.
  double growth_rate() const;
};

/// Modes of a state that is in equilibrium, the least stable first. Forces are taken to have a potential: of
/// a stiffness that is not symmetric, the symmetric part counts.
std::vector<EquilibriumMode> calc_equilibrium_modes(const State& state,
                                                    const std::vector<std::string>& hold = {});
Stability worst_stability(const std::vector<EquilibriumMode>& modes);

struct EquilibriumResult {
  State state;  ///< At rest, assembled; in equilibrium if it succeeded.
  bool succeeded = false;
  double residual = 0;  ///< The largest force on a permitted motion of unit size (N, N·m).
  int iterations = 0;
  Stability stability = Stability::stable;
  std::vector<EquilibriumMode> modes{};  ///< Of an equilibrium that was found.

  /// One or two sentences: how it went.
  std::string text() const;
};

/// Looks for an equilibrium from a state on, which is assembled first. An Error if it cannot be.
EquilibriumResult find_equilibrium(const State& start, const EquilibriumOptions& options = {});

}  // namespace sarrus
