#pragma once
/// @file
/// Trees with different inertias may have the same equations of motion. What a joint lets pass may be taken
/// from its child and given to its parent: masses on the axis of a pin, a mass at the center of a ball, a
/// rotational inertia across a slider. [Featherstone 2008, sec. 9.7]   An inertia Δ, fixed in the child, may
/// pass if at all positions of the joint
///   X_FM·Δ is the same inertia in the parent's frame F,  and  Δ·H = 0: it takes no force to move it.
/// Mass matrix, inverse and forward dynamics, total mass, center of mass and momentum stay as they are; the
/// wrenches that joints transmit do not, nor does the inertia of a single body mean anything by itself.
/// An algorithm that inverts the inertias of single bodies (divide and conquer) does not work afterwards.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// The inertias that may pass through a node's joint, in the node's frame: one for each parameter in `taken`
/// (numbered as in inertia_parameters.h), which it holds once and the others not at all.
struct PassingInertias {
  Array<int> taken;
  Array<RigidInertia<double>> basis;
};
/// Found numerically from random positions of the joint, so that any type of joint will do.
PassingInertias passing_inertias(const Tree<double>& tree, int node);

/// Inertias of the nodes, in their frames, after as much as possible has been passed inward: the parameters
/// `taken` of each node are exactly zero. What passes into the world is kept there.
Array<RigidInertia<double>> simplified_inertias(const Tree<double>& tree);

/// Parameters with these inertias. The inertia of a node is given to the body whose joint it is; bodies
/// welded to it have none.
Parameters<double> simplified(const Tree<double>& tree);

/// Augmented bodies of a tree of joints that only turn: each node with a particle at the joint of each of its
/// children that has the mass of everything beyond it. About the node's origin, in its frame. The first
/// moments h of the augmented bodies beyond a joint add up to that of everything beyond it.
Array<RigidInertia<double>> augmented_inertias(const Tree<double>& tree);

}  // namespace sarrus
