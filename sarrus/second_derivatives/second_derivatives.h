#pragma once
/// @file
/// Second derivatives of inverse and forward dynamics, contracted with a multiplier or as tensors.
///
/// Directions of coordinates are those of the speeds, δq = N(q)·δ, and a second derivative by coordinates is
/// the derivative, in direction j, of the first derivative in direction k:
///   dq_dq(j, k) = δ_j(δ_k τ)
/// It is symmetric where directions commute: for any two joints, and within a joint whose speeds are the
/// rates of its coordinates. Within a ball or free joint, whose directions are rotations about axes of F, the
/// order matters: δ_j(δ_k τ) − δ_k(δ_j τ) is the first derivative of τ in the direction of the commutator.
///
/// A Hessian of λ·τ costs what first derivatives cost, O(n·depth), since everything that belongs to two
/// speeds j and k, with k at or beyond j, is a product of vectors of one and of the other. With the
/// variations of motion_variation.h, the motion Λ = Σ S·λ on the path to a node, the change C of Λ beyond a
/// joint (see dynamics_products.cpp), and I, B, F of everything beyond k, where P = Σ I·Λ, q = Σ (2B)ᵀ·Λ, and
/// B_Λ is B with Λ in place of the velocities,
///   δ_j δ_k    C_j·D_k + Ψ̇_j·B_k + Ψ̈_j·A_k
///   u_j δ_k    S_j·B_k + Φ_j·A_k            u̇_j δ_k   S_j·A_k
///   δ_j u_k    C_j·E_k + Ψ̇_j·G_k            δ_j u̇_k   C_j·I·S_k          u_j u_k   S_j·G_k
///   A_k = I·C_k + S_k×*P       B_k = (2B)ᵀ·C_k + σ_k×q + 2·Ψ̇_k×*P − 2B_Λ·Ψ̇_k
///   D_k = S_k×*F + I·Ψ̈_k + 2B·Ψ̇_k       E_k = I·Φ_k + 2B·S_k       G_k = 2·S_k×*P − 2B_Λ·S_k
/// and speeds of one joint of general shape have further terms from the second derivatives of its columns.

#include <array>
#include <memory>

#include "sarrus/base/aligned_array.h"
#include "sarrus/derivatives/forward_dynamics_derivatives.h"
#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Sums of what a multiplier does in a node and everything beyond it, about the node's origin.
template <class T>
struct MultiplierLoad {
  LaneForce<T> P;            ///< Σ I·Λ.
  Lane3<T> q;                ///< Σ (2B)ᵀ·Λ, a torque.
  LaneRotation<T> G;         ///< Σ m·Λ(r)·rᵀ.
  Lane3<T> turn;             ///< What applied forces, which keep their directions, add to q.
  LaneRotation<T> directed;  ///< Σ Λ·Fᵀ of the applied torques and forces.
};

/// Second derivatives of a number, λ·τ or μ·u̇, by coordinates, speeds and, for inverse dynamics, their rates
/// or, for forward dynamics, forces. Those that are not listed are zero: by speeds and rates, and by rates or
/// forces twice.
template <class T = double>
struct DynamicsHessian {
  explicit DynamicsHessian(int nu = 0) : dq_dq(nu, nu), dq_u(nu, nu), u_u(nu, nu), dq_input(nu, nu) {}
  MatrixX<T> dq_dq;     ///< (j, k): δ_j(δ_k ·).
  MatrixX<T> dq_u;      ///< (j, k): by δ_j and u_k.
  MatrixX<T> u_u;       ///< (j, k): by u_j and u_k.
  MatrixX<T> dq_input;  ///< (j, k): by δ_j and u̇_k, or by δ_j and τ_k.
};

/// Workspace: a motion with what its second derivatives are made of.
template <class T = double>
struct SecondDerivatives {
  /// Throws an Error if a joint is function-based or of a type of the user's own.
  explicit SecondDerivatives(const Tree<T>& tree);

  MotionVariation<T> motion;      ///< Its loads are those of single nodes.
  Array<NodeLoad<T>> beyond;      ///< Per node, with everything beyond it.
  Array<LaneMotion<T>> paths;     ///< Per node: Λ.
  Array<LaneMotion<T>> changes;   ///< Per speed: C.
  Array<MultiplierLoad<T>> sums;  ///< Per node.
  AlignedArray<T> columns;  ///< S, Ψ̇, Ψ̈, Φ, C about the reference point, each for all speeds in turn.
  int column_stride;
  AlignedArray<T> forces;  ///< Per speed: D, E, I·S about the reference point.
  AlignedArray<T> row;     ///< Entries of a speed with the speeds on its path.
  /// Per two speeds j and k of a joint of general shape: by how much what direction j does to the variations
  /// of speed k differs from what the direction of another joint would do.
  AlignedArray<T> own;
  Array<LaneMotion<T>> own_turns;                         ///< Of the columns among them.
  Array<LaneMotion<T>> own_columns;                       ///< Per three of them.
  Array<int> first_own_row, first_own, first_own_column;  ///< Per node.
  Array<Array<int>> nodes_beyond;  ///< Per node: itself and the nodes beyond it, parents first.
};

/// Sets the motion at which second derivatives of inverse dynamics are taken.
template <class T>
void set_motion(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                SecondDerivatives<T>& workspace);

/// The Hessian of λ·τ of inverse dynamics.
template <class T>
void calc_inverse_dynamics_hessian(const Tree<T>& tree, In<std::type_identity_t<T>> lambda,
                                   SecondDerivatives<T>& workspace, DynamicsHessian<T>& out);

/// The Hessians of all τ_i, which together are the tensors of second derivatives of inverse dynamics. `out`
/// has a Hessian of nu speeds for each speed, made by make_hessians(); entries that vanish in every motion
/// are not written.
template <class T>
void calc_inverse_dynamics_hessians(const Tree<T>& tree, SecondDerivatives<T>& workspace,
                                    Array<DynamicsHessian<T>>& out);
template <class T>
Array<DynamicsHessian<T>> make_hessians(const Tree<T>& tree);

/// Workspace of second derivatives of forward dynamics.
template <class T = double>
struct ForwardSecondDerivatives {
  explicit ForwardSecondDerivatives(const Tree<T>& tree);

  ForwardDynamicsDerivatives<T> first;
  SecondDerivatives<T> second;
  DynamicsHessian<T> of_inverse;
  Array<T> lambda;
  MatrixX<T> by_dq, by_u, by_tau;
};

/// Sets the state and the forces at which second derivatives of forward dynamics are taken, and computes its
/// first derivatives.
template <class T>
void set_state(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
               ForwardSecondDerivatives<T>& workspace);

/// The Hessian of μ·u̇ of forward dynamics. With λ = M⁻¹·μ, the Hessian of λ·τ of inverse dynamics, and E its
/// part by coordinates and rates,
///   δ_j δ_k:  −(H + E·∂u̇/∂δ + (E·∂u̇/∂δ)ᵀ)     δ_j u_k:  −(H + E·∂u̇/∂u)     u_j u_k:  −H     δ_j τ_k:  −E·M⁻¹
template <class T>
void calc_forward_dynamics_hessian(const Tree<T>& tree, In<std::type_identity_t<T>> mu,
                                   ForwardSecondDerivatives<T>& workspace, DynamicsHessian<T>& out);

}  // namespace sarrus
