#pragma once
/// @file
/// Poses in the plane z = 0, rotated about z: the planar counterparts of pose.h, with the exponential and
/// logarithm of SE(2).

#include "sarrus/spatial/planar_motion.h"

namespace sarrus {

/// X_AB, the pose of frame B in frame A: cosine and sine of the angle from A's x axis to B's, and the
/// position of B's origin, expressed in A.
template <class T>
struct PlanarPose {
  T c{1}, s{0};
  Vec2<T> p = Vec2<T>::zero();

  static PlanarPose translation(const Vec2<T>& p_AB) { return {T(1), T(0), p_AB}; }
  static PlanarPose rotation(const T& angle) {
    PlanarPose X;
    sincos(angle, X.s, X.c);
    return X;
  }
  template <class U>
  PlanarPose<U> cast() const {
    return {U(c), U(s), p.template cast<U>()};
  }
  /// R·v; inverse_rotate() is R⁻¹·v.
  template <class U>
  Vec2<Product<T, U>> rotate(const Vec2<U>& v) const {
    return {c * v.x - s * v.y, s * v.x + c * v.y};
  }
  template <class U>
  Vec2<Product<T, U>> inverse_rotate(const Vec2<U>& v) const {
    return {c * v.x + s * v.y, c * v.y - s * v.x};
  }
  /// X_BA.
  PlanarPose inverse() const { return {c, -s, -inverse_rotate(p)}; }

  /// X⁻¹ applied to a point, a motion, a force or another pose.
  template <class U>
  Vec2<Product<T, U>> inverse_times(const Vec2<U>& point) const {
    return inverse_rotate(point - p);
  }
  template <class U>
  PlanarMotion<Product<T, U>> inverse_times(const PlanarMotion<U>& V) const {
    return {Product<T, U>(V.w), inverse_rotate(V.v + V.w * perpendicular(p))};
  }
  template <class U>
  PlanarForce<Product<T, U>> inverse_times(const PlanarForce<U>& F) const {
    return {F.t - cross(p, F.f), inverse_rotate(F.f)};
  }
  PlanarPose inverse_times(const PlanarPose& X_AC) const {
    return {c * X_AC.c + s * X_AC.s, c * X_AC.s - s * X_AC.c, inverse_times(X_AC.p)};
  }
};

/// X_AC = X_AB·X_BC.
template <class T>
PlanarPose<T> operator*(const PlanarPose<T>& X_AB, const PlanarPose<T>& X_BC) {
  return {X_AB.c * X_BC.c - X_AB.s * X_BC.s, X_AB.s * X_BC.c + X_AB.c * X_BC.s, X_AB * X_BC.p};
}
/// The point with coordinates `point` in B, in A.
template <class A, class B>
Vec2<Product<A, B>> operator*(const PlanarPose<A>& X, const Vec2<B>& point) {
  return X.p + X.rotate(point);
}
/// The motion (or, below, force) at A's origin, expressed in A.  [eq. 2.77]
template <class A, class B>
PlanarMotion<Product<A, B>> operator*(const PlanarPose<A>& X, const PlanarMotion<B>& V) {
  return {Product<A, B>(V.w), X.rotate(V.v) - V.w * perpendicular(X.p)};
}
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const PlanarPose<A>& X, const PlanarForce<B>& F) {
  const auto f = X.rotate(F.f);
  return {F.t + cross(X.p, f), f};
}

namespace internal {
/// sin(x)/x, with its derivatives: by its series if |x| < 1.
template <class T>
T sinc(const T& x) {
  const auto small = abs(x) < T(1);
  const T near = select(small, x * x, T(0)), far = select(small, T(1), x);
  T series(1);
  for (int k = 9; k >= 1; --k) series = T(1) - T(1.0 / (2 * k * (2 * k + 1))) * near * series;
  return select(small, series, sin(far) / far);
}
}  // namespace internal

/// The pose reached from the identity after moving for unit time with the constant velocity V. The path is an
/// arc; its chord lies at half the angle:  p = sinc(w/2)·R(w/2)·v.
template <class T>
PlanarPose<T> exp_se2(const PlanarMotion<T>& V) {
  const T half = T(0.5) * V.w;
  const PlanarPose<T> to_chord = PlanarPose<T>::rotation(half);
  PlanarPose<T> X = to_chord * to_chord;
  X.p = internal::sinc(half) * to_chord.rotate(V.v);
  return X;
}
/// The V with w in [−π, π] such that exp_se2(V) = X.
template <class T>
PlanarMotion<T> log_se2(const PlanarPose<T>& X) {
  const T w = atan2(X.s, X.c), half = T(0.5) * w;
  return {w, (T(1) / internal::sinc(half)) * PlanarPose<T>::rotation(half).inverse_rotate(X.p)};
}

}  // namespace sarrus
