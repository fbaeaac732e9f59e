#pragma once
/// @file
/// Spatial algebra in the vectors of the recursions, which hot loops compute with.

#include "sarrus/dynamics/node_frame.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus::internal {

template <class T>
LaneMotion<T> zero_motion() {
  return {zero3<T>(), zero3<T>()};
}
template <class T>
LaneForce<T> zero_force() {
  return {zero3<T>(), zero3<T>()};
}
/// A motion given in axes R, in world axes.
template <class T>
LaneMotion<T> in_world(const LaneRotation<T>& R, const Motion<T>& X) {
  return {R * X.w, R * X.v};
}
template <class T>
SARRUS_ALWAYS_INLINE void add_multiple(const T& s, const LaneMotion<T>& X, LaneMotion<T>& to) {
  to.w += s * X.w, to.v += s * X.v;
}
/// A motion at the point displaced by r.
template <class T>
SARRUS_ALWAYS_INLINE LaneMotion<T> shifted(const LaneMotion<T>& X, const Lane3<T>& r) {
  return {X.w, X.v + cross(X.w, r)};
}
/// A force about the point displaced by −r.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> at_parent(const LaneForce<T>& F, const Lane3<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
/// X×Y of two motions.
template <class T>
SARRUS_ALWAYS_INLINE LaneMotion<T> cross_motion(const LaneMotion<T>& X, const LaneMotion<T>& Y) {
  return {cross(X.w, Y.w), cross(X.w, Y.v) + cross(X.v, Y.w)};
}
/// S×*F.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> cross_force(const LaneMotion<T>& S, const LaneForce<T>& F) {
  return {cross(S.w, F.t) + cross(S.v, F.f), cross(S.w, F.f)};
}
template <class T>
SARRUS_ALWAYS_INLINE T product(const LaneMotion<T>& X, const LaneForce<T>& F) {
  return dot(X.w, F.t, X.v, F.f);
}

}  // namespace sarrus::internal
