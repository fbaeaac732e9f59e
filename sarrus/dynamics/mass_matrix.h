#pragma once
/// @file
/// The mass matrix M(q): kinetic energy is uᵀ·M·u/2, and M·u̇ are the forces that accelerations require.
/// Composite-rigid-body algorithm [Featherstone 2008, table 6.2] in world axes: the momentum of everything
/// beyond a joint that moves at unit speed, projected on that joint and on its ancestors. O(n·depth).
/// Inertias are about the nodes' own origins; momenta and columns about the first node next to the world, so
/// that the projections are products of contiguous numbers.

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

/// Workspace and result of the mass matrix.
template <class T = double>
struct MassMatrix {
  explicit MassMatrix(const Tree<T>& tree);

  TreeMatrix<T> matrix;         ///< M, by rows of speeds.
  Array<TreeInertia<T>> nodes;  ///< Composite inertias about the nodes' origins, in world axes.
  int nu;
  Array<Lane3<T>> reference;  ///< Per node: its origin relative to the first node of its tree, the reference
                              ///< point of columns.
  AlignedArray<T> columns;    ///< Per element of w, then of v at the reference point: that of each speed.
  int column_stride;          ///< Distance of an element from the next.
};

/// Computes the mass matrix with the tree's sparsity, in `out.matrix`.
template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& out);

/// Computes the mass matrix in `out.matrix`, and the inertias of the single nodes, about their origins, in
/// world axes. Those of leaves are not repeated among the composite ones.
template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position,
                      Array<TreeInertia<T>>& inertias, MassMatrix<T>& out);

/// Computes only the rows of the speeds of `nodes`, which are ascending, with all ancestors and descendants
/// of each. Other rows do not change. `inertias` are those of the single nodes, about their origins, in world
/// axes.
template <class T>
void calc_mass_matrix_of(const Tree<T>& tree, const PositionKinematics<T>& position, const Array<int>& nodes,
                         const Array<TreeInertia<T>>& inertias, MassMatrix<T>& out);

/// Computes the full mass matrix.
template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& workspace,
                      MatrixX<T>& M);

}  // namespace sarrus
