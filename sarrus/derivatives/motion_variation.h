#pragma once
/// @file
/// How the motion of a tree changes with coordinates and speeds: what all derivatives of inverse dynamics are
/// made of, computed in one sweep outward, O(n).
///
/// Directions of q are those of the speeds, δq = N(q)·δ, so that quaternions have three directions like any
/// rotation, and δ_k moves everything beyond a joint by the joint's column S_k. In world axes about fixed
/// points, with v and a the spatial velocity and acceleration of a node and p its parent [after Singh, Russo
/// and Wensing 2022, "Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra",
/// extended to columns that depend on q]:
///   δ_k v = S_k×v + Ψ̇_k,   δ_k a = S_k×a + Ψ̇_k×v + Ψ̈_k       for every node beyond the joint
///   Ψ̇ = ∂V_J + v×S,   Ψ̈ = ∂A_J + v_p×∂V_J + a×S + v×Ψ̇,   Φ = ∂A_J/∂u + v_p×S + v×S
/// where V_J and A_J are the joint's own velocity and acceleration; for pins and sliders Ψ̇ = v_p×S, Φ = 2·Ψ̇.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus {

/// The motion of everything beyond a joint in the direction of one speed, in world axes at the node's origin.
template <class T>
struct SpeedVariation {
  LaneMotion<T> S;          ///< Column of the speed.
  LaneMotion<T> psi, psi2;  ///< Ψ̇ and Ψ̈: by coordinates.
  LaneMotion<T> phi;        ///< Φ: by the speed.
};

/// The load of a node, or of a node with everything beyond it, about its origin, in world axes. Its Coriolis
/// matrix B follows from the momentum and from G:
///   2B·(ω, v) = (2·(tr G·1 − G)·ω, 2·ω×Σ m·ṙ)
template <class T>
struct NodeLoad {
  TreeInertia<T> inertia;
  Lane3<T> momentum;                ///< Σ m·ṙ.
  LaneRotation<T> G;                ///< Σ m·ṙ·rᵀ.
  LaneForce<T> wrench;              ///< What the motion requires, minus applied forces.
  LaneForce<T> applied;             ///< Applied torques, about the origins of their bodies, and forces.
  LaneRotation<T> applied_moments;  ///< Σ r·fᵀ of the applied forces at r.
};

/// Motion of a tree and its variations.
template <class T = double>
struct MotionVariation {
  explicit MotionVariation(const Tree<T>& tree);

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
  Array<NodeLoad<T>> loads;  ///< Per node.
  bool has_applied = false;  ///< Whether forces are applied.
  /// Per two speeds k and j of a joint of general shape: column j in direction k, at the node's origin.
  Array<LaneMotion<T>> column_changes;
  Array<int> first_change;  ///< Per body.

  /// How column j of a node's joint changes in direction k, both counted within the joint, seen from a fixed
  /// point: the change at the node's origin minus σ_j×s_k.
  LaneMotion<T> column_change(const TreeNode<ConstantOf<T>>& node, int k, int j) const {
    const LaneMotion<T>&Sj = speeds[node.u0 + j].S, &Sk = speeds[node.u0 + k].S;
    const Lane3<T> moved = cross(Sj.w, Sk.v);
    if (node.is_free) return {zero3<T>(), -moved};
    const LaneMotion<T>& change = column_changes[first_change[node.body] + k * node.nu + j];
    return {change.w, change.v - moved};
  }
};

/// Computes motions, variations and the loads of the single nodes.
template <class T>
void calc_motion_variation(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                           MotionVariation<T>& out);

}  // namespace sarrus
