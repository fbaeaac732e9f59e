#pragma once
/// @file
/// Forward dynamics: the accelerations that forces cause.
///   u̇ = M(q)⁻¹·(τ − c(q, u) + g(q) + Jᵀ·F)
/// Articulated-body algorithm [Featherstone 2008, table 7.1] in world axes about the nodes' own origins, for
/// packs mostly in the nodes' own axes (body_forward_dynamics.h). The first sweep is that of inverse dynamics
/// with u̇ = 0: its forces are the bias. The later sweeps carry no velocity terms and solve for the increments
/// of the accelerations only. O(n); kinematics is part of it.

#include <optional>
#include <variant>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/articulated_links.h"
#include "sarrus/dynamics/body_forward_dynamics.h"
#include "sarrus/dynamics/lane_motion.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus {

/// What the first sweep leaves at a node, in world axes about the node's origin.
template <class T>
struct ArticulatedNode {
  Lane3<T> axis;           ///< Of a pin or slider.
  Lane3<T> r;              ///< From the parent node's origin, or that of the link it hangs on, to this one's.
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
/// the node and Δ_P of its parent: free, u̇ = value − W·Δ_P; prescribed in a joint that gives way by other
/// speeds, τ = value + W·Δ.
template <class T>
struct ArticulatedSpeed {
  LaneForce<T> W;  ///< Free: column of A·H·D⁻¹, about the parent's origin; prescribed: A·H, about the node's.
  T value;
};

/// Memory of forward dynamics.
template <class T = double>
struct ForwardDynamics {
  explicit ForwardDynamics(const Tree<T>& tree);

  Array<ArticulatedNode<T>> nodes;
  int nu;
  JointMotions<T> joints;
  Array<NodeMotion<T>> motions;             ///< Per slot.
  ArticulatedLinks links;                   ///< Of all nodes.
  Array<ArticulatedLoad<T>> loads;          ///< Per load slot.
  Array<TreeArticulated<T>> free_inertias;  ///< Per speed, of free joints: kept at their first.
  Array<ArticulatedSpeed<T>> speeds;        ///< Per speed.
  Array<T> factors;                 ///< Per speed, a row of six: LᵀDL of Hᵀ·A·H of the free speeds.
  Array<LaneMotion<T>> increments;  ///< Per slot: of the acceleration over that at u̇ = 0.
  bool cuts = false;                ///< Whether the last call took free joints as cuts.
  bool hybrid = false;              ///< Whether it had prescribed speeds:
  HeldNodes held;
  Array<T> given_udot;              ///< Their rates, and zero for the others.
  Array<LaneForce<T>> transmitted;  ///< Per node that is held: the wrench through its joint.
  bool locks = false;               ///< Whether it had locked speeds:
  Array<T> freedom;                 ///< one where a speed is free, zero where it is locked.

  /// Of packs: for the trees that it serves.
  std::conditional_t<(ScalarTraits<T>::lanes > 1), std::optional<BodyForwardDynamics<T>>, std::monostate>
      body;
  bool in_body_axes =
      false;  ///< Whether the last call used it, and articulated inertias are still to be found.

  /// The links that gave way in the last call.
  const ArticulatedLinks& moving() const { return hybrid ? held.links() : links; }
};

class CoupledSpeeds;

/// What else acts on the speeds.
template <class T>
struct ForwardDynamicsOptions {
  bool gravity = true;
  /// Per speed, or empty: m of a port τ = τ₀ − m·u̇, such as the inertia of a rotor times its squared ratio.
  In<T> port_inertia = {};
  /// Per speed, or empty: one where u̇ is held at zero by whatever force that takes, zero where it is free.
  /// Numbers, so that lanes of a pack may differ and derivatives and counts go through; a lock costs as much
  /// as a free joint this way, while calc_hybrid_dynamics() is cheaper with each. For forward dynamics only.
  In<T> locked = {};
  /// Whether hybrid dynamics is to compute the forces of the prescribed speeds. Without, `tau` is only read,
  /// which is cheaper; inverse dynamics finds them later if they are wanted.
  bool prescribed_forces = true;
  /// Speeds that follow others, or none; see coupled_speeds.h. For calc_forward_dynamics() of doubles.
  CoupledSpeeds* couplings = nullptr;
};

/// Accelerations u̇ for the state (q, u), generalized forces and a force per body (at its origin, in world
/// axes) or none. Empty `u` or `tau` means zero.
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// A state and what acts on it, by name; what is not given is zero.
template <class T>
struct ForwardDynamicsInput {
  In<T> q{};
  In<T> u{}, tau{};
  In<Force<T>> forces{};  ///< Per body, at its origin, in world axes.
  bool gravity = true;
};
/// The same with named arguments:
///   calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, workspace, udot)
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                           ForwardDynamics<T>& workspace, Out<T> udot) {
  calc_forward_dynamics(tree, at.q, at.u, at.tau, at.forces, workspace, udot, {.gravity = at.gravity});
}

/// Hybrid dynamics [table 9.3]: of the speeds in `prescribed` the rate in `udot` is given and the force in
/// `tau` is computed; of all others the force is given and the rate computed. One recursion serves all
/// combinations, also within a joint. A joint whose speeds are all prescribed costs less than a free one: its
/// node is a rigid part of the node that it hangs on (articulated_links.h), and what is rigidly on the world
/// takes no more than inverse dynamics. Another set than that of the last call takes some time of its own.
template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, In<T> q, In<T> u, const IndexSet& prescribed, Out<T> tau,
                          Out<T> udot, In<Force<T>> F_B_W, ForwardDynamics<T>& workspace,
                          const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The first sweep alone: axes, arms, inertias and bias wrenches of the nodes, in `workspace.nodes`, for the
/// motion (q, u, u̇) under gravity and applied forces.
template <class T>
void calc_bias_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                     ForwardDynamics<T>& workspace, bool gravity = true);

/// Articulated inertias alone, which depend on q only: what inverse_mass_times.h needs. `port_inertia` as in
/// the options above.
template <class T>
void calc_articulated_inertias(const Tree<T>& tree, In<T> q, ForwardDynamics<T>& workspace,
                               In<T> port_inertia = {});

}  // namespace sarrus
