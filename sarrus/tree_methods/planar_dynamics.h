#pragma once
/// @file
/// Inverse dynamics, forward dynamics and mass matrix of planar trees: the algorithms of inverse_dynamics.h,
/// forward_dynamics.h and mass_matrix.h in planar algebra, in the planar axes of the world about the nodes'
/// own origins. The results are the same; the operations are a fifth.

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/tree_methods/planar_tree.h"

namespace sarrus {

/// What one node needs and keeps.
template <class T>
struct PlanarNodeState {
  T c, s;        ///< Cosine and sine of the node's angle in the world's planar axes.
  Vec2<T> r;     ///< From the parent node's origin to this one's.
  Vec2<T> axis;  ///< Of a slider.
  Vec2<T> h;     ///< The first moment of the node's mass.
  T w, alpha;    ///< Angular velocity and acceleration.
  Vec2<T> a;     ///< Acceleration of the origin, gravity included as an upward acceleration of the world.
  PlanarForce<T> load;  ///< On the node by itself, or through its joint.
};

/// What a node bears with everything beyond it, joints giving way.
template <class T>
struct PlanarLoad {
  PlanarArticulatedInertia<T> A;
  PlanarForce<T> bias;
};

/// What the inward sweep of forward dynamics leaves of the speed of a pin or slider. With the increment Δ of
/// the parent's acceleration: u̇ = value − W·Δ.
template <class T>
struct PlanarSpeed {
  PlanarForce<T> W;
  T value;
};

/// Memory of the algorithms.
template <class T>
struct PlanarDynamics {
  explicit PlanarDynamics(const PlanarTree<T>& tree);

  Array<PlanarNodeState<T>> nodes;
  int nu;
  Array<PlanarMotion<T>> columns;  ///< Per speed.
  Array<T> q, sine, cosine;        ///< Per coordinate, and padding.
  /// Per node: with what hangs on it, joints free; without that of the node that comes next.
  Array<PlanarArticulatedInertia<T>> inertia;
  Array<PlanarSpeed<T>> speeds;       ///< Per speed, of pins and sliders; of others:
  Array<PlanarForce<T>> U;            ///< M·H,
  Array<T> inverse_D, residual;       ///< D⁻¹, per node at most 36 numbers; per speed.
  Array<PlanarMotion<T>> increment;   ///< Per node: of its acceleration over that at u̇ = 0.
  Array<PlanarInertia<T>> composite;  ///< Per node: with everything beyond it, joints locked.
  TreeMatrix<T> mass_matrix;
};

/// As calc_inverse_dynamics() of the tree. The forces are spatial; what points out of the plane does not
/// matter.
template <class T>
void calc_inverse_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& workspace, Out<T> tau,
                           const InverseDynamicsOptions& options = {});

/// As calc_forward_dynamics() of the tree.
template <class T>
void calc_forward_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& workspace, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The mass matrix, in `workspace.mass_matrix`.
template <class T>
void calc_mass_matrix(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& workspace);

}  // namespace sarrus
