#pragma once
/// @file
/// Inverse dynamics: the generalized forces that a motion takes.
///   τ = M(q)·u̇ + c(q, u) − g(q) − Jᵀ·F
/// Recursive Newton–Euler algorithm [Featherstone 2008, table 5.1] in world axes about the nodes' own
/// origins, with ordinary accelerations, so that no linear velocity appears. O(n). Kinematics is part of it:
/// the calls take q, not a stage.

#include "sarrus/dynamics/kinematics.h"

namespace sarrus {

/// What one node needs and keeps.
template <class T>
struct NewtonEulerNode {
  LaneRotation<T> R;  ///< R_WK.
  Lane3<T> r;         ///< From the parent node's origin to this one's.
  Lane3<T> w, alpha;  ///< Angular velocity and acceleration.
  Lane3<T> a;  ///< Acceleration of the origin, gravity included as an upward acceleration of the world.
  Lane3<T> moment, force;  ///< On the node through its joint, about its origin.
};

/// Memory of inverse dynamics; afterwards, the wrenches that the joints transmit.
template <class T>
struct InverseDynamics {
  explicit InverseDynamics(const Tree<T>& tree);

  std::vector<NewtonEulerNode<T>> nodes;
  int nu;
  std::vector<LaneMotion<T>> columns;  ///< Per speed, of joints of general shape.
  std::vector<T> q, sine, cosine;      ///< Per coordinate, and padding.
};

/// What counts besides the given motion.
struct InverseDynamicsOptions {
  bool gravity = true;
};

/// Generalized forces for the motion (q, u, u̇) under gravity and applied forces. `u` or `udot` may be empty:
/// zero. `F_B_W` holds a force per body, taken at its origin, in world axes, or nothing.
///   bias forces c − g:  udot empty        gravity forces −g:  u and udot empty
///   Coriolis forces c:  udot empty, no gravity
template <class T>
void calc_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           InverseDynamics<T>& workspace, Out<T> tau,
                           const InverseDynamicsOptions& options = {});

/// The outward half alone: motions of the nodes, and the wrench each takes by itself, in `workspace`.
template <class T>
void calc_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                InverseDynamics<T>& workspace, const InverseDynamicsOptions& options = {});

/// The wrench that a body's joint exerts on the body, about the body's origin, in world axes; from the last
/// inverse dynamics. Bodies welded to their parent have none of their own here.
template <class T>
Force<T> joint_reaction(const Tree<T>& tree, const InverseDynamics<T>& workspace, int body);

}  // namespace sarrus
