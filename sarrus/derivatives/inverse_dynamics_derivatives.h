#pragma once
/// @file
/// Derivatives of inverse dynamics, τ(q, u, u̇) = M·u̇ + c − g − Jᵀ·F, analytic, in one pair of sweeps.
///
/// Directions of q are those of the speeds: `by_dq` is ∂τ/∂δ with δq = N(q)·δ, so that quaternions have three
/// directions like any rotation, and δ_k moves everything beyond a joint by the joint's column S_k. In world
/// axes about fixed points, with v and a the spatial velocity and acceleration of a node and p its parent
/// [after Singh, Russo and Wensing 2022, "Efficient analytical derivatives of rigid-body dynamics using
/// spatial vector algebra", extended to columns that depend on q]:
///   δ_k v = S_k×v + Ψ̇_k,   δ_k a = S_k×a + Ψ̇_k×v + Ψ̈_k       for every node beyond the joint
///   Ψ̇ = ∂V_J + v×S,   Ψ̈ = ∂A_J + v_p×∂V_J + a×S + v×Ψ̇,   Φ = ∂A_J/∂u + v_p×S + v×S
/// where V_J and A_J are the joint's own velocity and acceleration; for pins and sliders Ψ̇ = v_p×S, Φ = 2·Ψ̇.
/// The force F of everything beyond a joint, with its inertia I and Coriolis matrix B, then changes by
///   by δ_k:  S_k×*F + I·Ψ̈_k + 2B·Ψ̇_k       by u_k:  I·Φ_k + 2B·S_k       by u̇_k:  I·S_k
/// B needs only the momentum Σ m·ṙ and the matrix G = Σ m·ṙ·rᵀ:
///   2B·(ω, v) = (2·(tr G·1 − G)·ω, 2·ω×Σ m·ṙ)
/// Cost: O(n·depth), with all entries of a row computed as products of contiguous numbers.

#include <array>

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/sparse/two_sided_tree_matrix.h"

namespace sarrus {

/// The motion of everything beyond a joint in the direction of one speed, in world axes at the node's origin.
template <class T>
struct SpeedVariation {
  LaneMotion<T> S;          ///< Column of the speed.
  LaneMotion<T> psi, psi2;  ///< Ψ̇ and Ψ̈: by coordinates.
  LaneMotion<T> phi;        ///< Φ: by the speed.
};

/// A node with everything beyond it, about its origin, in world axes.
template <class T>
struct SubtreeLoad {
  TreeInertia<T> inertia;
  Lane3<T> momentum;     ///< Σ m·ṙ.
  LaneRotation<T> G;     ///< Σ m·ṙ·rᵀ.
  LaneForce<T> wrench;   ///< What its motion requires, minus applied forces.
  LaneForce<T> applied;  ///< Σ of the applied forces: torques, each about the origin of its body; forces.
  LaneRotation<T> applied_moments;  ///< Σ r·fᵀ of the applied forces at r.
};

/// Workspace and results of the derivatives of inverse dynamics.
template <class T = double>
struct InverseDynamicsDerivatives {
  explicit InverseDynamicsDerivatives(const Tree<T>& tree);

  TwoSidedTreeMatrix<T> by_dq;  ///< ∂τ/∂δ, δq = N·δ.
  TwoSidedTreeMatrix<T> by_u;   ///< ∂τ/∂u.
  TreeMatrix<T> by_udot;        ///< ∂τ/∂u̇ = M.
  Array<T> tau;                 ///< τ itself.

  /// Motion of a node.
  struct Node {
    LaneRotation<T> R;
    Lane3<T> r;         ///< From the parent node's origin to this one's.
    Lane3<T> from;      ///< From the reference point, the first node of the tree next to the world.
    Lane3<T> w, alpha;  ///< Angular velocity and acceleration.
    Lane3<T> v, a;      ///< Velocity and acceleration of the origin; gravity is part of a.
  };
  Array<Node> nodes;
  int nu;
  JointMotions<T> joints;
  Array<SpeedVariation<T>> speeds;
  Array<SubtreeLoad<T>> loads;  ///< Per node.
  AlignedArray<T>
      columns;  ///< S, the angular part of Ψ̇, Ψ̈ and Φ about the reference point: per number, by speed.
  int column_stride;  ///< Distance of a number from the next.
  Array<std::array<T, 6>>
      unit_forces;  ///< Per speed: I·S of everything beyond it, about the reference point.
  /// Per two speeds k and j of a joint of general shape: column j in direction k, at the node's origin.
  Array<LaneMotion<T>> column_changes;
  Array<int> first_change;  ///< Per body.
};

/// Computes τ and its derivatives at a motion under gravity and applied forces.
template <class T>
void calc_inverse_dynamics_derivatives(const Tree<T>& tree,
                                       const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                       InverseDynamicsDerivatives<T>& out);

}  // namespace sarrus
