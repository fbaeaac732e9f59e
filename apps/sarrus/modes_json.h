#pragma once
/// @file
#include <string>

#include "sarrus/linearize/equilibrium_branch.h"

namespace sarrus {

/// The matrices of linear equations and their modes as JSON.
std::string modes_json(const Linearization& linear, const Array<LinearMode>& modes);
/// A branch of equilibria as JSON: points with coordinates and eigenvalues, and the special ones.
std::string branch_json(const EquilibriumBranch& branch);

}  // namespace sarrus
