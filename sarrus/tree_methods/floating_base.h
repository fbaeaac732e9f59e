#pragma once
/// @file
/// Dynamics of floating trees: each body next to the world is a floating base on a joint of six speeds (Free,
/// Bushing) that transmits no force. [Featherstone 2008, sec. 9.4 and 9.5]
///
/// Inverse dynamics computes the accelerations of the bases along with the joint forces, in one O(n) call: it
/// is hybrid dynamics with the bases free and all other speeds prescribed, and articulated inertias are then
/// those of composite bodies [table 9.6].
///
/// Forward dynamics in matrix form [table 9.5] factors the whole mass matrix, outermost joints first: there
/// is no fill-in and the 6×6 blocks of the bases come last. Eliminating the bases first instead (a Schur
/// complement) leaves a dense equation in the joints alone, which is what a controller of the joints sees.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// Workspace of floating-base dynamics. Throws if a joint on the world does not have six speeds.
template <class T = double>
struct FloatingBase {
  explicit FloatingBase(const Tree<T>& tree);

  Array<TreeInertia<T>> nodes;  ///< Composite inertias about the nodes' origins, in world axes.
  int nu;
  Array<int> bases;    ///< The nodes next to the world.
  Array<int> joints;   ///< The speeds of all other nodes, ascending.
  IndexSet joint_set;  ///< The speeds of all other nodes, as a set.
  ForwardDynamics<T> hybrid;
  InverseDynamics<T> inverse;
  PositionKinematics<T> position;
  MassMatrix<T> mass;
  /// Numbers per speed; and per speed, its row of base entries after elimination.
  Array<T> numbers, projected;
};

/// Accelerations of all speeds and forces of the joints, from the accelerations of the joints. `udot` is read
/// except for the bases; an empty `udot` or `u` means zero. `F_B_W` holds a force per body, at its origin, in
/// world axes, or is empty. `tau` is zero at the bases. `udot_out` may be the array of `udot`. Port inertias
/// in `options` are included in the forces of the joints.
template <class T>
void calc_floating_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                                    FloatingBase<T>& workspace, Out<T> udot_out, Out<T> tau,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});
/// The same with named arguments.
template <class T>
void calc_floating_inverse_dynamics(const Tree<T>& tree,
                                    const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                    FloatingBase<T>& workspace, Out<T> udot_out, Out<T> tau) {
  calc_floating_inverse_dynamics(tree, at.q, at.u, at.udot, at.forces, workspace, udot_out, tau,
                                 {.gravity = at.gravity});
}

/// Accelerations of all speeds from the forces of the joints: `tau` is read except at the bases, where there
/// is none. An empty `tau` or `u` means zero.
template <class T>
void calc_floating_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                                    FloatingBase<T>& workspace, Out<T> udot,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});
/// The same with named arguments.
template <class T>
void calc_floating_forward_dynamics(const Tree<T>& tree,
                                    const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                    FloatingBase<T>& workspace, Out<T> udot) {
  calc_floating_forward_dynamics(tree, at.q, at.u, at.tau, at.forces, workspace, udot,
                                 {.gravity = at.gravity});
}

/// The equation of motion in the joints alone, M·u̇ + bias = τ, over `workspace.joints`; M is the Schur
/// complement of the bases:
///   M = M_jj − M_jb·M_bb⁻¹·M_bj,   bias = c_j − M_jb·M_bb⁻¹·c_b
template <class T>
void calc_floating_joint_equation(const Tree<T>& tree, In<T> q, In<T> u, In<Force<T>> F_B_W,
                                  FloatingBase<T>& workspace, MatrixX<T>& M, VectorX<T>& bias,
                                  const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The speeds of a single floating base from the speeds of the joints and the total momentum (angular about
/// the world's origin, then linear; see calc_momentum). `u` is read except at the base; `u_out` has all
/// speeds and may be the same array.
template <class T>
void calc_base_speeds(const Tree<T>& tree, In<T> q, In<T> u, const Force<std::type_identity_t<T>>& momentum,
                      FloatingBase<T>& workspace, Out<T> u_out);

}  // namespace sarrus
