#pragma once
/// @file
#include "apps/plot/plot.h"
#include "sarrus/linearize/equilibrium_branch.h"

namespace sarrus {

/// The eigenvalues of modes in the complex plane, with lines of equal damping ratio.
Plot poles_plot(const Array<LinearMode>& modes, const std::string& model_name);
/// The eigenvalues along a branch of equilibria, from its start to its end, and at its special points. The
/// state has the unit of the parameter.
Plot root_locus_plot(const EquilibriumBranch& branch, const State& state);

}  // namespace sarrus
