#pragma once
/// @file
/// Inverse dynamics, forward dynamics and mass matrix of planar trees: the algorithms of inverse_dynamics.h,
/// forward_dynamics.h and mass_matrix.h in planar algebra, in the planar axes of the world about the nodes'
/// own origins. The results are the same, with a fifth of the operations.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/planar/planar_tree.h"

namespace sarrus {

/// Inputs and results of one node.
template <class T>
struct PlanarNodeState {
  T c, s;        ///< Cosine and sine of the node's angle in the world's planar axes.
  Vec2<T> r;     ///< Vector from the parent node's origin to this one's.
  Vec2<T> axis;  ///< Axis of a slider.
  Vec2<T> h;     ///< The first moment of the node's mass.
  T w, alpha;    ///< Angular velocity and acceleration.
  Vec2<T> a;     ///< Acceleration of the origin; includes gravity as an upward acceleration of the world.
  PlanarForce<T> load;  ///< Force on the node by itself, or through its joint.
};

/// Articulated inertia and bias force of a node with everything beyond it.
template <class T>
struct PlanarLoad {
  PlanarArticulatedInertia<T> A;
  PlanarForce<T> bias;
};

/// Result of the inward sweep of forward dynamics for the speed of a pin or slider. With the increment Δ of
/// the parent's acceleration: u̇ = value − W·Δ.
template <class T>
struct PlanarSpeed {
  PlanarForce<T> W;
  T value;
};

/// Workspace of planar dynamics.
template <class T>
struct PlanarDynamics {
  explicit PlanarDynamics(const PlanarTree<T>& tree);

  Array<PlanarNodeState<T>> nodes;
  int nu;
  Array<PlanarMotion<T>> columns;  ///< Per speed.
  Array<T> q, sine, cosine;        ///< Per coordinate, with padding.
  /// Per node: articulated inertia with its children, except the next node, whose contribution stays in
  /// registers.
  Array<PlanarArticulatedInertia<T>> inertia;
  Array<PlanarSpeed<T>> speeds;  ///< Per speed of a pin or slider.
  Array<PlanarForce<T>> U;       ///< Per speed of a joint of general shape: M·H.
  /// For joints of general shape: D⁻¹, at most 36 numbers per node; and residuals per speed.
  Array<T> inverse_D, residual;
  Array<PlanarMotion<T>> increment;   ///< Per node: increment of its acceleration over that at u̇ = 0.
  Array<PlanarInertia<T>> composite;  ///< Per node: inertia with everything beyond it, joints locked.
  TreeMatrix<T> mass_matrix;
};

/// Inverse dynamics of a planar tree, like calc_inverse_dynamics() of a Tree. The forces are spatial; their
/// components out of the plane have no effect.
template <class T>
void calc_inverse_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& workspace, Out<T> tau,
                           const InverseDynamicsOptions& options = {});
/// The same with named arguments.
template <class T>
void calc_inverse_dynamics(const PlanarTree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                           PlanarDynamics<T>& workspace, Out<T> tau) {
  calc_inverse_dynamics(tree, at.q, at.u, at.udot, at.forces, workspace, tau, {.gravity = at.gravity});
}

/// Forward dynamics of a planar tree, like calc_forward_dynamics() of a Tree.
template <class T>
void calc_forward_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});
/// The same with named arguments.
template <class T>
void calc_forward_dynamics(const PlanarTree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                           PlanarDynamics<T>& workspace, Out<T> udot) {
  calc_forward_dynamics(tree, at.q, at.u, at.tau, at.forces, workspace, udot, {.gravity = at.gravity});
}

/// Computes the mass matrix in `workspace.mass_matrix`.
template <class T>
void calc_mass_matrix(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& workspace);

}  // namespace sarrus
