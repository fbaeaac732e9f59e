#pragma once
/// @file
/// How the motion of a frame changes with one speed and its coordinate, in world axes: the equations of
/// frame_derivatives.h.

#include "sarrus/derivatives/internal/lane_algebra.h"
#include "sarrus/derivatives/motion_variation.h"

namespace sarrus::internal {

/// The motion of a frame on a node, at p from the node's origin.
template <class T>
struct FrameMotion {
  Lane3<T> w, alpha, v, a;

  FrameMotion(const typename MotionVariation<T>::Node& at, const Lane3<T>& p)
      : w(at.w), alpha(at.alpha), v(at.v + cross(w, p)), a(at.a + cross(alpha, p) + cross(w, cross(w, p))) {}

  /// Of the acceleration by δ; r leads from the origin of the speed's node to the frame.
  SARRUS_ALWAYS_INLINE LaneMotion<T> acceleration_by_dq(const SpeedVariation<T>& speed,
                                                        const Lane3<T>& r) const {
    const Lane3<T>& turn = speed.S.w;
    return {cross(turn, alpha) + cross(speed.psi.w, w) + speed.psi2.w,
            cross(turn, a) + T(2) * cross(speed.psi.w, v) + shifted<T>(speed.psi2, r).v};
  }
  /// Of the acceleration by u.
  SARRUS_ALWAYS_INLINE LaneMotion<T> acceleration_by_u(const SpeedVariation<T>& speed,
                                                       const Lane3<T>& r) const {
    const Lane3<T>& turn = speed.S.w;
    return {speed.phi.w + cross(turn, w), shifted<T>(speed.phi, r).v + T(2) * cross(turn, v)};
  }
};

}  // namespace sarrus::internal
