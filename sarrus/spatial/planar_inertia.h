#pragma once
/// @file
/// Inertias in the plane z = 0: rigid (4 numbers) and articulated (6 numbers).

#include "sarrus/spatial/planar_pose.h"

namespace sarrus {

/// M_B: inertia of a rigid body about B's origin: mass, first moment and moment about z.  [eq. 2.78]
template <class T>
struct PlanarInertia {
  T m{};
  Vec2<T> h = Vec2<T>::zero();  ///< Mass times the position of the center of mass.
  T I{};                        ///< Moment of inertia about the frame's origin.

  /// From mass, center of mass and moment of inertia about the center of mass.
  static PlanarInertia from_central(const T& mass, const Vec2<T>& com, const T& I_central) {
    const Vec2<T> h = mass * com;
    return {mass, h, I_central + dot(com, h)};
  }
  template <class U>
  PlanarInertia<U> cast() const {
    return {U(m), h.template cast<U>(), U(I)};
  }
  /// Position of the center of mass; the mass must not be zero.
  Vec2<T> com() const { return (T(1) / m) * h; }
  /// Moment of inertia about the center of mass.
  T central() const { return I - dot(com(), h); }
};

template <class T>
PlanarInertia<T> operator+(const PlanarInertia<T>& a, const PlanarInertia<T>& b) {
  return {a.m + b.m, a.h + b.h, a.I + b.I};
}
template <class T>
PlanarInertia<T> operator*(const std::type_identity_t<T>& s, const PlanarInertia<T>& M) {
  return {s * M.m, s * M.h, s * M.I};
}
/// Momentum of a body moving with V.
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const PlanarInertia<A>& M, const PlanarMotion<B>& V) {
  return {M.I * V.w + cross(M.h, V.v), M.m * V.v + V.w * perpendicular(M.h)};
}
/// The inertia about the point displaced by −r, axes unchanged.
template <class T>
PlanarInertia<T> shift(const PlanarInertia<T>& M, const Vec2<T>& r) {
  const Vec2<T> y = M.h + M.m * r;
  return {M.m, y, M.I + dot(r, M.h + y)};
}
/// M_A = X_AB·M_B: the inertia about A's origin expressed in A.
template <class T>
PlanarInertia<T> operator*(const PlanarPose<T>& X, const PlanarInertia<T>& M) {
  return shift(PlanarInertia<T>{M.m, X.rotate(M.h), M.I}, X.p);
}
/// M_B from M_A.
template <class T>
PlanarInertia<T> inverse_times(const PlanarPose<T>& X, const PlanarInertia<T>& M) {
  const Vec2<T> y = M.h - M.m * X.p;
  return {M.m, X.inverse_rotate(y), M.I - dot(X.p, M.h + y)};
}
/// The force that gives a body of angular velocity w the classical acceleration A:  F = M·A + (0, −w²·h).
template <class T>
PlanarForce<T> newton_euler(const PlanarInertia<T>& M, const PlanarMotion<T>& A, const T& w) {
  const PlanarForce<T> F = M * A;
  return {F.t, F.f - w * w * M.h};
}
template <class T>
T kinetic_energy(const PlanarInertia<T>& M, const PlanarMotion<T>& V) {
  return T(0.5) * dot(V, M * V);
}
/// M⁻¹·F through the center of mass c:  α = (t − c×f)/I_c,  a = f/m − α·(z×c).
template <class A, class B>
PlanarMotion<Product<A, B>> inverse_times(const PlanarInertia<A>& M, const PlanarForce<B>& F) {
  const A inv_m = A(1) / M.m;
  const Vec2<A> com = inv_m * M.h;
  const auto w = (F.t - cross(com, F.f)) / (M.I - dot(com, M.h));
  return {w, inv_m * F.f - w * perpendicular(com)};
}

/// Articulated-body inertia in the plane: [ I  Hᵀ; H  M ] with M = [ M_xx  M_xy; M_xy  M_yy ], six numbers.
template <class T>
struct PlanarArticulatedInertia {
  T M_xx{}, M_xy{}, M_yy{};
  Vec2<T> H = Vec2<T>::zero();
  T I{};

  PlanarArticulatedInertia() = default;
  PlanarArticulatedInertia(const T& Mxx, const T& Mxy, const T& Myy, const Vec2<T>& H_, const T& I_)
      : M_xx(Mxx), M_xy(Mxy), M_yy(Myy), H(H_), I(I_) {}
  /// A rigid body is an articulated body without joints.
  explicit PlanarArticulatedInertia(const PlanarInertia<T>& rigid)
      : M_xx(rigid.m), M_xy(T(0)), M_yy(rigid.m), H(perpendicular(rigid.h)), I(rigid.I) {}
  template <class U>
  PlanarArticulatedInertia<U> cast() const {
    return {U(M_xx), U(M_xy), U(M_yy), H.template cast<U>(), U(I)};
  }
  /// The linear block M times a vector.
  template <class U>
  Vec2<Product<T, U>> linear(const Vec2<U>& v) const {
    return {M_xx * v.x + M_xy * v.y, M_xy * v.x + M_yy * v.y};
  }
};

