#pragma once
/// @file
/// Mechanisms that move in a plane: accelerations are computed by planar algebra (planar_dynamics.h), in
/// about 0.6 of the time. A System knows the plane of its model; a State whose parameters have moved a
/// joint's frames is taken to leave the plane.

#include "sarrus/planar/planar_dynamics.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// A tree in its plane.
struct PlanarMechanism {
  PlanarMechanism(const Tree<double>& of, const Vec3<double>& normal) : tree(of, normal), workspace(tree) {}
  PlanarTree<double> tree;
  mutable PlanarDynamics<double> workspace;
};

/// The normal of the plane in which a model moves, up to rounding; none if it is not planar.
std::optional<Vec3<double>> plane_of(const Model& model);
/// The normal of the plane in which the model moves with the parameters of a State.
std::optional<Vec3<double>> plane_of(const State& state);

/// Makes the planar version of a tree with the parameters of a State, if it is planar: of the State's own
/// tree, or of the smaller one with locked joints.
void find_planar_mechanism(const State& state, const Tree<double>& tree, std::optional<PlanarMechanism>& out);

}  // namespace sarrus::internal
