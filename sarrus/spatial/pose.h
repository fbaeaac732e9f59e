#pragma once
/// @file
/// Poses X_AB = (R_AB, p_AB) and their action on points, motions and forces. X_AB maps a quantity expressed
/// in B at B's origin to the same quantity expressed in A at A's origin; inverse_times() is the inverse map,
/// without forming the inverse. Costs are those of Featherstone's table A.4.

#include "sarrus/spatial/motion_force.h"
#include "sarrus/spatial/rotation.h"

namespace sarrus {

/// The pose of frame B in frame A: orientation R_AB and position p_AB of B's origin, expressed in A.
template <class T = double>
struct Pose {
  Rotation<T> R{};
  Vec3<T> p = Vec3<T>::zero();

  static Pose translation(const Vec3<T>& p_AB) { return {Rotation<T>(), p_AB}; }
  static Pose rotation(const Rotation<T>& R_AB) { return {R_AB, Vec3<T>::zero()}; }
  template <class U>
  Pose<U> cast() const {
    return {R.template cast<U>(), p.template cast<U>()};
  }
  /// X_BA.
  Pose inverse() const { return {R.inverse(), -R.inverse_times(p)}; }

  /// X⁻¹ applied to a point, a motion, a force or another pose.
  template <class U>
  Vec3<Product<T, U>> inverse_times(const Vec3<U>& point) const {
    return R.inverse_times(point - p);
  }
  template <class U>
  Motion<Product<T, U>> inverse_times(const Motion<U>& V) const {
    return {R.inverse_times(V.w), R.inverse_times(V.v - cross(p, V.w))};
  }
  template <class U>
  Force<Product<T, U>> inverse_times(const Force<U>& F) const {
    return {R.inverse_times(F.t - cross(p, F.f)), R.inverse_times(F.f)};
  }
  Pose inverse_times(const Pose& X_AC) const { return {R.inverse() * X_AC.R, inverse_times(X_AC.p)}; }
};

/// X_AC = X_AB·X_BC.
template <class T>
Pose<T> operator*(const Pose<T>& X_AB, const Pose<T>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.p + X_AB.R * X_BC.p};
}
/// The point with coordinates `point` in B, in A.
template <class A, class B>
Vec3<Product<A, B>> operator*(const Pose<A>& X, const Vec3<B>& point) {
  return X.p + X.R * point;
}
template <class A, class B>
Motion<Product<A, B>> operator*(const Pose<A>& X, const Motion<B>& V) {
  const auto w = X.R * V.w;
  return {w, X.R * V.v + cross(X.p, w)};
}
template <class A, class B>
Force<Product<A, B>> operator*(const Pose<A>& X, const Force<B>& F) {
  const auto f = X.R * F.f;
  return {X.R * F.t + cross(X.p, f), f};
}
/// The same motion or force expressed in other axes.
template <class A, class B>
Motion<Product<A, B>> operator*(const Rotation<A>& R, const Motion<B>& V) {
  return {R * V.w, R * V.v};
}
template <class A, class B>
Force<Product<A, B>> operator*(const Rotation<A>& R, const Force<B>& F) {
  return {R * F.t, R * F.f};
}

}  // namespace sarrus
