#pragma once
/// @file
/// Inverse dynamics: the generalized forces that a motion requires.
///   τ = M(q)·u̇ + c(q, u) − g(q) − Jᵀ·F
/// Recursive Newton–Euler algorithm [Featherstone 2008, table 5.1] with ordinary accelerations of the nodes'
/// own origins, so that no linear velocity appears. O(n). It includes the kinematics: the functions take q,
/// not a stage. For double it works in world axes and 4-lane vectors (lane_motion.h); for every other scalar
/// in the nodes' own axes, which costs the fewest operations (body_motion.h).

#include "sarrus/base/array.h"
#include "sarrus/dynamics/body_motion.h"
#include "sarrus/dynamics/lane_motion.h"

namespace sarrus {

/// Workspace of inverse dynamics; afterwards it holds the wrenches that the joints transmit.
template <class T = double>
struct InverseDynamics {
  explicit InverseDynamics(const Tree<T>& tree)
      : nodes(tree.node_count()),
        motions(tree.slot_count()),
        X_FM(nodes.size()),
        nu(tree.nu()),
        joints(tree),
        R_WK(nodes.size()) {}

  Array<Force<T>> nodes;         ///< Wrench on the node through its joint, about its origin, in its axes.
  Array<BodyMotion<T>> motions;  ///< Per slot.
  Array<Pose<T>> X_FM;           ///< Per node with a joint of general shape.
  int nu;
  JointMotions<T> joints;   ///< Columns in the joints' frames F.
  Array<Rotation<T>> R_WK;  ///< Per node, if forces are applied to bodies.
};

/// Inputs and results of one node, in world axes.
struct NewtonEulerNode {
  NodeMotion<double> motion;  ///< Includes gravity as an upward acceleration of the world.
  Lane3d r;                   ///< Vector from the parent node's origin to this one's.
  LaneForce<double> wrench;   ///< Wrench on the node through its joint, about its origin.
};

template <>
struct InverseDynamics<double> {
  explicit InverseDynamics(const Tree<double>& tree);

  Array<NewtonEulerNode> nodes;
  int nu;
  JointMotions<double> joints;
};

/// Options of inverse dynamics.
struct InverseDynamicsOptions {
  bool gravity = true;
};

/// Generalized forces for the motion (q, u, u̇) under gravity and applied forces. An empty `u` or `udot` means
/// zero. `F_B_W` holds a force per body, at its origin, in world axes, or is empty.
///   bias forces c − g:  udot empty        gravity forces −g:  u and udot empty
///   Coriolis forces c:  udot empty, no gravity
template <class T>
void calc_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           InverseDynamics<T>& workspace, Out<T> tau,
                           const InverseDynamicsOptions& options = {});

/// Named arguments of calc_inverse_dynamics(): a motion and the forces on it. Members that are not set are
/// zero.
template <class T>
struct InverseDynamicsInput {
  In<T> q{};
  In<T> u{}, udot{};
  In<Force<T>> forces{};  ///< Per body, at its origin, in world axes.
  bool gravity = true;
};
/// Inverse dynamics with named arguments:
///   calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, workspace, tau)
template <class T>
void calc_inverse_dynamics(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                           InverseDynamics<T>& workspace, Out<T> tau) {
  calc_inverse_dynamics(tree, at.q, at.u, at.udot, at.forces, workspace, tau, {.gravity = at.gravity});
}

/// The wrench that a body's joint exerts on the body, about the body's origin, in world axes, from the last
/// inverse dynamics. Throws an Error if the body is welded, since the recursion computes the rigid piece to
/// which it belongs, not the loads within.
template <class T>
Force<T> joint_reaction(const Tree<T>& tree, const InverseDynamics<T>& workspace, int body);

/// The reaction of any body's joint, including welds, given the forces that were passed to inverse dynamics.
/// A weld carries the balance of everything beyond it: of the bodies beyond it in the same rigid piece, and
/// of the joints attached to those. For the world: the wrench that holds it in place, about its origin; the
/// mechanism loads the world with the opposite.
Force<double> calc_joint_reaction(const Tree<double>& tree, const InverseDynamics<double>& workspace,
                                  In<Force<double>> F_B_W, int body);

}  // namespace sarrus
