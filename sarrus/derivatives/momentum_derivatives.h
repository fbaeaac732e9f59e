#pragma once
/// @file
/// Derivatives of the central momentum of a tree, h = A(q)·u (angular about the center of mass c, then
/// linear, in world axes), and of its rate ḣ = A·u̇ + Ȧ·u, which is what external forces do, by coordinates
/// (in the directions of the speeds, δq = N(q)·δ), speeds and their rates; with them those of the center of
/// mass. A direction moves everything beyond a joint and nothing else, so that columns follow from what is
/// beyond: its inertia I, its Coriolis matrix B, its momentum H and the rate F of it (see
/// motion_variation.h), about fixed points
///   A_k = I·S_k,   ∂h/∂δ_k = S_k×*H + I·Ψ̇_k,   ∂ḣ/∂δ_k = S_k×*F + I·Ψ̈_k + 2B·Ψ̇_k,
///   ∂ḣ/∂u_k = I·Φ_k + 2B·S_k,   Ȧ_k = ∂ḣ/∂u_k − ∂h/∂δ_k
/// and, since the center of mass moves by ∂c, moments about it change by −∂c×h.f and −∂c×ḣ.f besides. O(n).

#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Workspace and results: matrices of 6×nu numbers, angular rows first.
template <class T = double>
struct MomentumDerivatives {
  explicit MomentumDerivatives(const Tree<T>& tree);

  Vec3<T> com;              ///< c in the world.
  Force<T> momentum, rate;  ///< h and ḣ.
  MatrixX<T> matrix;  ///< A = ∂h/∂u = ∂ḣ/∂u̇; its last rows over the mass are ∂c/∂δ = ∂ċ/∂u.
  MatrixX<T> matrix_rate;     ///< Ȧ.
  MatrixX<T> momentum_by_dq;  ///< ∂h/∂δ; its last rows over the mass are ∂ċ/∂δ.
  MatrixX<T> rate_by_dq;      ///< ∂ḣ/∂δ; its last rows over the mass are ∂c̈/∂δ.
  MatrixX<T> rate_by_u;       ///< ∂ḣ/∂u.
  MotionVariation<T> motion;  ///< Without gravity; its loads are those of nodes with everything beyond them.
  Array<Lane3<T>> origins;    ///< Of the nodes in the world.
};

/// Computes them at a motion; forces and gravity play no part. The total mass must not be zero.
template <class T>
void calc_momentum_derivatives(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot,
                               MomentumDerivatives<T>& out);

}  // namespace sarrus
