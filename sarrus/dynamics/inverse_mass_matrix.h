#pragma once
/// @file
/// The inverse of the mass matrix.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// The two methods for M⁻¹: through the factors of M, O(n²·depth), or by articulated bodies, like
/// calc_inverse_mass_times() for all unit forces at once, O(n²).
enum class InverseMassMethod { factors, articulated_bodies };

/// The faster method: articulated bodies if the path from the root to a speed has at least fifteen speeds on
/// average.
template <class T>
InverseMassMethod quicker_inverse_mass_method(const Tree<T>& tree);

/// Workspace of the inverse of the mass matrix. Speeds are visited depth first, so that a subtree is a
/// contiguous range of columns.
template <class T = double>
struct InverseMass {
  explicit InverseMass(const Tree<T>& tree) : InverseMass(tree, quicker_inverse_mass_method(tree)) {}
  InverseMass(const Tree<T>& tree, InverseMassMethod method);

  /// A node, by its first speed.
  struct Step {
    int node;
    int end;       ///< One past the last speed of the node's subtree.
    int tree_end;  ///< One past the last speed of the subtree of its ancestor next to the world.
    int slot = 0, parent_slot = 0;  ///< Slots for the accelerations of the node and its parent.
  };
  /// A speed's column H and the force that a unit residual on it passes inward, A·H·D⁻¹, about the reference
  /// point.
  struct Column {
    T H[6], W[6];
  };
  InverseMassMethod method;
  PositionKinematics<T> position;
  MassMatrix<T> mass;
  ForwardDynamics<T> articulated;
  Array<Step> steps;
  Array<Lane3<T>> reference;  ///< Per node: its origin relative to the first node of its tree, the reference
                              ///< point of columns.
  Array<Column> columns;      ///< Per speed.
  MatrixX<T> lines;           ///< Column k: M⁻¹ from the diagonal on, padded to whole registers.
  MatrixX<T> forces;          ///< Column c: element c of the force that each unit force has become inward.
  MatrixX<T> accelerations;  ///< Accelerations that each unit force has caused outward; six columns per slot.
};

/// Computes the full matrix M⁻¹.
template <class T>
void calc_inverse_mass_matrix(const Tree<T>& tree, In<T> q, InverseMass<T>& workspace, MatrixX<T>& inverse);

}  // namespace sarrus
