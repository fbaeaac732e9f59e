#pragma once
/// @file
#include <complex>

#include "sarrus/linearize/equilibrium_branch.h"

namespace sarrus {

/// All eigenvalues of modes, conjugates included.
Array<std::complex<double>> eigenvalues_of(const Array<LinearMode>& modes);

/// The way of each eigenvalue along a branch, point by point.
Array<Array<std::complex<double>>> follow_eigenvalues(const EquilibriumBranch& branch);

}  // namespace sarrus
