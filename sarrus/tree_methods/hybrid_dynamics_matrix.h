#pragma once
/// @file
/// Hybrid dynamics in matrix form: some speeds are prescribed (their accelerations are given, the required
/// forces are unknown), the others are free (their forces are given, the accelerations unknown).
///   M_ff·u̇_f = τ_f − [bias + M·(0, u̇_p)]_f,   τ_p = [bias + M·(u̇_f, u̇_p)]_p
/// [Featherstone 2008, tables 9.1 and 9.2]   The free speeds form a tree of their own, in which the parent of
/// each is its nearest free ancestor [sec. 9.1]; M_ff has its pattern, so that there is no fill-in, and each
/// prescribed speed makes the factorization cheaper. O(n·depth²), like the factorization.

#include "sarrus/base/array.h"
#include "sarrus/base/index_set.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// Workspace of hybrid dynamics for a tree and a choice of prescribed speeds.
template <class T = double>
struct HybridDynamicsMatrix {
  /// Without a set of prescribed speeds, all are free.
  explicit HybridDynamicsMatrix(const Tree<T>& tree) : HybridDynamicsMatrix(tree, IndexSet(tree.nu())) {}
  HybridDynamicsMatrix(const Tree<T>& tree, const IndexSet& prescribed);
  /// Sets another choice of prescribed speeds. Allocates.
  void set_prescribed(const Tree<T>& tree, const IndexSet& prescribed);

  IndexSet prescribed;
  Array<int> free;    ///< The free speeds, ascending.
  Array<int> places;  ///< Per free speed: position of its column in rows of M.
  PositionKinematics<T> position;
  InverseDynamics<T> inverse;
  MassMatrix<T> mass;
  TreeMatrix<T> free_mass;  ///< M_ff, then its factors LᵀDL.
  Array<T> forces;          ///< Per speed: bias + M·(0, u̇_p).
  Array<T> udot, M_udot_f;  ///< Per speed: u̇ with zeros where it is unknown; M·(u̇_f, 0).
  Array<T> unknown;         ///< Per free speed: its unknown acceleration.
};

/// Accelerations and forces of all speeds for the state (q, u). `tau` is read for free speeds and `udot` for
/// prescribed ones; if either of them or `u` is empty, it is zero. `F_B_W` holds a force per body, at its
/// origin, in world axes, or is empty. The outputs have all speeds and may be the input arrays.
template <class T>
void calc_hybrid_dynamics_by_matrix(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<T> udot,
                                    In<Force<T>> F_B_W, HybridDynamicsMatrix<T>& workspace, Out<T> tau_out,
                                    Out<T> udot_out,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});
/// The same with named arguments.
template <class T>
void calc_hybrid_dynamics_by_matrix(const Tree<T>& tree,
                                    const HybridDynamicsInput<std::type_identity_t<T>>& at,
                                    HybridDynamicsMatrix<T>& workspace, Out<T> tau, Out<T> udot) {
  calc_hybrid_dynamics_by_matrix(tree, at.q, at.u, at.given, at.given, at.forces, workspace, tau, udot,
                                 {.gravity = at.gravity});
}

}  // namespace sarrus
