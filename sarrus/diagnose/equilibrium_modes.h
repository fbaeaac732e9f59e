#pragma once
/// @file
/// Modes of small motions about an equilibrium, and its stability. With Z a basis of the motions that
/// constraints permit, K the stiffness and M the mass matrix,
///   Zᵀ·K·Z·y = ω²·Zᵀ·M·Z·y
/// A negative ω² is a motion away from equilibrium that grows like exp(√−ω²·t).

#include "sarrus/assemble/named_amount.h"
#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

enum class Stability {
  stable,    ///< Every small motion is restored.
  neutral,   ///< Some motion is neither restored nor amplified, to first order (by stiffness).
  unstable,  ///< Some motion grows.
  rigid,     ///< No motion is possible.
};
std::string to_string(Stability stability);

/// A mode: a small oscillation, or a motion that grows.
struct EquilibriumMode {
  double squared_frequency = 0;  ///< ω², (rad/s)²; not finite if the motion moves no mass.
  Stability stability = Stability::stable;
  Array<NamedAmount> motion{};  ///< Speeds of the motion, the largest equal to one.

  /// ω of an oscillation, rad/s; zero for any other motion.
  double frequency() const;
  /// The rate of a growing motion, 1/s; zero for any other motion.
  double growth_rate() const;
};

/// Modes of a state in equilibrium, the least stable first. Forces are assumed to be conservative: only the
/// symmetric part of the stiffness is used.
Array<EquilibriumMode> calc_equilibrium_modes(const State& state, const Array<std::string>& hold = {});
Stability worst_stability(const Array<EquilibriumMode>& modes);

}  // namespace sarrus
