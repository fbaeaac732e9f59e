#pragma once
/// @file
/// Dynamics in the independent coordinates of a CoordinateMap: trees with gears, differentials and cams.
///   Gᵀ·M·G·v̇ = τ_v − Gᵀ·(bias + M·g)        [Featherstone 2008, eq. 9.26 and 9.27]
/// τ_v are the forces on the independent speeds; forces τ on the speeds of the model amount to Gᵀ·τ. Rows of
/// G that belong to independent coordinates are unit rows and cost nothing; the product takes only the
/// entries that the tree and the map have. The matrix that is solved is dense.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/tree_methods/coordinate_map.h"

namespace sarrus {

/// What a map gives at (y, v), and memory.
template <class T>
struct MappedCoordinates {
  explicit MappedCoordinates(const CoordinateMap& map);

  Array<T> q, u;        ///< Of the model.
  Array<T> G;           ///< The entries of the driven rows; see CoordinateMap.
  Array<T> bias;        ///< g, per speed of the model.
  Array<T> x, hessian;  ///< Of one function.
};

/// Memory of dynamics in independent coordinates.
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

/// q, u, G and g. An empty `v` means zero.
template <class T>
void calc_mapped_coordinates(const CoordinateMap& map, In<T> y, In<T> v, MappedCoordinates<T>& out);
/// G·v̇ + g: accelerations of all speeds of the model. An empty `vdot` means zero.
template <class T>
void calc_mapped_accelerations(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> vdot,
                               Out<T> udot);
/// Gᵀ·τ: what forces on the speeds of the model amount to on the independent ones.
template <class T>
void calc_mapped_forces(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> tau, Out<T> tau_v);
/// Gᵀ·M·G of a matrix with the sparsity of the model's tree: full, symmetric.
template <class T>
void calc_mapped_matrix(const CoordinateMap& map, const MappedCoordinates<T>& at, const TreeMatrix<T>& M,
                        MatrixX<T>& out);

/// Forces on the independent speeds that the motion (y, v, v̇) takes. `v` and `vdot` may be empty: zero.
/// `F_B_W` holds a force per body, at its origin, in world axes, or nothing.
template <class T>
void calc_mapped_inverse_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v, In<T> vdot,
                                  In<Force<T>> F_B_W, MappedDynamics<T>& workspace, Out<T> tau_v);
/// Accelerations that forces on the independent speeds cause. `v` and `tau_v` may be empty: zero. `vdot` is
/// not the array of `tau_v`.
template <class T>
void calc_mapped_forward_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v,
                                  In<T> tau_v, In<Force<T>> F_B_W, MappedDynamics<T>& workspace, Out<T> vdot);

}  // namespace sarrus
