#pragma once
/// @file
/// The motion of a joint with parent and child exchanged, from that of the forward one.

#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// V of the reversed joint from X and V of the forward one, in the forward joint's M axes:
///   ω' = −Rᵀω,   v' = −Rᵀ(v − ω×p)
template <class T>
Motion<T> reverse_velocity(const Pose<T>& X, const Motion<T>& V) {
  return {-X.R.inverse_times(V.w), -X.R.inverse_times(V.v - cross(V.w, X.p))};
}
/// Rate of V of the reversed joint at u̇ = 0:  α' = −Rᵀα,   a' = −Rᵀ(a − α×p − 2·ω×v + ω×(ω×p))
template <class T>
Motion<T> reverse_bias(const Pose<T>& X, const Motion<T>& V, const Motion<T>& A) {
  const Vec3<T> a = A.v - cross(A.w, X.p) - cross(V.w, V.v + V.v - cross(V.w, X.p));
  return {-X.R.inverse_times(A.w), -X.R.inverse_times(a)};
}

}  // namespace sarrus::internal
