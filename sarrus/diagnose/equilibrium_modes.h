#pragma once
/// @file
/// Small motions about an equilibrium, and whether it is stable. With Z the motions that constraints permit,
/// K the stiffness and M the mass matrix,
///   Zᵀ·K·Z·y = ω²·Zᵀ·M·Z·y
/// A negative ω² is a motion away from equilibrium that grows like exp(√−ω²·t).

#include "sarrus/assemble/named_amount.h"
#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

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
  Array<NamedAmount> motion{};  ///< Speeds, the largest being one.

  /// ω of an oscillation, rad/s; zero of any other.
  double frequency() const;
  /// How fast a motion grows, 1/s; zero of any other.
  double growth_rate() const;
};

/// Modes of a state that is in equilibrium, the least stable first. Forces are taken to have a potential: of
/// a stiffness that is not symmetric, the symmetric part counts.
Array<EquilibriumMode> calc_equilibrium_modes(const State& state, const Array<std::string>& hold = {});
Stability worst_stability(const Array<EquilibriumMode>& modes);

}  // namespace sarrus
