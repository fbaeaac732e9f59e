#pragma once
/// @file
/// Mechanisms that move in a plane: accelerations come from planar algebra (planar_dynamics.h), in about 0.6
/// of the time. A System knows the plane of its model; a State whose parameters have moved a joint's frames
/// is taken to leave it.

#include "sarrus/system/layout.h"
#include "sarrus/tree_methods/planar_dynamics.h"

namespace sarrus {

/// A tree in its plane.
struct PlanarMechanism {
  PlanarMechanism(const Tree<double>& of, const Vec3<double>& normal) : tree(of, normal), workspace(tree) {}
  PlanarTree<double> tree;
  mutable PlanarDynamics<double> workspace;
};

/// The normal of the planes in which a model moves, up to rounding; none if it does not.
std::optional<Vec3<double>> plane_of(const Model& model);
/// The same with the parameters of a State.
std::optional<Vec3<double>> plane_of(const State& state);

/// Puts a tree with the parameters of a State in its plane, if it has one: that of the State or what locks
/// leave of it.
void find_planar_mechanism(const State& state, const Tree<double>& tree, std::optional<PlanarMechanism>& out);

}  // namespace sarrus
