#pragma once
/// @file
/// Derivatives of the motion of a frame F in the world, in world axes: of its pose, velocity and acceleration
/// by coordinates (in the directions of the speeds, δq = N(q)·δ), speeds and their rates; its Jacobian and
/// the rate of it. With the variations of motion_variation.h, S = (σ, s) and the others taken at F's origin:
///   pose          by δ: S
///   velocity      by δ: (σ×ω + Ψ̇.w,  σ×v + Ψ̇.v)                          by u: S
///   acceleration  by δ: (σ×α + Ψ̇.w×ω + Ψ̈.w,  σ×a + 2·Ψ̇.w×v + Ψ̈.v)
///                 by u: (Φ.w + σ×ω,  Φ.v + 2·σ×v)                          by u̇: S
///   rate of S     (Φ.w − Ψ̇.w,  Φ.v − Ψ̇.v + σ×v)
/// Cost: proportional to the number of speeds between the frame and the world.

#include "sarrus/derivatives/motion_variation.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

/// Matrices of 6×nu numbers, angular rows first.
template <class T = double>
struct FrameDerivatives {
  explicit FrameDerivatives(const Tree<T>& tree);

  MatrixX<T> jacobian;  ///< ∂V/∂u, ∂A/∂u̇, and the turning and displacement of the frame by δ.
  MatrixX<T> jacobian_rate;
  MatrixX<T> velocity_by_dq;      ///< ∂V/∂δ.
  MatrixX<T> acceleration_by_dq;  ///< ∂A/∂δ.
  MatrixX<T> acceleration_by_u;   ///< ∂A/∂u.
};

/// Computes them at the motion of calc_motion_variation().
template <class T>
void calc_frame_derivatives(const Tree<T>& tree, const MotionVariation<T>& motion,
                            const FrameOn<std::type_identity_t<T>>& F, FrameDerivatives<T>& out);

}  // namespace sarrus
