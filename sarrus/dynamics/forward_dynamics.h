#pragma once
/// @file
/// Forward dynamics: the accelerations that forces cause.
///   u̇ = M(q)⁻¹·(τ − c(q, u) + g(q) + Jᵀ·F)
/// Articulated-body algorithm [Featherstone 2008, table 7.1] in world axes about the nodes' own origins. The
/// first sweep is that of inverse dynamics with u̇ = 0: its forces are the bias. The later sweeps carry no
/// velocity terms and solve for the increments of the accelerations only. O(n); kinematics is part of it.

#include "sarrus/dynamics/lane_motion.h"
#include "sarrus/dynamics/speed_set.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus {

/// What the first sweep leaves at a node, in world axes about the node's origin.
template <class T>
struct ArticulatedNode {
  Lane3<T> axis;           ///< Of a pin or slider.
  Lane3<T> r;              ///< From the parent node's origin to this one's.
  TreeInertia<T> inertia;  ///< Of the node alone.
  LaneForce<T> bias;       ///< The wrench that the node takes at u̇ = 0, less what is applied to it.
};

/// What everything beyond a node demands of it: the articulated inertia and its bias force.
template <class T>
struct ArticulatedLoad {
  TreeArticulated<T> A;
  LaneForce<T> bias;
};

/// What the inward sweep leaves of a speed for the outward one. With the increments Δ of the accelerations of
/// the node and Δ_P of its parent: free, u̇ = value − W·Δ_P; prescribed, τ = value + W·Δ.
template <class T>
struct ArticulatedSpeed {
  LaneForce<T> W;  ///< Free: column of A·H·D⁻¹, about the parent's origin; prescribed: A·H, about the node's.
  T value;
};

/// Memory of forward dynamics.
template <class T>
struct ForwardDynamics {
  explicit ForwardDynamics(const Tree<T>& tree);

  std::vector<ArticulatedNode<T>> nodes;
  int nu;
  JointMotions<T> joints;
  std::vector<NodeMotion<T>> motions;             ///< Per slot.
  std::vector<ArticulatedLoad<T>> loads;          ///< Per load slot.
  std::vector<TreeArticulated<T>> free_inertias;  ///< Per speed, of free joints: kept at their first.
  std::vector<ArticulatedSpeed<T>> speeds;        ///< Per speed.
  std::vector<T> factors;  ///< Per speed, a row of six: LᵀDL of Hᵀ·A·H of the free speeds.
  std::vector<LaneMotion<T>> increments;  ///< Per slot: of the acceleration over that at u̇ = 0.
  bool cuts = false;                      ///< Whether the last call took free joints as cuts.
  bool hybrid = false;                    ///< Whether it had prescribed speeds:
  SpeedSet prescribed;
  std::vector<T> given_udot;  ///< Their rates, and zero for the others.
};

class CoupledSpeeds;

/// What else acts on the speeds.
template <class T>
struct ForwardDynamicsOptions {
  bool gravity = true;
  /// Per speed, or empty: m of a port τ = τ₀ − m·u̇, such as the inertia of a rotor times its squared ratio.
  In<T> port_inertia = {};
  /// Speeds that follow others, or none; see coupled_speeds.h. For calc_forward_dynamics() of doubles.
  CoupledSpeeds* couplings = nullptr;
};

/// Accelerations u̇ for the state (q, u), generalized forces and a force per body (at its origin, in world
/// axes) or none. Empty `u` or `tau` means zero.
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// Hybrid dynamics [table 9.3]: of the speeds in `prescribed` the rate in `udot` is given and the force in
/// `tau` is computed; of all others the force is given and the rate computed. A prescribed speed costs less
/// than a free one: nothing is divided and its column is not projected out. One recursion serves all
/// combinations, also within a joint.
template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, In<T> q, In<T> u, const SpeedSet& prescribed, Out<T> tau,
                          Out<T> udot, In<Force<T>> F_B_W, ForwardDynamics<T>& workspace,
                          const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The first sweep alone: axes, arms, inertias and bias wrenches of the nodes, in `workspace.nodes`, for the
/// motion (q, u, u̇) under gravity and applied forces.
template <class T>
void calc_bias_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                     ForwardDynamics<T>& workspace, bool gravity = true);

/// Articulated inertias alone, which depend on q only: what inverse_mass.h needs.
template <class T>
void calc_articulated_inertias(const Tree<T>& tree, In<T> q, ForwardDynamics<T>& workspace);

}  // namespace sarrus
