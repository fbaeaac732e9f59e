#pragma once
/// @file
/// Dynamics in the independent coordinates of a CoordinateMap: trees with gears, differentials and cams.
///   Gᵀ·M·G·v̇ = τ_v − Gᵀ·(bias + M·g)        [Featherstone 2008, eq. 9.26 and 9.27]
/// τ_v are the forces on the independent speeds; forces τ on the speeds of the model are equivalent to Gᵀ·τ.
/// Rows of G that belong to independent coordinates are rows of the identity matrix and cost nothing; the
/// product uses only the entries that the tree and the map have. The matrix that is solved is dense.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/tree_methods/coordinate_map.h"

namespace sarrus {

/// Results of a map at (y, v), with workspace.
template <class T>
struct MappedCoordinates {
  explicit MappedCoordinates(const CoordinateMap& map);

  Array<T> q, u;        ///< Coordinates and speeds of the model.
  Array<T> G;           ///< Entries of the driven rows; see CoordinateMap.
  Array<T> bias;        ///< g, per speed of the model.
  Array<T> x, hessian;  ///< Arguments and Hessian of one function.
};

/// Workspace of dynamics in independent coordinates.
template <class T>
struct MappedDynamics {
  MappedDynamics(const Tree<T>& tree, const CoordinateMap& map);

  MappedCoordinates<T> coordinates;
  PositionKinematics<T> position;
  InverseDynamics<T> inverse;
  MassMatrix<T> mass;      ///< M of the model.
  MatrixX<T> mapped_mass;  ///< Gᵀ·M·G, then its factors.
  Array<T> udot, tau;      ///< Per speed of the model.
};

/// Computes q, u, G and g. An empty `v` means zero.
template <class T>
void calc_mapped_coordinates(const CoordinateMap& map, In<T> y, In<T> v, MappedCoordinates<T>& out);
/// G·v̇ + g: accelerations of all speeds of the model. An empty `vdot` means zero.
template <class T>
void calc_mapped_accelerations(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> vdot,
                               Out<T> udot);
/// Gᵀ·τ: the forces on the independent speeds that are equivalent to forces τ on the speeds of the model.
template <class T>
void calc_mapped_forces(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> tau, Out<T> tau_v);
/// The full symmetric matrix Gᵀ·M·G, for a matrix M with the sparsity of the model's tree.
template <class T>
void calc_mapped_matrix(const CoordinateMap& map, const MappedCoordinates<T>& at, const TreeMatrix<T>& M,
                        MatrixX<T>& out);

/// Forces on the independent speeds that the motion (y, v, v̇) requires. An empty `v` or `vdot` means zero.
/// `F_B_W` holds a force per body, at its origin, in world axes, or is empty.
template <class T>
void calc_mapped_inverse_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v, In<T> vdot,
                                  In<Force<T>> F_B_W, MappedDynamics<T>& workspace, Out<T> tau_v);
/// Accelerations caused by forces on the independent speeds. An empty `v` or `tau_v` means zero. `vdot` must
/// not be the array of `tau_v`.
template <class T>
void calc_mapped_forward_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v,
                                  In<T> tau_v, In<Force<T>> F_B_W, MappedDynamics<T>& workspace, Out<T> vdot);

/// Named arguments of dynamics in independent coordinates. Members that are not set are zero; inverse
/// dynamics reads `vdot`, forward dynamics `tau_v`.
template <class T>
struct MappedDynamicsInput {
  In<T> y{};
  In<T> v{}, vdot{}, tau_v{};
  In<Force<T>> forces{};  ///< Per body, at its origin, in world axes.
};
template <class T>
void calc_mapped_inverse_dynamics(const Tree<T>& tree, const CoordinateMap& map,
                                  const MappedDynamicsInput<std::type_identity_t<T>>& at,
                                  MappedDynamics<T>& workspace, Out<T> tau_v) {
  calc_mapped_inverse_dynamics(tree, map, at.y, at.v, at.vdot, at.forces, workspace, tau_v);
}
template <class T>
void calc_mapped_forward_dynamics(const Tree<T>& tree, const CoordinateMap& map,
                                  const MappedDynamicsInput<std::type_identity_t<T>>& at,
                                  MappedDynamics<T>& workspace, Out<T> vdot) {
  calc_mapped_forward_dynamics(tree, map, at.y, at.v, at.tau_v, at.forces, workspace, vdot);
}

}  // namespace sarrus
