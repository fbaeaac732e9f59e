#pragma once
/// @file
/// Trees with different inertias may have the same equations of motion. Some inertias may be moved from the
/// child of a joint to its parent: masses on the axis of a pin, a mass at the center of a ball, a rotational
/// inertia across a slider. [Featherstone 2008, sec. 9.7]   An inertia Δ, fixed in the child, may pass
/// through the joint if at all positions of the joint
///   X_FM·Δ is the same inertia in the parent's frame F,  and  Δ·H = 0: no force is needed to move it.
/// Mass matrix, inverse and forward dynamics, total mass, center of mass and momentum do not change. The
/// wrenches that joints transmit do, and the inertia of a single body has no meaning by itself. An algorithm
/// that inverts the inertias of single bodies (divide and conquer) does not work afterwards.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// A basis of the inertias that may pass through a node's joint, in the node's frame: one for each parameter
/// in `taken` (numbered as in inertia_parameters.h). That parameter is one in it, the other taken ones are
/// zero.
struct PassingInertias {
  Array<int> taken;
  Array<RigidInertia<double>> basis;
};
/// Finds the inertias numerically from random positions of the joint, so that any type of joint is supported.
PassingInertias passing_inertias(const Tree<double>& tree, int node);

/// Inertias of the nodes, in their frames, after as much as possible has been moved inward: the parameters
/// `taken` of each node are exactly zero. Inertia that reaches the world is kept there.
Array<RigidInertia<double>> simplified_inertias(const Tree<double>& tree);

/// Parameters with the inertias of simplified_inertias(). The inertia of a node is assigned to the body whose
/// joint it is; bodies welded to it have none.
Parameters<double> simplified(const Tree<double>& tree);

/// Augmented bodies of a tree whose joints only rotate: each node with, at the joint of each of its children,
/// a particle with the mass of everything beyond that joint. About the node's origin, in its frame. The first
/// moments h of the augmented bodies beyond a joint add up to that of everything beyond it.
Array<RigidInertia<double>> augmented_inertias(const Tree<double>& tree);

}  // namespace sarrus
