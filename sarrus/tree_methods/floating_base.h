#pragma once
/// @file
/// Dynamics of trees that hang on nothing: each body next to the world is a floating base on a joint of six
/// speeds (Free, Bushing) that transmits no force. [Featherstone 2008, sec. 9.4 and 9.5]
///
/// Inverse dynamics finds the accelerations of the bases along with the joint forces, in one O(n) call: it is
/// hybrid dynamics with the bases free and all else prescribed, and articulated inertias are then those of
/// composite bodies [table 9.6].
/// Forward dynamics in matrix form [table 9.5] factors the whole mass matrix, outermost joints first: nothing
/// fills in and the 6×6 blocks of the bases come last. Eliminating the bases first instead leaves an equation
/// in the joints alone, full of entries, which is what a controller of the joints sees.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"

namespace sarrus {

/// Memory of floating-base dynamics. Refuses a tree with another joint than one of six speeds on the world.
template <class T = double>
struct FloatingBase {
  explicit FloatingBase(const Tree<T>& tree);

  Array<TreeInertia<T>> nodes;  ///< Composite inertias about the nodes' origins, in world axes.
  int nu;
  Array<int> bases;    ///< The nodes next to the world.
  Array<int> joints;   ///< The speeds of all other nodes, ascending.
  IndexSet joint_set;  ///< The same.
  ForwardDynamics<T> hybrid;
  InverseDynamics<T> inverse;
  PositionKinematics<T> position;
  MassMatrix<T> mass;
  Array<T> numbers, projected;  ///< Per speed; per speed, its row of base entries after elimination.
};

/// Accelerations of all speeds and forces of the joints, from the accelerations of the joints. `udot` is read
/// except for the bases; it and `u` may be empty: zero. `F_B_W` holds a force per body, at its origin, in
/// world axes, or nothing. `tau` is zero at the bases. `udot_out` may be the array of `udot`. Ports
/// (`options`) take forces of the joints along.
template <class T>
void calc_floating_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                                    FloatingBase<T>& workspace, Out<T> udot_out, Out<T> tau,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// Accelerations of all speeds from the forces of the joints: `tau` is read except at the bases, where there
/// is none. `tau` and `u` may be empty: zero.
template <class T>
void calc_floating_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                                    FloatingBase<T>& workspace, Out<T> udot,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The equation of motion in the joints alone, M·u̇ + bias = τ, over `workspace.joints`:
///   M = M_jj − M_jb·M_bb⁻¹·M_bj,   bias = c_j − M_jb·M_bb⁻¹·c_b
template <class T>
void calc_floating_joint_equation(const Tree<T>& tree, In<T> q, In<T> u, In<Force<T>> F_B_W,
                                  FloatingBase<T>& workspace, MatrixX<T>& M, VectorX<T>& bias,
                                  const ForwardDynamicsOptions<std::type_identity_t<T>>& options = {});

/// The speeds at which a single floating base moves when the joints move at given speeds and the whole has a
/// given momentum (angular about the world's origin, then linear; see calc_momentum). `u` is read except at
/// the base; `u_out` has all speeds and may be the same array.
template <class T>
void calc_base_speeds(const Tree<T>& tree, In<T> q, In<T> u, const Force<std::type_identity_t<T>>& momentum,
                      FloatingBase<T>& workspace, Out<T> u_out);

}  // namespace sarrus
