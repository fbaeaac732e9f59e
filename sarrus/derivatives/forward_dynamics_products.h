#pragma once
/// @file
/// Products of the derivatives of forward dynamics with vectors, from either side, without forming matrices:
/// O(n) each. With those of inverse dynamics at the motion that the forces cause, and λ = M⁻¹·μ,
///   forward mode   δu̇ = M⁻¹·(δτ − ∂τ/∂δ·δ − ∂τ/∂u·δu)                    δq = N(q)·δ
///   reverse mode   the gradients −(∂τ/∂δ)ᵀ·λ, −(∂τ/∂u)ᵀ·λ and λ of μ·u̇ by coordinates, speeds and forces

#include "sarrus/derivatives/dynamics_products.h"

namespace sarrus {

/// A direction of a state and of the forces on it; members that are not set are zero.
template <class T>
struct StateDirection {
  In<T> dq{};  ///< δ: the coordinates change by N(q)·δ.
  In<T> u{}, tau{};
};

/// Gradients by coordinates, in the directions of the speeds, by speeds and by forces. Members that are not
/// set are not computed.
template <class T>
struct StateGradient {
  Out<T> by_dq{};
  Out<T> by_u{}, by_tau{};
};

/// Workspace: the state at which products are taken, and its accelerations.
template <class T = double>
struct ForwardDynamicsProducts {
  explicit ForwardDynamicsProducts(const Tree<T>& tree);

  Array<T> udot;
  ForwardDynamics<T> forward;
  DynamicsProducts<T> inverse;
  Array<T> vector;
};

/// Sets the state and the forces at which the products below are taken. `port_inertia` as in
/// ForwardDynamicsOptions.
template <class T>
void set_state(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
               ForwardDynamicsProducts<T>& workspace, In<std::type_identity_t<T>> port_inertia = {});

/// δu̇ of forward dynamics in a direction of the state and of the forces.
template <class T>
void calc_forward_dynamics_change(const Tree<T>& tree,
                                  const StateDirection<std::type_identity_t<T>>& direction,
                                  ForwardDynamicsProducts<T>& workspace,
                                  Out<std::type_identity_t<T>> udot_change);

/// Gradients of μ·u̇ of forward dynamics.
template <class T>
void calc_forward_dynamics_gradient(const Tree<T>& tree, In<std::type_identity_t<T>> mu,
                                    ForwardDynamicsProducts<T>& workspace,
                                    const StateGradient<std::type_identity_t<T>>& out);

}  // namespace sarrus
