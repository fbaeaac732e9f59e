#pragma once
/// @file
/// Derivatives of inverse and forward dynamics by what is constant during a motion: the inertias of bodies,
/// the frames and the parameters of joints, gravity, and forces applied to bodies. What a parameter of a
/// joint or of its frames does is to move everything beyond it like a speed of one more joint, which stands
/// still: the variations of motion_variation.h say how forces change with it. All parameters, in one pass:
///   inverse dynamics   ∂τ/∂p at given q, u, u̇
///   forward dynamics   ∂u̇/∂p = −M⁻¹·∂τ/∂p at the motion that the forces cause
///
/// | matrix               | columns                                                                      |
/// |----------------------|------------------------------------------------------------------------------|
/// | `by_inertia`         | 10 per body, π of inertia_parameters.h: m, m·c, I about the body's origin    |
/// | `by_parent_frame`    | 6 per body: X_PF ← X_PF·exp(ε), rotation and translation in F's axes         |
/// | `by_child_frame`     | 6 per body: X_BM ← X_BM·exp(ε), in M's axes                                  |
/// | `by_joint_parameter` | as numbered by Model::joint_parameters()                                     |
/// | `by_gravity`         | 3                                                                            |
/// | `by_force`           | 6 per body: moment and force at its origin, in world axes                    |
///
/// Bodies count from 1: the world has no columns. Frames of welds are included. Inertias of ports, torques
/// and applied forces are held constant in world axes.

#include "sarrus/base/aligned_array.h"
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/model/inertia_parameters.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Number of directions of a frame, and the column of one of them for the frame of a body's joint.
inline constexpr int frame_direction_count = 6;
constexpr int frame_direction_index(int body, int direction) {
  return frame_direction_count * (body - 1) + direction;
}

/// Which derivatives are computed; matrices of the others have no columns.
struct ParameterChoice {
  bool inertias = true;
  bool frames = true;
  bool joint_parameters = true;
  bool gravity = true;
  bool forces = true;
};

/// Workspace and results: matrices with a row for each speed.
template <class T = double>
struct ParameterDerivatives {
  explicit ParameterDerivatives(const Tree<T>& tree, const ParameterChoice& choice = {});

  MatrixX<T> by_inertia;
  MatrixX<T> by_parent_frame, by_child_frame;
  MatrixX<T> by_joint_parameter;
  MatrixX<T> by_gravity;
  MatrixX<T> by_force;
  Array<T> tau;   ///< τ itself, after inverse dynamics.
  Array<T> udot;  ///< u̇ itself, after forward dynamics.

  ParameterChoice choice;
  MotionVariation<T> motion;
  Array<NodeLoad<T>> bodies;  ///< Per body, with everything beyond it, about the origin of its node.
  AlignedArray<T> columns;    ///< Per speed, each number for all speeds in turn, about the reference point.
  Array<int> first_speed, end_speed;  ///< Per body: the speeds of its joint and of all joints beyond it.
  Array<int> roots;                   ///< The nodes next to the world.
  ForwardDynamics<T> forward;
  TreeMatrix<T> mass;
};

/// Computes ∂τ/∂p of inverse dynamics.
template <class T>
void calc_inverse_dynamics_parameter_derivatives(const Tree<T>& tree,
                                                 const InverseDynamicsInput<std::type_identity_t<T>>& at,
                                                 ParameterDerivatives<T>& out);

/// Computes ∂u̇/∂p of forward dynamics. `port_inertia` as in ForwardDynamicsOptions.
template <class T>
void calc_forward_dynamics_parameter_derivatives(const Tree<T>& tree,
                                                 const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                                 ParameterDerivatives<T>& out,
                                                 In<std::type_identity_t<T>> port_inertia = {});

}  // namespace sarrus
