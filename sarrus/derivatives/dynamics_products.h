#pragma once
/// @file
/// Products of the derivatives of inverse dynamics with vectors, from either side, without
/// forming matrices: O(n) each.
///   forward mode   δτ = ∂τ/∂δ·δ + ∂τ/∂u·δu + ∂τ/∂u̇·δu̇            δq = N(q)·δ
///   reverse mode   the gradients (∂τ/∂δ)ᵀ·λ, (∂τ/∂u)ᵀ·λ, (∂τ/∂u̇)ᵀ·λ of λ·τ

#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

/// A direction of a motion; members that are not set are zero.
template <class T>
struct MotionDirection {
  In<T> dq{};  ///< δ: the coordinates change by N(q)·δ.
  In<T> u{}, udot{};
};

/// Gradients by the coordinates, in the directions of the speeds, by the speeds and by their rates. Members
/// that are not set are not computed.
template <class T>
struct MotionGradient {
  Out<T> by_dq{};
  Out<T> by_u{}, by_udot{};
};

/// Workspace of the products: the motion at which they are computed, and sums over paths and subtrees.
template <class T = double>
struct DynamicsProducts {
  explicit DynamicsProducts(const Tree<T>& tree);

  MotionVariation<T> motion;
  Array<LaneMotion<T>> paths;  ///< Per node, three motions: sums over the speeds on its path.
  Array<LaneForce<T>> sums;    ///< Per node, three forces: sums over the nodes beyond it.
};

/// Sets the motion at which the products below are taken.
template <class T>
void set_motion(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                DynamicsProducts<T>& workspace) {
  calc_motion_variation(tree, at, workspace.motion);
}

/// δτ of inverse dynamics in a direction of the motion.
template <class T>
void calc_inverse_dynamics_change(const Tree<T>& tree,
                                  const MotionDirection<std::type_identity_t<T>>& direction,
                                  DynamicsProducts<T>& workspace, Out<std::type_identity_t<T>> tau_change);

/// Gradients of λ·τ of inverse dynamics.
template <class T>
void calc_inverse_dynamics_gradient(const Tree<T>& tree, In<std::type_identity_t<T>> lambda,
                                    DynamicsProducts<T>& workspace,
                                    const MotionGradient<std::type_identity_t<T>>& out);

}  // namespace sarrus
