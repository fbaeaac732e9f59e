#pragma once
/// @file
/// The two sweeps of inverse dynamics in world axes and 4-lane vectors, for double.

#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus {

/// Motions of the nodes, and the wrench that each takes by itself.
void sweep_outward(const Tree<double>& tree, In<double> u, In<double> udot, In<Force<double>> F_B_W,
                   const InverseDynamicsOptions& options, InverseDynamics<double>& out);
/// Projects the wrenches on the joints and passes them on to the parents.
void sweep_inward(const Tree<double>& tree, InverseDynamics<double>& out, double* tau);

}  // namespace sarrus
