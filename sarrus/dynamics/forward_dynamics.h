#pragma once
/// @file
/// Forward dynamics: the accelerations that forces cause.
///   u̇ = M(q)⁻¹·(τ − c(q, u) + g(q) + Jᵀ·F)
/// Articulated-body algorithm [Featherstone 2008, table 7.1] in world axes about the nodes' own origins. The
/// first sweep is that of inverse dynamics with u̇ = 0: its forces are the bias. The later sweeps carry no
/// velocity terms and solve for the increments of the accelerations only. O(n); kinematics is part of it.

#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus {

/// What the inward sweep leaves for the outward one, per node.
template <class T>
struct ArticulatedNode {
  ArticulatedInertia<T>
      M;          ///< Of the node with everything beyond it, joints free; about its origin, in world axes.
  Force<T> bias;  ///< The wrench it takes at no increment of acceleration.
};

/// Memory of forward dynamics.
template <class T>
struct ForwardDynamics {
  explicit ForwardDynamics(const Tree<T>& tree);

  InverseDynamics<T> loads;
  std::vector<ArticulatedNode<T>> nodes;
  int nu;
  std::vector<Force<T>> U;           ///< Per speed: M·H.
  std::vector<T> inverse_D;          ///< Per node, nu×nu: (Hᵀ·M·H)⁻¹, at most 36 numbers each.
  std::vector<T> residual;           ///< Per speed: τ − Hᵀ·bias.
  std::vector<Motion<T>> increment;  ///< Per node: of its acceleration over that at u̇ = 0.
};

/// Accelerations u̇ for the state (q, u), generalized forces and a force per body (at its origin, in world
/// axes) or none. Empty `u` or `tau` means zero.
template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& workspace, Out<T> udot);

}  // namespace sarrus
