#pragma once
/// @file
/// The variation of everything beyond a joint, or beyond any place that something moves, from the changes of
/// the motion at that place.

#include "sarrus/derivatives/internal/lane_algebra.h"
#include "sarrus/derivatives/motion_variation.h"

namespace sarrus::internal {

/// The variation of one speed of a joint of general shape, with ∂V, ∂A and ∂A/∂u at M's origin in world axes,
/// S = (σ, s):
///   Ψ̇ = (∂ω + ω×σ,  ∂v + ω_p×s + v×σ)
///   Ψ̈ = (∂α + (ω_p + ω)×∂ω + α×σ + ω×(ω×σ),  ∂a + 2·ω_p×∂v + α_p×s + ω_p×(ω_p×s) + a×σ + 2·v×Ψ̇.w)
///   Φ = (∂α/∂u + (ω_p + ω)×σ,  ∂a/∂u + 2·ω_p×s + 2·v×σ)
template <class T>
void set_variation(const typename MotionVariation<T>::Node& parent,
                   const typename MotionVariation<T>::Node& node, const LaneMotion<T>& dV,
                   const LaneMotion<T>& dA, const LaneMotion<T>& dA_by_u, SpeedVariation<T>& speed) {
  const Lane3<T>&turn = speed.S.w, slide = speed.S.v, both = parent.w + node.w;
  const Lane3<T> w_turn = cross(node.w, turn), w_slide = cross(parent.w, slide), v_turn = cross(node.v, turn);
  speed.psi = {dV.w + w_turn, dV.v + w_slide + v_turn};
  speed.psi2 = {dA.w + cross(both, dV.w) + cross(node.alpha, turn) + cross(node.w, w_turn),
                dA.v + T(2) * cross(parent.w, dV.v) + cross(parent.alpha, slide) + cross(parent.w, w_slide) +
                    cross(node.a, turn) + T(2) * cross(node.v, speed.psi.w)};
  speed.phi = {dA_by_u.w + cross(both, turn), dA_by_u.v + T(2) * w_slide + T(2) * v_turn};
}

}  // namespace sarrus::internal
