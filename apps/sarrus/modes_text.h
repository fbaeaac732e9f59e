#pragma once
/// @file
/// Modes and branches of equilibria as text for people.

#include <string>

#include "sarrus/linearize/equilibrium_branch.h"

namespace sarrus {

/// "-0.02183 ± 2.2405i".
std::string eigenvalue_text(const LinearMode& mode);
/// The states that move most in a mode, with their amplitudes and phases relative to the first.
std::string shape_text(const Linearization& linear, const LinearMode& mode);
/// A table of modes, and whether some grow.
std::string modes_text(const Linearization& linear, const Array<LinearMode>& modes);
/// Equilibria over a parameter, about fifteen of them, and all that is special.
std::string branch_text(const EquilibriumBranch& branch);

}  // namespace sarrus
