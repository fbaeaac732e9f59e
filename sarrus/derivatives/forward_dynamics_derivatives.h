#pragma once
/// @file
/// Derivatives of forward dynamics, u̇ = M⁻¹·(τ − c + g + Jᵀ·F). With those of inverse dynamics at the motion
/// that the forces cause,
///   ∂u̇/∂δ = −M⁻¹·∂τ/∂δ,   ∂u̇/∂u = −M⁻¹·∂τ/∂u,   ∂u̇/∂τ = M⁻¹        δq = N(q)·δ
/// M is factored once as LᵀDL with the sparsity of the tree, and all directions are solved for at once, in
/// rows of contiguous numbers.

#include "sarrus/derivatives/inverse_dynamics_derivatives.h"
#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

/// Workspace and results of the derivatives of forward dynamics.
template <class T = double>
struct ForwardDynamicsDerivatives {
  explicit ForwardDynamicsDerivatives(const Tree<T>& tree);

  Array<T> udot;                          ///< u̇ itself.
  TreeMatrix<T> factors;                  ///< LᵀDL of M, with inertias of ports.
  InverseDynamicsDerivatives<T> inverse;  ///< At u̇.
  /// Row i holds ∂u̇_i/∂δ, then ∂u̇_i/∂u, and if they were asked for ∂u̇_i/∂τ: n numbers each.
  AlignedArray<T> rows;
  int row_stride;  ///< Distance of a row from the next.
  ForwardDynamics<T> forward;

  int nu() const { return inverse.nu; }
  const T& by_dq(int i, int direction) const { return rows[index(i, direction)]; }
  const T& by_u(int i, int speed) const { return rows[index(i, nu() + speed)]; }
  const T& by_tau(int i, int speed) const { return rows[index(i, 2 * nu() + speed)]; }
  /// The same as matrices.
  void dense(MatrixX<T>& by_dq, MatrixX<T>& by_u) const;

 private:
  std::size_t index(int row, int column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(row_stride) +
           static_cast<std::size_t>(column);
  }
};

/// Options of the derivatives of forward dynamics.
template <class T>
struct ForwardDerivativeOptions {
  bool by_tau = true;    ///< Whether M⁻¹ is computed too.
  In<T> port_inertia{};  ///< As in ForwardDynamicsOptions.
};

/// Computes u̇ and its derivatives for a state and the forces on it.
template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options = {});

}  // namespace sarrus
