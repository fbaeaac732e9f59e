#pragma once
/// @file
/// Forward dynamics: the accelerations caused by forces.
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

/// Results of the first sweep at one node, in world axes about the node's origin.
template <class T>
struct ArticulatedNode {
  Lane3<T> axis;  ///< Axis of a pin or slider.
  Lane3<T> r;     ///< From the origin of the parent node, or of the parent link's node, to this one's.
  TreeInertia<T> inertia;  ///< Inertia of the node alone.
  LaneForce<T> bias;       ///< Wrench that the node requires at u̇ = 0, minus the forces applied to it.
};

/// Articulated inertia and bias force of a node with everything beyond it.
template <class T>
struct ArticulatedLoad {
  TreeArticulated<T> A;
  LaneForce<T> bias;
};

/// Result of the inward sweep for a speed, for use in the outward sweep. With the increments Δ of the
/// accelerations of the node and Δ_P of its parent: for a free speed u̇ = value − W·Δ_P; for a prescribed
/// speed in a joint with other, free speeds τ = value + W·Δ.
template <class T>
struct ArticulatedSpeed {
  LaneForce<T> W;  ///< Free: column of A·H·D⁻¹, about the parent's origin; prescribed: A·H, about the node's.
  T value;
};

/// Workspace of forward dynamics.
template <class T = double>
struct ForwardDynamics {
  explicit ForwardDynamics(const Tree<T>& tree);

  Array<ArticulatedNode<T>> nodes;
  int nu;
  JointMotions<T> joints;
  Array<NodeMotion<T>> motions;             ///< Per slot.
  ArticulatedLinks links;                   ///< Links of all nodes.
  Array<ArticulatedLoad<T>> loads;          ///< Per load slot.
  Array<TreeArticulated<T>> free_inertias;  ///< Of free joints, stored at their first speed.
  Array<ArticulatedSpeed<T>> speeds;        ///< Per speed.
  Array<T> factors;                 ///< Per speed, a row of six: LᵀDL of Hᵀ·A·H of the free speeds.
  Array<LaneMotion<T>> increments;  ///< Per slot: increments of the acceleration over that at u̇ = 0.
  bool cuts = false;                ///< True if the last call treated free joints as cuts.
  bool hybrid = false;              ///< True if the last call had prescribed speeds.
  HeldNodes held;
  Array<T> given_udot;              ///< Rates of prescribed speeds in joints with free ones; else zero.
  Array<LaneForce<T>> transmitted;  ///< Per held node: the wrench through its joint.
  bool locks = false;               ///< True if the last call had locked speeds.
  Array<T> freedom;                 ///< Per speed: one if it is free, zero if it is locked.

  /// For packs: workspace of calc_body_forward_dynamics(), if the tree supports it.
  std::conditional_t<(ScalarTraits<T>::lanes > 1), std::optional<BodyForwardDynamics<T>>, std::monostate>
      body;
  /// True if the last call used `body`; articulated inertias are yet to be computed.
  bool in_body_axes = false;

  /// The links whose joints were free to move in the last call.
  const ArticulatedLinks& moving() const { return hybrid ? held.links() : links; }
};

class CoupledSpeeds;

/// Options of forward dynamics.
template <class T>
struct ForwardDynamicsOptions {
  bool gravity = true;
  /// Per speed, or empty: m of a port τ = τ₀ − m·u̇, such as the inertia of a rotor times its squared ratio.
  In<T> port_inertia = {};
  /// Per speed, or empty: one if u̇ is held at zero by whatever force that requires, zero if it is free. These
  /// are numbers, so that lanes of a pack may differ and derivatives and operation counts are carried
  /// through; a lock then costs as much as a free joint, while each one makes calc_hybrid_dynamics() cheaper.
  /// For forward dynamics only.
  In<T> locked = {};
  /// True if hybrid dynamics shall compute the forces of the prescribed speeds. If false, `tau` is only read,
  /// which is cheaper; inverse dynamics can compute them later.
  bool prescribed_forces = true;
  /// Speeds that follow others, or null; see coupled_speeds.h. For calc_forward_dynamics() of doubles.
  CoupledSpeeds* couplings = nullptr;
};

/// Accelerations u̇ for the state (q, u), generalized forces and a force per body (at its origin, in world
/// axes) or none. Empty `u` or `tau` means zero.
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// Named arguments of calc_forward_dynamics(): a state and the forces on it. Members that are not set are
/// zero.
template <class T>
struct ForwardDynamicsInput {
  In<T> q{};
  In<T> u{}, tau{};
  In<Force<T>> forces{};  ///< Per body, at its origin, in world axes.
  bool gravity = true;
};
/// Forward dynamics with named arguments:
///   calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, workspace, udot)
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                           ForwardDynamics<T>& workspace, Out<T> udot) {
  calc_forward_dynamics(tree, at.q, at.u, at.tau, at.forces, workspace, udot, {.gravity = at.gravity});
}

/// Hybrid dynamics [table 9.3]: for the speeds in `prescribed` the rate in `udot` is given and the force in
/// `tau` is computed; for all others the force is given and the rate computed. One recursion covers all
/// combinations, also within a joint. A joint whose speeds are all prescribed costs less than a free one: its
/// node is a rigid part of its parent (articulated_links.h), and nodes rigidly attached to the world cost no
/// more than inverse dynamics. A change of the set since the last call costs extra time.
template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, In<T> q, In<T> u, const IndexSet& prescribed, Out<T> tau,
                          Out<T> udot, In<Force<T>> F_B_W, ForwardDynamics<T>& workspace,
                          const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// Named arguments of hybrid dynamics. Members that are not set are zero.
template <class T>
struct HybridDynamicsInput {
  In<T> q{};
  In<T> u{};
  In<T> given{};          ///< Per speed: its rate if it is prescribed, otherwise its force.
  In<Force<T>> forces{};  ///< Per body, at its origin, in world axes.
  bool gravity = true;
};
/// Hybrid dynamics with named arguments; finds the forces and the rates of all speeds:
///   calc_hybrid_dynamics(tree, {.q = q, .u = u, .given = given}, prescribed, workspace, tau, udot)
template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, const HybridDynamicsInput<std::type_identity_t<T>>& at,
                          const IndexSet& prescribed, ForwardDynamics<T>& workspace, Out<T> tau,
                          Out<T> udot) {
  if (!at.given.empty()) require_size(at.given, tree.nu(), "given", "the model has nu");
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  for (int k = 0; k < tree.nu(); ++k)
    (prescribed.contains(k) ? udot[k] : tau[k]) = at.given.empty() ? T(0) : at.given[k];
  calc_hybrid_dynamics(tree, at.q, at.u, prescribed, tau, udot, at.forces, workspace,
                       {.gravity = at.gravity});
}

/// The first sweep alone: axes, arms, inertias and bias wrenches of the nodes, in `workspace.nodes`, for the
/// motion (q, u, u̇) under gravity and applied forces.
template <class T>
void calc_bias_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                     ForwardDynamics<T>& workspace, bool gravity = true);

/// Articulated inertias alone, which depend on q only, for inverse_mass_times.h. `port_inertia` as in
/// ForwardDynamicsOptions.
template <class T>
void calc_articulated_inertias(const Tree<T>& tree, In<T> q, ForwardDynamics<T>& workspace,
                               In<T> port_inertia = {});

}  // namespace sarrus
