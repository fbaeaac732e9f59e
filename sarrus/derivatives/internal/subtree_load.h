#pragma once
/// @file
/// The force that a subtree requires, and how it changes with the motion of everything in it: with the
/// inertia I, the Coriolis matrix B and the wrench F of the subtree,
///   by δ_k:  S_k×*F + I·Ψ̈_k + 2B·Ψ̇_k       by u_k:  I·Φ_k + 2B·S_k       by u̇_k:  I·S_k

#include "sarrus/derivatives/internal/lane_algebra.h"
#include "sarrus/derivatives/motion_variation.h"

namespace sarrus::internal {

/// The trace of G, which 2B needs.
template <class T>
SARRUS_ALWAYS_INLINE T trace_of(const LaneRotation<T>& G) {
  return G.x[0] + G.y[1] + G.z[2];
}

/// 2B·(ω, v).
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> twice_B(const NodeLoad<T>& load, const T& trace, const Lane3<T>& w) {
  return {T(2) * (trace * w - load.G * w), T(2) * cross(w, load.momentum)};
}

/// (2B)ᵀ·X, a torque.
template <class T>
SARRUS_ALWAYS_INLINE Lane3<T> twice_B_transpose(const NodeLoad<T>& load, const LaneMotion<T>& X) {
  return T(2) * (trace_of<T>(load.G) * X.w - transpose(load.G) * X.w + cross(load.momentum, X.v));
}

/// How applied forces, which keep their directions, change seen from nodes that turn by w; and the transpose.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> applied_change(const NodeLoad<T>& load, const Lane3<T>& w) {
  const LaneRotation<T>& D = load.applied_moments;
  return {cross(w, load.applied.t) + trace_of<T>(D) * w - transpose(D) * w, cross(w, load.applied.f)};
}
template <class T>
SARRUS_ALWAYS_INLINE Lane3<T> applied_change_transpose(const NodeLoad<T>& load, const LaneMotion<T>& X) {
  const LaneRotation<T>& D = load.applied_moments;
  return cross(load.applied.t, X.w) + trace_of<T>(D) * X.w - D * X.w + cross(load.applied.f, X.v);
}

template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> force_by_dq(const NodeLoad<T>& load, const T& trace,
                                              const SpeedVariation<T>& speed) {
  LaneForce<T> change = momentum<T>(load.inertia, speed.psi2);
  change += twice_B<T>(load, trace, speed.psi.w);
  change += cross_force<T>(speed.S, load.wrench);
  return change;
}

template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> force_by_u(const NodeLoad<T>& load, const T& trace,
                                             const SpeedVariation<T>& speed) {
  LaneForce<T> change = momentum<T>(load.inertia, speed.phi);
  change += twice_B<T>(load, trace, speed.S.w);
  return change;
}

/// The load of a rigid piece of a node alone, without applied forces, from its inertia about the node's
/// origin in the node's axes, with the second moments S:
///   f = m·a + α×h + ω×(ω×h),   n = I·α + ω×I·ω + h×a,   G = v·hᵀ + [ω]×·S
template <class T>
SARRUS_ALWAYS_INLINE void set_load(const RigidInertia<ConstantOf<T>>& inertia,
                                   const Mat3<ConstantOf<T>>& second_moments,
                                   const typename MotionVariation<T>::Node& at, NodeLoad<T>& out) {
  const LaneRotation<T>&R = at.R, Q = R * second_moments;
  TreeInertia<T>& M = out.inertia;
  M = rotated(R, inertia);
  const auto moments = [&](int i) { return R.x[i] * Q.x + R.y[i] * Q.y + R.z[i] * Q.z; };
  out.G = {M.h[0] * at.v + cross(at.w, moments(0)), M.h[1] * at.v + cross(at.w, moments(1)),
           M.h[2] * at.v + cross(at.w, moments(2))};
  const Lane3<T> h(M.h), wh = cross(at.w, h);
  out.momentum = M.m * at.v + wh;
  out.wrench = {M.I * at.alpha + cross(at.w, M.I * at.w) + cross(h, at.a),
                M.m * at.a + cross(at.alpha, h) + cross(at.w, wh)};
}

template <class T>
void set_no_applied(NodeLoad<T>& load) {
  const Lane3<T> none = zero3<T>();
  load.applied = {none, none};
  load.applied_moments = {none, none, none};
}
/// Subtracts a force that acts at p from the node's origin, and keeps what its change with the node's
/// orientation needs.
template <class T>
void apply_force(const Force<T>& F, const Lane3<T>& p, NodeLoad<T>& load) {
  const Lane3<T> t(F.t), f(F.f);
  load.applied += {t, f};
  load.applied_moments.x += f[0] * p, load.applied_moments.y += f[1] * p, load.applied_moments.z += f[2] * p;
  load.wrench -= {t + cross(p, f), f};
}

/// Adds the load of a node to that of its parent, whose origin is at −r.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const NodeLoad<T>& load, const Lane3<T>& r, bool applied,
                                  NodeLoad<T>& parent) {
  add(parent.inertia, shifted(load.inertia, r));
  parent.momentum += load.momentum;
  parent.G.x += load.G.x + r[0] * load.momentum;
  parent.G.y += load.G.y + r[1] * load.momentum;
  parent.G.z += load.G.z + r[2] * load.momentum;
  parent.wrench += {load.wrench.t + cross(r, load.wrench.f), load.wrench.f};
  if (!applied) return;
  const LaneRotation<T>& D = load.applied_moments;
  const Lane3<T>& f = load.applied.f;
  parent.applied += load.applied;
  parent.applied_moments.x += D.x + f[0] * r;
  parent.applied_moments.y += D.y + f[1] * r;
  parent.applied_moments.z += D.z + f[2] * r;
}

}  // namespace sarrus::internal