template <class T>
PlanarArticulatedInertia<T> operator+(const PlanarArticulatedInertia<T>& a,
                                      const PlanarArticulatedInertia<T>& b) {
  return {a.M_xx + b.M_xx, a.M_xy + b.M_xy, a.M_yy + b.M_yy, a.H + b.H, a.I + b.I};
}
template <class T>
PlanarArticulatedInertia<T> operator-(const PlanarArticulatedInertia<T>& a,
                                      const PlanarArticulatedInertia<T>& b) {
  return {a.M_xx - b.M_xx, a.M_xy - b.M_xy, a.M_yy - b.M_yy, a.H - b.H, a.I - b.I};
}
template <class T>
PlanarArticulatedInertia<T> operator*(const std::type_identity_t<T>& s,
                                      const PlanarArticulatedInertia<T>& a) {
  return {s * a.M_xx, s * a.M_xy, s * a.M_yy, s * a.H, s * a.I};
}
/// Adding a rigid body changes only five of the six numbers.
template <class T>
PlanarArticulatedInertia<T> operator+(const PlanarArticulatedInertia<T>& a, const PlanarInertia<T>& b) {
  return {a.M_xx + b.m, a.M_xy, a.M_yy + b.m, a.H + perpendicular(b.h), a.I + b.I};
}
template <class T>
PlanarForce<T> operator*(const PlanarArticulatedInertia<T>& a, const PlanarMotion<T>& V) {
  return {a.I * V.w + dot(a.H, V.v), a.linear(V.v) + V.w * a.H};
}
/// F·Fᵀ·s: the term that projecting out one joint column subtracts.
template <class T>
PlanarArticulatedInertia<T> outer(const PlanarForce<T>& F, const T& s) {
  const Vec2<T> sf = s * F.f;
  return {F.f.x * sf.x, F.f.x * sf.y, F.f.y * sf.y, F.t * sf, F.t * s * F.t};
}
/// The articulated inertia about the point displaced by −r, axes unchanged.
template <class T>
PlanarArticulatedInertia<T> shift(const PlanarArticulatedInertia<T>& a, const Vec2<T>& r) {
  const Vec2<T> q = perpendicular(r), H = a.H + a.linear(q);
  return {a.M_xx, a.M_xy, a.M_yy, H, a.I + dot(q, a.H + H)};
}
namespace internal {
/// The articulated inertia expressed in axes that are rotated back by the angle of (c, s): R·M·Rᵀ, R·H.
template <class T>
PlanarArticulatedInertia<T> rotate(const T& c, const T& s, const PlanarArticulatedInertia<T>& a) {
  const T cs = c * s, ss = s * s, difference = a.M_yy - a.M_xx;
  const T alpha = ss * difference - (cs + cs) * a.M_xy;
  return {a.M_xx + alpha, a.M_xy - (ss + ss) * a.M_xy - cs * difference, a.M_yy - alpha,
          Vec2<T>{c * a.H.x - s * a.H.y, s * a.H.x + c * a.H.y}, a.I};
}
}  // namespace internal

/// The articulated inertia about A's origin expressed in A.
template <class T>
PlanarArticulatedInertia<T> operator*(const PlanarPose<T>& X, const PlanarArticulatedInertia<T>& a) {
  return shift(internal::rotate(X.c, X.s, a), X.p);
}
/// The articulated inertia about B's origin expressed in B.
template <class T>
PlanarArticulatedInertia<T> inverse_times(const PlanarPose<T>& X, const PlanarArticulatedInertia<T>& a) {
  return internal::rotate<T>(X.c, -X.s, shift(a, -X.p));
}
/// M⁻¹·F:  the linear block first, then its Schur complement.
template <class A, class B>
PlanarMotion<Product<A, B>> inverse_times(const PlanarArticulatedInertia<A>& a, const PlanarForce<B>& F) {
  const A inv_determinant = A(1) / (a.M_xx * a.M_yy - a.M_xy * a.M_xy);
  const auto solve_linear = [&](const auto& f) {
    return inv_determinant *
           Vec2<Product<A, decltype(f.x)>>{a.M_yy * f.x - a.M_xy * f.y, a.M_xx * f.y - a.M_xy * f.x};
  };
  const Vec2<A> K = solve_linear(a.H);
  const auto w = (F.t - dot(K, F.f)) / (a.I - dot(K, a.H));
  return {w, solve_linear(F.f) - w * K};
}

}  // namespace sarrus
