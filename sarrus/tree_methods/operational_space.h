#pragma once
/// @file
/// Inertia as frames and points feel it. With J the Jacobians of any set of them, one below the other,
///   Λ⁻¹ = J·M⁻¹·Jᵀ      accelerations that forces on the frames cause
///   Λ                   operational-space inertia [Khatib 1987]
///   J̄ = M⁻¹·Jᵀ·Λ        dynamically consistent inverse: J·J̄ = 1, and forces on the null space of J̄ᵀ do not
///                       accelerate the frames
/// From the factors M = LᵀDL:  Y = L⁻ᵀ·Jᵀ,  Λ⁻¹ = Yᵀ·D⁻¹·Y. The columns of Jᵀ have entries only for the
/// speeds between the frame and the world and L⁻ᵀ keeps them there: 3·d² multiplications for a frame at depth
/// d, and 36 for each pair of frames and speed that both hang on, whatever the size of the tree. The
/// articulated-body algorithm has the same Y without M: unit forces on the frames swept inwards, linear in d
/// with about 100·d. From a depth of thirty on it is ahead, and of chains already where the factors of M
/// would be made for this alone.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// A frame and what of it counts.
template <class T>
struct OperationalTask {
  FrameOn<T> frame;
  bool point = false;  ///< The three rows of its origin's velocity instead of all six, angular first.

  int rows() const { return point ? 3 : 6; }
};

/// Memory for a set of tasks on a tree, and the results.
template <class T = double>
struct OperationalSpace {
  OperationalSpace(const Tree<T>& tree, Array<OperationalTask<T>> tasks);

  int rows() const { return static_cast<int>(inverse_inertia.rows()); }

  MatrixX<T> inverse_inertia;  ///< Λ⁻¹.
  MatrixX<T> inertia;          ///< Λ.

  Array<OperationalTask<T>> tasks;
  /// Per task: its outermost speed, its first row, and where its entries of Y start.
  struct Place {
    int tip, row, start;
  };
  Array<Place> places;
  Array<int> common;  ///< Per pair of tasks, at a·(a + 1)/2 + b with b ≤ a: speeds that both hang on.
  Array<T> Y;         ///< Per task, for each speed of its path a row of the task's entries of L⁻ᵀ·Jᵀ.
  Array<T> scaled;    ///< D⁻¹·Y.
  Array<T> factors;   ///< Of Λ⁻¹.
  int nu;
};

/// Λ⁻¹, in `out.inverse_inertia`. `factors` are those of the mass matrix at `position`: calc_mass_matrix,
/// then factor_LTDL.
template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const TreeMatrix<T>& factors, OperationalSpace<T>& out);

/// The same in O(n), from the articulated inertias of calc_articulated_inertias() at the coordinates of
/// `position`.
template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const ForwardDynamics<T>& articulated, OperationalSpace<T>& out);

/// Λ from Λ⁻¹, in `out.inertia`. The rows of J must be independent: numbers are not finite otherwise.
template <class T>
void calc_operational_inertia(OperationalSpace<T>& out);

/// The nu×rows matrix J̄, from Λ and what it was computed from.
template <class T>
void calc_consistent_inverse(const TreeMatrix<T>& factors, const OperationalSpace<T>& from,
                             MatrixX<T>& J_bar);

}  // namespace sarrus
