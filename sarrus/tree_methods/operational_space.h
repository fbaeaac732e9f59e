#pragma once
/// @file
/// Operational-space inertia: the inertia seen at frames and points. With J the stacked Jacobians of any set
/// of them,
///   Λ⁻¹ = J·M⁻¹·Jᵀ      accelerations caused by forces on the frames
///   Λ                   operational-space inertia [Khatib 1987]
///   J̄ = M⁻¹·Jᵀ·Λ        dynamically consistent inverse: J·J̄ = 1, and forces on the null space of J̄ᵀ do not
///                       accelerate the frames
/// From the factors M = LᵀDL:  Y = L⁻ᵀ·Jᵀ,  Λ⁻¹ = Yᵀ·D⁻¹·Y. The columns of Jᵀ have entries only for the
/// speeds between the frame and the world, and L⁻ᵀ causes no fill-in elsewhere: 3·d² multiplications for a
/// frame at depth d, and 36 for each pair of frames and speed on both of their paths, whatever the size of
/// the tree. The articulated-body algorithm yields the same Y without M: unit forces on the frames are swept
/// inwards, linear in d with about 100·d. From a depth of thirty on it is faster, and for chains even earlier
/// if the factors of M would be computed for this alone.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// A frame, and the part of its motion that matters.
template <class T>
struct OperationalTask {
  FrameOn<T> frame;
  /// True for the three rows of its origin's velocity instead of all six, angular first.
  bool point = false;

  int rows() const { return point ? 3 : 6; }
};

/// Workspace for a set of tasks on a tree, and the results.
template <class T = double>
struct OperationalSpace {
  OperationalSpace(const Tree<T>& tree, Array<OperationalTask<T>> tasks);

  int rows() const { return static_cast<int>(inverse_inertia.rows()); }

  MatrixX<T> inverse_inertia;  ///< Λ⁻¹.
  MatrixX<T> inertia;          ///< Λ.

  Array<OperationalTask<T>> tasks;
  /// Per task: its outermost speed, its first row, and the index of its first entry of Y.
  struct Place {
    int tip, row, start;
  };
  Array<Place> places;
  Array<int> common;  ///< Per pair of tasks, at a·(a + 1)/2 + b with b ≤ a: number of speeds on both paths.
  Array<T> Y;         ///< Per task, for each speed on its path a row of the task's entries of L⁻ᵀ·Jᵀ.
  Array<T> scaled;    ///< D⁻¹·Y.
  Array<T> factors;   ///< Factors of Λ⁻¹.
  int nu;
};

/// Computes Λ⁻¹ in `out.inverse_inertia`. `factors` are those of the mass matrix at `position`:
/// calc_mass_matrix, then factor_LTDL.
template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const TreeMatrix<T>& factors, OperationalSpace<T>& out);

/// Computes Λ⁻¹ in O(n), from the articulated inertias of calc_articulated_inertias() at the coordinates of
/// `position`.
template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const ForwardDynamics<T>& articulated, OperationalSpace<T>& out);

/// Computes Λ from Λ⁻¹, in `out.inertia`. The rows of J must be independent: otherwise the numbers are not
/// finite.
template <class T>
void calc_operational_inertia(OperationalSpace<T>& out);

/// Computes the nu×rows matrix J̄ from Λ, and from the factors and Y with which Λ was computed.
template <class T>
void calc_consistent_inverse(const TreeMatrix<T>& factors, const OperationalSpace<T>& from,
                             MatrixX<T>& J_bar);

}  // namespace sarrus
