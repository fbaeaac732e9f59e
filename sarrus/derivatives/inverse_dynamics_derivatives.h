#pragma once
/// @file
/// Derivatives of inverse dynamics, τ(q, u, u̇) = M·u̇ + c − g − Jᵀ·F, as matrices with the sparsity of the
/// tree. `by_dq` is ∂τ/∂δ with δq = N(q)·δ. The force F of everything beyond a joint, with its inertia I and
/// Coriolis matrix B, changes with the variations of motion_variation.h by
///   by δ_k:  S_k×*F + I·Ψ̈_k + 2B·Ψ̇_k       by u_k:  I·Φ_k + 2B·S_k       by u̇_k:  I·S_k
/// Cost: O(n·depth), with all entries of a row computed as products of contiguous numbers.

#include <array>

#include "sarrus/base/aligned_array.h"
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/sparse/two_sided_tree_matrix.h"

namespace sarrus {

/// Workspace and results of the derivatives of inverse dynamics.
template <class T = double>
struct InverseDynamicsDerivatives {
  explicit InverseDynamicsDerivatives(const Tree<T>& tree);

  TwoSidedTreeMatrix<T> by_dq;  ///< ∂τ/∂δ, δq = N·δ.
  TwoSidedTreeMatrix<T> by_u;   ///< ∂τ/∂u.
  TreeMatrix<T> by_udot;        ///< ∂τ/∂u̇ = M.
  Array<T> tau;                 ///< τ itself.

  MotionVariation<T> motion;  ///< Afterwards its loads are those of nodes with everything beyond them.
  static constexpr int column_size = 21;
  AlignedArray<T> columns;  ///< Per speed so many numbers about the reference point: S, Ψ̈, Φ, Ψ̇.w.
  AlignedArray<T> path_columns;  ///< Those of the speeds on `path`, side by side.
  Array<int> path;               ///< The first `path_length` count.
  int path_length = 0;
};

/// Computes τ and its derivatives at a motion under gravity and applied forces.
template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree,
                                       const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                       InverseDynamicsDerivatives<T>& out);
/// The same at the motion that stands in `out.motion`, with forces at frames if they were applied to it
/// (frame_forces.h).
template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree, InverseDynamicsDerivatives<T>& out);

}  // namespace sarrus
