#pragma once
/// @file
/// The mass matrix M(q): kinetic energy is uᵀ·M·u/2, and M·u̇ are the forces that accelerations take.
/// Composite-rigid-body algorithm [Featherstone 2008, table 6.2] in world axes about the nodes' own origins:
/// the momentum of everything beyond a joint moving at unit speed, projected on that joint and on those it
/// hangs on. O(n·depth).

#include "sarrus/dynamics/kinematics.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

/// Memory of the mass matrix, and its result.
template <class T>
struct MassMatrix {
  explicit MassMatrix(const Tree<T>& tree);

  TreeMatrix<T> matrix;               ///< M, by rows of speeds.
  std::vector<TreeInertia<T>> nodes;  ///< Composite inertias about the nodes' origins, in world axes.
  int nu;
};

/// The mass matrix as a matrix with the tree's sparsity, in `out.matrix`.
template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& out);

/// The same in full.
template <class T>
void calc_mass_matrix(const Tree<T>& tree, const PositionKinematics<T>& position, MassMatrix<T>& workspace,
                      MatrixX<T>& M);

}  // namespace sarrus
