#pragma once
/// @file
/// The inverse of the mass matrix.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// The two ways to M⁻¹: through the factors of M, O(n²·depth), or what calc_inverse_mass_times() would give
/// for all unit forces at once, O(n²).
enum class InverseMassMethod { factors, articulated_bodies };

/// The quicker one: articulated bodies where a speed hangs on fifteen others on average.
template <class T>
InverseMassMethod quicker_inverse_mass_method(const Tree<T>& tree);

/// Memory of the inverse of the mass matrix. Speeds are visited depth first, so that a subtree is a run of
/// columns.
template <class T = double>
struct InverseMass {
  explicit InverseMass(const Tree<T>& tree) : InverseMass(tree, quicker_inverse_mass_method(tree)) {}
  InverseMass(const Tree<T>& tree, InverseMassMethod method);

  /// A node, by its first speed.
  struct Step {
    int node;
    int end;                        ///< Behind the last speed of what the node carries.
    int tree_end;                   ///< The same of the node next to the world that carries this one.
    int slot = 0, parent_slot = 0;  ///< Where the accelerations of the node and its parent are kept.
  };
  /// A speed's column and what a residual force on it hands inward, A·H·D⁻¹, about the reference point.
  struct Column {
    T H[6], W[6];
  };
  InverseMassMethod method;
  PositionKinematics<T> position;
  MassMatrix<T> mass;
  ForwardDynamics<T> articulated;
  Array<Step> steps;
  Array<Lane3<T>> reference;  ///< Per node: from the first node of its tree, to which columns refer.
  Array<Column> columns;      ///< Per speed.
  MatrixX<T> lines;           ///< Column k: M⁻¹ from the diagonal on, whole registers.
  MatrixX<T> forces;          ///< Column c: element c of the force on each unit force's way inward.
  MatrixX<T> accelerations;   ///< The same for accelerations on the way outward; six columns a slot.
};

/// The whole of M⁻¹.
template <class T>
void calc_inverse_mass_matrix(const Tree<T>& tree, In<T> q, InverseMass<T>& workspace, MatrixX<T>& inverse);

}  // namespace sarrus
